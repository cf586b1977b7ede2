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

export interface Pair {
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

/** A line with the one of the other text that it is beside; the words that changed are found out when they are drawn. */
export interface PairedLine {
  readonly line: DiffLine
  readonly pair: Pair
}

const unpaired = (line: DiffLine): Pair => ({ removed: line, added: line })

/** Lines of both texts in one row; a context line is both. */
export const linePairs = (lines: readonly DiffLine[]): readonly Pair[] =>
  stretches(lines).flatMap((part) => ('removed' in part ? pairsOf(part) : [unpaired(part)]))

/** The same lines in one column. */
export const pairedLines = (lines: readonly DiffLine[]): readonly PairedLine[] =>
  stretches(lines).flatMap((part): readonly PairedLine[] => {
    if (!('removed' in part)) return [{ line: part, pair: unpaired(part) }]
    const pairs = pairsOf(part)
    const side = (pick: (pair: Pair) => DiffLine | undefined): readonly PairedLine[] =>
      pairs.flatMap((pair) => {
        const line = pick(pair)
        return line === undefined ? [] : [{ line, pair }]
      })
    return [...side(({ removed }) => removed), ...side(({ added }) => added)]
  })

/** With the words that changed. */
export const markedPair = (pair: Pair): SideRow =>
  pair.removed !== undefined && pair.removed === pair.added ? { left: unmarked(pair.removed), right: unmarked(pair.removed) } : marked(pair)

/** Rows for both texts beside each other. */
export const sideRows = (lines: readonly DiffLine[]): readonly SideRow[] => linePairs(lines).map(markedPair)

/** The same lines with the words that changed. */
export const markedLines = (lines: readonly DiffLine[]): readonly MarkedLine[] =>
  stretches(lines).flatMap((part) => {
    if (!('removed' in part)) return [unmarked(part)]
    const rows = pairsOf(part).map(marked)
    return [...rows.flatMap(({ left }) => left ?? []), ...rows.flatMap(({ right }) => right ?? [])]
  })
