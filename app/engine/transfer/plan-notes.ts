/**
 * Notes of persons on the other side about commits and sessions that exist here or are transferred: summaries, pins, exports, corrections.
 */
import { subjectOf } from '../../store/files/entry-subject.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { Catalog, Wish } from '../reachability/catalog.ts'

/** Commits and refs that exist after everything is written. */
export interface Present {
  readonly commit: (id: string) => boolean
  readonly session: (id: string) => boolean
  /** Whether a name means the same commit on both sides. */
  readonly ref: (name: string) => boolean
}

const isPresent = (wish: Wish, present: Present): boolean => {
  if (wish.kind === 'class') return wish.class !== null && present.session(wish.session_id)
  if (wish.kind === 'thinking') return wish.type !== null && present.session(wish.session_id)
  if (wish.kind === 'tracked') return present.session(wish.session_id)
  if (wish.kind === 'pin' && !wish.pinned) return false
  if (wish.kind === 'state' && wish.on.startsWith('fork/')) return present.ref(wish.on)
  return wish.commit_id !== null && present.commit(wish.commit_id)
}

/** Whether a working state replaces another of the same object and fork: the newer counts, because it moved forward with its fork. */
const isNewer = (wish: Wish, before: Wish): boolean => wish.kind === 'state' && before.kind === 'state' && wish.set_at > before.set_at

/** Notes of the sender that the receiver does not have; summaries are merged. Refs are not notes. */
export const notesToReceive = (theirs: readonly Wish[], mine: Catalog, present: Present): readonly NewJournalEntry[] => {
  const own = new Map(mine.wishes.map((wish) => [subjectOf(wish), wish]))
  return theirs.flatMap((wish): readonly NewJournalEntry[] => {
    if (wish.kind === 'ref' || !isPresent(wish, present)) return []
    const before = own.get(subjectOf(wish))
    if (wish.kind !== 'summary') return before === undefined || isNewer(wish, before) ? [wish] : []
    const merged = mergeSummaries(before as SummaryEntry | undefined, wish)
    return merged === undefined ? [] : [merged]
  })
}

/** Summaries of one commit that were written on two sides, merged: no written summary is lost. */
type SummaryEntry = Extract<NewJournalEntry, { readonly kind: 'summary' }>
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
 * The summary that counts for the receiver afterwards; undefined: the current one. As with a fast-forward, a history that includes
 * everything written here replaces it. Where both sides wrote separately, the receiver's summary stays, and the other joins its history.
 */
const mergeSummaries = (mine: SummaryEntry | undefined, theirs: SummaryEntry): SummaryEntry | undefined => {
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
