/** Where a session's time went: lanes by state, events, context size and compactions. */
import type { Tables } from '../../analytics/queries/ask.ts'
import { ask } from '../../analytics/queries/ask.ts'
import { idleMs } from '../../analytics/idle-threshold.ts'
import type { TimelineView } from '../../contract/timeline.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import { shapeTimeline } from './shape-timeline.ts'

/**
 * @param text a session id or its unique beginning.
 * @throws StrataError not-found, ambiguous-id
 */
export const showTimeline = async (tables: Tables, text: string): Promise<TimelineView> => {
  const session = await resolveSession(tables, text)
  return shapeTimeline({
    sessionId: session,
    lanes: await ask(tables, 'timelineLanes', { session }),
    gaps: await ask(tables, 'timelineGaps', { session, idle_ms: idleMs }),
    events: await ask(tables, 'timelineEvents', { session }),
    context: await ask(tables, 'timelineContext', { session }),
    compactions: await ask(tables, 'timelineCompactions', { session }),
  })
}
