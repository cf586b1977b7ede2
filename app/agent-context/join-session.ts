/** Puts the events of a session into a memory. */
import { withMore, type EventNode } from './thinking-record.ts'

/** Where fresh events are from: a store knows the records of all sessions, a transcript its own. */
export type EventSource = 'store' | 'transcript'

/** A transcript does not show whether what records of other sessions showed still holds: that stays where it shows nothing itself. */
const statusOf = (event: EventNode, before: EventNode | undefined): Pick<EventNode, 'status' | 'evidence'> => {
  const isOfOthers =
    before !== undefined &&
    (before.status === 'in_force' ||
      before.status === 'stale' ||
      (before.evidence !== null && before.evidence.source !== event.record.source))
  const { status, evidence } = event.status === 'unknown' && isOfOthers ? before : event
  return { status, evidence }
}

/** A transcript does not show what a person corrected: that stays, with what followed from it. */
const correctedBefore = (before: EventNode | undefined): Partial<EventNode> => {
  if (before?.type_by_rule === undefined) return {}
  const { type, type_by_rule, status, evidence, files_affected } = before
  return { type, type_by_rule, status, evidence, files_affected }
}

/**
 * Events of a session in place of those that the memory has of the same records: what was extracted before gets its calls and status again.
 * All others stay, also those of records that the transcript no longer has. A record that the memory knows from another session was copied
 * by a fork or an older resumption: it remains an event of that session, which the new events continue.
 */
export const withSession = <E extends EventNode>(known: readonly E[], fresh: readonly E[], from: EventSource): readonly E[] => {
  const before = new Map(known.map((event) => [event.id, event]))
  const isCopy = ({ id, session_id: session }: EventNode): boolean => (before.get(id)?.session_id ?? session) !== session
  const copied = fresh.filter(isCopy).at(-1)
  const continues = copied && before.get(copied.id)?.session_id
  const own = fresh
    .filter((event) => !isCopy(event))
    .map((event): E => ({
      ...withMore(event, before.get(event.id)?.more, event.more),
      ...(from === 'transcript' && { ...statusOf(event, before.get(event.id)), ...correctedBefore(before.get(event.id)) }),
      commit_id: event.commit_id ?? before.get(event.id)?.commit_id ?? null,
      record: continues === undefined || event.record.continues !== undefined ? event.record : { ...event.record, continues },
    }))
  const ids = new Set(own.map(({ id }) => id))
  return [...known.filter(({ id }) => !ids.has(id)), ...own]
}
