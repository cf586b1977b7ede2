/** The status of a session: a sign, its colour, and the word. */
import type { ReactNode } from 'react'
import type { SessionView } from '../../app/contract/views.ts'
import { sessionStatus } from './session-status.ts'

export const StatusDot = ({ session }: { readonly session: Pick<SessionView, 'kind' | 'outcome'> }): ReactNode => {
  const status = sessionStatus(session)
  return (
    <span className={`status-dot is-${status.tone}`} title={status.meaning}>
      <span aria-hidden="true">{status.sign}</span> {status.word}
    </span>
  )
}
