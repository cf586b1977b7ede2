/** Where the reader goes from a point of the timeline. */
import type { TimelineEvent } from '../../../app/contract/timeline.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import type { ContextReply, Target } from './chart-target.ts'
import { eventBefore, neighbourEvent, type Hit } from './hit.ts'
import { pickOfEvent, pickOfMark, type Pick } from './pick-event.ts'

/** A commit, and the record in it: `sourceId:line`. */
export interface ReadPlace {
  readonly commitId: string
  readonly record: string | undefined
  /** Reply of the main chain whose context is shown, by its number. */
  readonly reply?: number
}

export const contextPlace = ({ commitId, reply }: ContextReply): ReadPlace | undefined =>
  commitId === null ? undefined : { commitId, record: undefined, reply }

const recordOf = (event: TimelineEvent, sources: readonly string[]): string | undefined => {
  const sourceId = sources[event.source]
  return sourceId === undefined ? undefined : recordPlaceKey({ sourceId, line: event.line })
}

/** The record of a picked event or mark; for a mark without an event only its commit. */
export const placeOfPick = ({ event, commitId }: Pick, sources: readonly string[]): ReadPlace => ({
  commitId,
  record: event?.commitId === commitId ? recordOf(event, sources) : undefined,
})

/** The event under the pointer; inside a span the last event of its commit before the pointer, else the next one. */
const eventOfHit = ({ event, span, lane }: Hit, at: number): TimelineEvent | undefined => {
  const commitId = event?.commitId ?? span?.commitId ?? undefined
  return [event, eventBefore(lane, at), neighbourEvent(lane, at, 1)].find((each) => commitId !== undefined && each?.commitId === commitId)
}

/**
 * The record of the event at a point of a lane, else the commit of the span there.
 * @param sources file ids that events name by place
 * @param at milliseconds since 1970
 */
export const placeOfHit = (hit: Hit, at: number, sources: readonly string[]): ReadPlace | undefined => {
  const commitId = hit.event?.commitId ?? hit.span?.commitId ?? undefined
  const event = eventOfHit(hit, at)
  return commitId === undefined ? undefined : { commitId, record: event && recordOf(event, sources) }
}

/** Where a click leads: the cursor goes to `event`, the reader to `place`. */
export interface Destination {
  readonly event: TimelineEvent | undefined
  readonly place: ReadPlace | undefined
}

const destination = (pick: Pick | undefined, sources: readonly string[]): Destination => ({
  event: pick?.event,
  place: pick && placeOfPick(pick, sources),
})

export const destinationOf = (target: Target, sources: readonly string[]): Destination => {
  switch (target.kind) {
    case 'break':
      return { event: undefined, place: undefined }
    case 'mark':
      return destination(pickOfMark(target.mark), sources)
    case 'context': {
      const before = destination(pickOfEvent(eventBefore(target.lane, target.at)), sources)
      return { event: before.event, place: (target.reply && contextPlace(target.reply)) ?? before.place }
    }
    case 'lane':
      return { event: eventOfHit(target, target.at), place: placeOfHit(target, target.at, sources) }
  }
}
