/** Which words of a line an edit changed. */
import { diffWordsWithSpace } from 'diff'

/** A stretch of a line, UTF-16 code units, the end excluded. */
export interface Range {
  readonly from: number
  readonly to: number
}

export interface ChangedWords {
  readonly before: readonly Range[]
  readonly after: readonly Range[]
}

/** Longer lines, such as generated ones, are not compared. */
const maxLineLength = 1000

/** Below this share of common text a line was rewritten: marks on nearly every word say nothing. */
const minCommon = 0.3

/** undefined: the lines have too little in common. */
export const changedWords = (before: string, after: string): ChangedWords | undefined => {
  if (before.length > maxLineLength || after.length > maxLineLength) return undefined
  const old: Range[] = []
  const now: Range[] = []
  let [oldAt, newAt, common] = [0, 0, 0]
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    const { length } = value
    if (removed) old.push({ from: oldAt, to: oldAt + length })
    else if (added) now.push({ from: newAt, to: newAt + length })
    else common += value.trim().length
    if (!added) oldAt += length
    if (!removed) newAt += length
  }
  const shorter = Math.min(before.trim().length, after.trim().length)
  return shorter === 0 || common / shorter < minCommon ? undefined : { before: old, after: now }
}
