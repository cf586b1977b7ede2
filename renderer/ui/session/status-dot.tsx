/** The status of a session: a sign, its colour, and the word. */
import type { ReactNode } from 'react'
import { useNow } from '../calls/use-now.ts'
import { sessionStatus, type StatusFacts } from './session-status.ts'
import './status-dot.css'

export const StatusDot = ({ session }: { readonly session: StatusFacts }): ReactNode => {
  const status = sessionStatus(session, useNow())
  return (
    <span className={`status-dot is-${status.tone}`} title={status.meaning}>
      <span aria-hidden="true">{status.sign}</span> {status.word}
    </span>
  )
}
