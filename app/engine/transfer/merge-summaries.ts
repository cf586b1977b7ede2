/** Summaries that were written of one commit on two sides, brought together: nothing that somebody wrote is lost. */
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'

export type SummaryEntry = Extract<NewJournalEntry, { readonly kind: 'summary' }>
type Written = NonNullable<SummaryEntry['earlier']>[number]

const currentOf = ({ summary, written_at: at, by }: SummaryEntry): Written => ({
  summary,
  ...(at === undefined ? {} : { written_at: at }),
  ...(by === undefined ? {} : { by }),
})

const keyOf = ({ summary, written_at: at, by }: Written): string => JSON.stringify([at ?? '', summary, by ?? ''])

/** Oldest first, the one that counts last. */
const allOf = (entry: SummaryEntry): readonly Written[] => [...(entry.earlier ?? []), currentOf(entry)]

const holdsAll = (some: readonly Written[], others: readonly Written[]): boolean => {
  const keys = new Set(some.map(keyOf))
  return others.every((one) => keys.has(keyOf(one)))
}

/**
 * What counts on the receiver's side afterwards; undefined: what it has already. As a branch is moved forward, what goes on from all that
 * was written here takes its place; what was written on both sides apart leaves the own one in place, and the other is in its history.
 */
export const mergeSummaries = (mine: SummaryEntry | undefined, theirs: SummaryEntry): SummaryEntry | undefined => {
  if (mine === undefined) return theirs
  const [own, other] = [allOf(mine), allOf(theirs)]
  if (holdsAll(own, other)) return undefined
  if (holdsAll(other, own)) return theirs
  const current = currentOf(mine)
  const earlier = new Map([...own, ...other].map((one) => [keyOf(one), one]))
  earlier.delete(keyOf(current))
  const inTime = [...earlier.values()].sort((a, b) => (a.written_at ?? '').localeCompare(b.written_at ?? ''))
  return { kind: 'summary', commit_id: mine.commit_id, ...current, earlier: inTime }
}
