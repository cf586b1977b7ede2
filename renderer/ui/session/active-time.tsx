/** How much of the length of a session its agents worked. */
import type { ReactNode } from 'react'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { activeMeaning, activeWords } from '../../../app/model/work-states.ts'
import { ValueOrNotAvailable } from '../layout/not-available.tsx'
import { whyNoLength } from './session-status.ts'

type Timed = Pick<SessionView, 'activeMs' | 'durationMs' | 'kind'>

/** Why the active time of a session is not available. */
export const whyNoActiveTime = (session: Timed): string => (session.durationMs === null ? whyNoLength(session) : 'Not counted yet')

/** `active 1 h 12 min of 4 h 48 min`. */
export const ActiveOfLength = ({ session }: { readonly session: Timed }): ReactNode => {
  const { activeMs, durationMs } = session
  if (activeMs === null || durationMs === null)
    return <ValueOrNotAvailable value={durationMs} reason={whyNoLength(session)} format={formatDuration} />
  return <span title={activeMeaning}>{activeWords(formatDuration(activeMs), formatDuration(durationMs))}</span>
}
