/** A dialog that asks for something and does it. */
import type { ReactNode } from 'react'
import { Panel } from '../layout/panel.tsx'
import './forms.css'

export interface FormProps {
  readonly heading: string
  readonly onClose: () => void
  readonly onSubmit?: () => void
  /** As high as a form can be, whatever it comes to hold: what a person is about to press stays where it is. */
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
