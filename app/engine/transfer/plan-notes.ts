/** What persons noted on the other side of commits and sessions that are here, or come with it: summaries, pins, exports, corrections. */
import { subjectOf, type NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { Catalog, Wish } from '../reachability/catalog.ts'
import { mergeSummaries, type SummaryEntry } from './merge-summaries.ts'

/** What is there when all is written. */
export interface Present {
  readonly commit: (id: string) => boolean
  readonly session: (id: string) => boolean
}

const isPresent = (wish: Wish, present: Present): boolean => {
  if (wish.kind === 'class') return wish.class !== null && present.session(wish.session_id)
  if (wish.kind === 'pin' && !wish.pinned) return false
  return wish.commit_id !== null && present.commit(wish.commit_id)
}

/** What somebody noted there, where nobody did here; summaries are brought together. Refs are not notes. */
export const notesToTake = (theirs: readonly Wish[], mine: Catalog, present: Present): readonly NewJournalEntry[] => {
  const own = new Map(mine.wishes.map((wish) => [subjectOf(wish), wish]))
  return theirs.flatMap((wish): readonly NewJournalEntry[] => {
    if (wish.kind === 'ref' || !isPresent(wish, present)) return []
    const before = own.get(subjectOf(wish))
    if (wish.kind !== 'summary') return before === undefined ? [wish] : []
    const merged = mergeSummaries(before as SummaryEntry | undefined, wish)
    return merged === undefined ? [] : [merged]
  })
}
