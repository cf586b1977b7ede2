/** The matches of a text in a conversation, in the order of its rows, and the one that is shown. */
import type { ChainOutline, FoundRow, RowFound } from '../../../app/contract/reader.ts'
import { flattenRows } from './flat-rows.ts'

/** Found rows in the order in which they are read when every sub-agent is unfolded. */
export const inReadingOrder = (
  rows: readonly FoundRow[],
  main: string,
  outlines: ReadonlyMap<string, ChainOutline>,
): readonly FoundRow[] => {
  const all = flattenRows(main, outlines, new Set(outlines.keys()))
  return rows
    .map((found) => ({ found, index: all.indexOf(found.chain, found.row) }))
    .filter((one): one is { found: FoundRow; index: number } => one.index !== undefined)
    .sort((one, other) => one.index - other.index)
    .map(({ found }) => found)
}

/** A match: the row it is in, and which of the row's matches it is, from 0. */
export interface Match {
  readonly row: number
  readonly within: number
}

/** The match with a number, from 0. */
export const matchAt = (rows: readonly FoundRow[], number: number): Match | undefined => {
  let before = 0
  for (const [row, { count }] of rows.entries()) {
    if (number < before + count) return { row, within: number - before }
    before += count
  }
  return undefined
}

/** The number of the first match at or after a row of the list, from 0; the first of all when there is none. */
export const firstFrom = (rows: readonly FoundRow[], isAtOrAfter: (found: FoundRow) => boolean): number => {
  let before = 0
  for (const found of rows) {
    if (isAtOrAfter(found)) return before
    before += found.count
  }
  return 0
}

/** The number of the first match in a row, from 0; undefined: it has none. */
export const firstIn = (rows: readonly FoundRow[], { chain, row }: RowFound): number | undefined => {
  let before = 0
  for (const found of rows) {
    if (found.chain === chain && found.row === row) return before
    before += found.count
  }
  return undefined
}
