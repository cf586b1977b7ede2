/** What a journal says, for comparing one with another. */
import type { Journal } from '../../app/store/files/journal.ts'
import { isWish, type JournalEntry, type NewJournalEntry } from '../../app/store/files/journal-entry.ts'

/** A state of a session with a list of commits of some length. */
export const sessionState = (sessionId: string, commits: number): NewJournalEntry => ({
  kind: 'session',
  session_id: sessionId,
  sources: [],
  refs: [{ name: `session/${sessionId}`, commit_id: `ctx-${String(commits).padStart(8, '0')}` }],
  dropped_refs: [],
  commits: Array.from({ length: commits }, (_, at) => [`ctx-${String(at).padStart(8, '0')}`, 'f'.repeat(64)] as const),
  inputs: { foreign: [], cuts: [] },
})

const timeless = (entry: JournalEntry | undefined): unknown => ({ ...entry, at: '' })

/** Everything that a replay of the journal reads, and every setting that was ever written, in order. */
export const stateOf = async (journal: Journal): Promise<unknown> => {
  const wishes: unknown[] = []
  for await (const entry of journal.read()) if (isWish(entry.subject)) wishes.push(timeless(entry))
  return {
    seq: journal.end.seq,
    packEnd: journal.packEnd,
    subjects: journal.subjects(),
    pending: Array.from({ length: journal.end.seq + 1 }, (_, seq) => journal.subjects(seq)),
    entries: journal.subjects().map((subject) => timeless(journal.entry(subject))),
    wishes,
  }
}
