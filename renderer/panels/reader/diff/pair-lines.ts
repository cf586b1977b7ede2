/** Puts the removed and the added lines of an edit side by side. */
import { changedWords, type Range } from './changed-words.ts'
import type { DiffLine } from './edit-diff.ts'

/** A line with the words that changed in it. */
export interface MarkedLine extends DiffLine {
  readonly changed: readonly Range[]
  /** The line without marks. */
  readonly line: DiffLine
}

/** Lines of the old and the new text in one row; a context line is both. */
export interface SideRow {
  readonly left: MarkedLine | undefined
  readonly right: MarkedLine | undefined
}

interface Pair {
  readonly removed: DiffLine | undefined
  readonly added: DiffLine | undefined
}

interface Stretch {
  readonly removed: readonly DiffLine[]
  readonly added: readonly DiffLine[]
}

/** The lines after each other, changes in stretches: removed lines and the added ones that follow them. */
const stretches = (lines: readonly DiffLine[]): readonly (DiffLine | Stretch)[] => {
  const parts: (DiffLine | { removed: DiffLine[]; added: DiffLine[] })[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    if (line.kind === 'context' || line.kind === 'gap') parts.push(line)
    else if (last !== undefined && 'removed' in last && (line.kind === 'add' || last.added.length === 0))
      (line.kind === 'add' ? last.added : last.removed).push(line)
    else parts.push(line.kind === 'add' ? { removed: [], added: [line] } : { removed: [line], added: [] })
  }
  return parts
}

const pairsOf = ({ removed, added }: Stretch): readonly Pair[] =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => ({ removed: removed[at], added: added[at] }))

const unmarked = (line: DiffLine): MarkedLine => ({ ...line, line, changed: [] })

const marked = ({ removed, added }: Pair): SideRow => {
  const words = removed === undefined || added === undefined ? undefined : changedWords(removed.text, added.text)
  return {
    left: removed && { ...removed, line: removed, changed: words?.before ?? [] },
    right: added && { ...added, line: added, changed: words?.after ?? [] },
  }
}

/** Rows for both texts beside each other. */
export const sideRows = (lines: readonly DiffLine[]): readonly SideRow[] =>
  stretches(lines).flatMap((part) => ('removed' in part ? pairsOf(part).map(marked) : [{ left: unmarked(part), right: unmarked(part) }]))

/** The same lines with the words that changed. */
export const markedLines = (lines: readonly DiffLine[]): readonly MarkedLine[] =>
  stretches(lines).flatMap((part) => {
    if (!('removed' in part)) return [unmarked(part)]
    const rows = pairsOf(part).map(marked)
    return [...rows.flatMap(({ left }) => left ?? []), ...rows.flatMap(({ right }) => right ?? [])]
  })
