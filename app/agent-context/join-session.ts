/** Puts the events of a session into a memory. */
import { withMore, type ThinkingRecord } from './thinking-record.ts'

/** The status that records of other sessions showed before, where the transcript shows none. */
const knownStatus = (event: ThinkingRecord, before: ThinkingRecord | undefined): Pick<ThinkingRecord, 'status' | 'evidence'> => {
  const { status, evidence } = event.status === 'unknown' && before !== undefined ? before : event
  return { status, evidence }
}

/**
 * Events of a session in place of those that the memory has of the same records: what was extracted before gets its calls and status again.
 * All others stay, also those of records that the transcript no longer has. A record that the memory knows from another session was copied
 * by a fork or an older resumption: it remains an event of that session, which the new events continue.
 */
export const withSession = (known: readonly ThinkingRecord[], fresh: readonly ThinkingRecord[]): readonly ThinkingRecord[] => {
  const before = new Map(known.map((event) => [event.id, event]))
  const isCopy = ({ id, session_id: session }: ThinkingRecord): boolean => (before.get(id)?.session_id ?? session) !== session
  const copied = fresh.filter(isCopy).at(-1)
  const continues = copied && before.get(copied.id)?.session_id
  const own = fresh
    .filter((event) => !isCopy(event))
    .map((event): ThinkingRecord => ({
      ...withMore(event, before.get(event.id)?.more, event.more),
      // What a store knows of it, a transcript does not.
      ...knownStatus(event, before.get(event.id)),
      commit_id: event.commit_id ?? before.get(event.id)?.commit_id ?? null,
      record: continues === undefined || event.record.continues !== undefined ? event.record : { ...event.record, continues },
    }))
  const ids = new Set(own.map(({ id }) => id))
  return [...known.filter(({ id }) => !ids.has(id)), ...own]
}
