/** Where the reader goes from a point of the timeline. */
import type { TimelineEvent } from '../../../app/contract/timeline.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { eventBefore, neighbourEvent, type Hit } from './hit.ts'
import type { Pick } from './pick-event.ts'

/** A commit, and the record in it: `sourceId:line`. */
export interface ReadPlace {
  readonly commitId: string
  readonly record: string | undefined
}

const recordOf = (event: TimelineEvent, sources: readonly string[]): string | undefined => {
  const sourceId = sources[event.source]
  return sourceId === undefined ? undefined : recordPlaceKey({ sourceId, line: event.line })
}

/** The record of what is picked; of a mark without an event, its commit alone. */
export const placeOfPick = ({ event, commitId }: Pick, sources: readonly string[]): ReadPlace => ({
  commitId,
  record: event?.commitId === commitId ? recordOf(event, sources) : undefined,
})

/**
 * The record of the event under the pointer. Inside a span it is that of the last event of its commit before, which is what the time
 * went to, else of the next one.
 * @param sources file ids that events name by place
 * @param at milliseconds since 1970
 */
export const placeOfHit = ({ event, span, lane }: Hit, at: number, sources: readonly string[]): ReadPlace | undefined => {
  const commitId = event?.commitId ?? span?.commitId ?? undefined
  if (commitId === undefined) return undefined
  const matching = [event, eventBefore(lane, at), neighbourEvent(lane, at, 1)].find((each) => each?.commitId === commitId)
  return { commitId, record: matching === undefined ? undefined : recordOf(matching, sources) }
}
