/** A comparison with long stretches without changes folded. */
import type { DiffLine } from '../../../panels/reader/diff/edit-diff.ts'

/** Lines that are not shown. */
export interface Fold {
  readonly kind: 'fold'
  /** Place of the first among all lines: names it. */
  readonly at: number
  readonly count: number
  /** False: one of the versions is not known there. */
  readonly isCompared: boolean
}

export type FoldedRow = DiffLine | Fold

const around = 4
/** Fewer are not worth a fold. */
const minFolded = 3

const isCompared = ({ oldLine, newLine }: DiffLine): boolean => oldLine !== undefined && newLine !== undefined

/** Place behind the stretch of context that begins here, which is compared or not. */
const endOfContext = (lines: readonly DiffLine[], from: number): number => {
  const first = lines[from]
  let end = from
  for (let line = first; line?.kind === 'context' && first !== undefined && isCompared(line) === isCompared(first); line = lines[end])
    end += 1
  return end
}

/** @param opened folds that are open, by the places of their first lines */
export const foldLines = (lines: readonly DiffLine[], opened: ReadonlySet<number>): readonly FoldedRow[] => {
  const rows: FoldedRow[] = []
  let at = 0
  for (let line = lines[at]; line !== undefined; line = lines[at]) {
    const end = endOfContext(lines, at)
    if (end === at) {
      rows.push(line)
      at += 1
      continue
    }
    const from = at === 0 ? at : at + around
    const to = end === lines.length ? end : end - around
    const isFolded = to - from >= minFolded && !opened.has(from)
    for (const shown of lines.slice(at, isFolded ? from : end)) rows.push(shown)
    if (isFolded) {
      rows.push({ kind: 'fold', at: from, count: to - from, isCompared: isCompared(line) })
      for (const shown of lines.slice(to, end)) rows.push(shown)
    }
    at = end
  }
  return rows
}
