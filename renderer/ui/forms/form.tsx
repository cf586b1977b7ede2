/** A dialog that asks for something and does it. */
import type { ReactNode } from 'react'
import { Panel } from '../layout/panel.tsx'
import './forms.css'

export interface FormProps {
  readonly heading: string
  readonly onClose: () => void
  readonly onSubmit?: () => void
  /** Uses the maximum height of a form for any content: the button that a person is about to press does not move. */
  readonly isSteady?: boolean
  readonly children: ReactNode
}

export const Form = ({ heading, onClose, onSubmit, isSteady = false, children }: FormProps): ReactNode => (
  <Panel label={heading} heading={heading} onClose={onClose}>
    <form
      className={`form ${isSteady ? 'is-steady' : ''}`}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      {children}
    </form>
  </Panel>
)
