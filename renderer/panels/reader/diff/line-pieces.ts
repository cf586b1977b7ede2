/** A line of code in stretches of one look: syntax colours, and marks on the words that changed. */
import type { Range } from './changed-words.ts'

export interface Piece {
  readonly text: string
  /** Classes of the highlighter; empty: plain. */
  readonly classes: string
  readonly isChanged: boolean
}

export interface ColouredText {
  readonly text: string
  readonly classes: string
}

/**
 * @param coloured the line in coloured stretches
 * @param changed in order
 */
export const linePieces = (coloured: readonly ColouredText[], changed: readonly Range[]): readonly Piece[] => {
  let at = 0
  return coloured.flatMap(({ text, classes }) => {
    const [from, to] = [at, at + text.length]
    at = to
    const edges = changed.flatMap((range) => [range.from, range.to]).filter((edge) => edge > from && edge < to)
    const cuts = [from, ...new Set(edges), to]
    return cuts.slice(1).map((end, place): Piece => {
      const start = cuts[place] ?? from
      const isChanged = changed.some((range) => range.from <= start && end <= range.to)
      return { text: text.slice(start - from, end - from), classes, isChanged }
    })
  })
}
