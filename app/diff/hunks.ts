/** The changes between two texts with some lines around them, as a unified diff has them. */
import { matchLines } from './match-lines.ts'

type Text = readonly string[]

export interface Hunk {
  /** Number of its first line in the text before, from 1; of the line above when it has none there. */
  readonly oldStart: number
  readonly oldLines: number
  /** The same in the text after. */
  readonly newStart: number
  readonly newLines: number
  /** Lines after a sign: a space (in both texts), a minus (removed) or a plus (added). */
  readonly lines: readonly string[]
}

/** Lines around a change. */
const context = 3

interface Row {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/** All lines of both texts, the removed ones before those that take their place. */
const rowsOf = (before: Text, after: Text): readonly Row[] => {
  const rows: Row[] = []
  let [old, now] = [0, 0]
  const changeUpTo = (oldEnd: number, nowEnd: number): void => {
    for (; old < oldEnd; old += 1) rows.push({ sign: '-', text: before[old] ?? '' })
    for (; now < nowEnd; now += 1) rows.push({ sign: '+', text: after[now] ?? '' })
  }
  matchLines(before, after).forEach((match, at) => {
    if (match === -1) return
    changeUpTo(match, at)
    rows.push({ sign: ' ', text: after[at] ?? '' })
    old = match + 1
    now = at + 1
  })
  changeUpTo(before.length, after.length)
  return rows
}

/** Stretches of rows with changes and the lines around them: first row, and the row after the last. */
const stretchesOf = (rows: readonly Row[]): readonly (readonly [number, number])[] => {
  const stretches: [number, number][] = []
  rows.forEach(({ sign }, at) => {
    if (sign === ' ') return
    const last = stretches.at(-1)
    if (last !== undefined && at - context <= last[1]) last[1] = at + context + 1
    else stretches.push([Math.max(0, at - context), at + context + 1])
  })
  return stretches
}

/** @param old lines of the text before above the hunk. @param now the same of the text after */
const hunkOf = (rows: readonly Row[], old: number, now: number): Hunk => {
  const oldLines = rows.filter(({ sign }) => sign !== '+').length
  const newLines = rows.filter(({ sign }) => sign !== '-').length
  return {
    oldStart: oldLines === 0 ? old : old + 1,
    oldLines,
    newStart: newLines === 0 ? now : now + 1,
    newLines,
    lines: rows.map(({ sign, text }) => sign + text),
  }
}

/** The hunks between two texts; none: they are equal. */
export const hunksOf = (before: Text, after: Text): readonly Hunk[] => {
  const rows = rowsOf(before, after)
  let [at, old, now] = [0, 0, 0]
  const passTo = (end: number): void => {
    for (; at < Math.min(end, rows.length); at += 1) {
      if (rows[at]?.sign !== '+') old += 1
      if (rows[at]?.sign !== '-') now += 1
    }
  }
  return stretchesOf(rows).map(([from, to]) => {
    passTo(from)
    const hunk = hunkOf(rows.slice(from, to), old, now)
    passTo(to)
    return hunk
  })
}
