/** A dialog that asks for something and does it. */
import type { ReactNode } from 'react'
import { Panel } from './panel.tsx'
import './forms.css'

export interface FormProps {
  readonly heading: string
  readonly onClose: () => void
  readonly onSubmit?: () => void
  readonly children: ReactNode
}

export const Form = ({ heading, onClose, onSubmit, children }: FormProps): ReactNode => (
  <Panel label={heading} heading={heading} onClose={onClose}>
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      {children}
    </form>
  </Panel>
)
