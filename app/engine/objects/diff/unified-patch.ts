/** The difference of two texts, line by line. */
import { noLineFeed } from './common-tail.ts'
import { matchLines } from './match-lines.ts'

export interface LineChanges {
  readonly added: number
  readonly removed: number
  /** Hunks of a unified diff, without a head. */
  readonly patch: string
}

/** Lines around a change. */
const context = 3

/** Lines with their feeds counted: what follows the last is no line when it is empty, else its line has none. */
const linesOf = (content: string): readonly string[] => {
  const lines = content.split('\n')
  const last = lines.pop() ?? ''
  return last === '' ? lines : [...lines, last + noLineFeed]
}

interface Row {
  readonly kind: ' ' | '-' | '+'
  readonly text: string
}

/** All lines of both texts, the removed ones before those that take their place. */
const rowsOf = (before: readonly string[], after: readonly string[]): readonly Row[] => {
  const rows: Row[] = []
  let next = 0
  let nextAdded = 0
  const changeUpTo = (end: number, endAdded: number): void => {
    for (; next < end; next += 1) rows.push({ kind: '-', text: before[next] ?? '' })
    for (; nextAdded < endAdded; nextAdded += 1) rows.push({ kind: '+', text: after[nextAdded] ?? '' })
  }
  matchLines(before, after).forEach((match, at) => {
    if (match === -1) return
    changeUpTo(match, at)
    rows.push({ kind: ' ', text: after[at] ?? '' })
    next = match + 1
    nextAdded = at + 1
  })
  changeUpTo(before.length, after.length)
  return rows
}

const rowText = ({ kind, text }: Row): string =>
  text.endsWith(noLineFeed) ? `${kind}${text.slice(0, -1)}\n\\ No newline at end of file` : `${kind}${text}`

/** @param from where in the text the hunk begins, from 0 */
const rangeText = (from: number, count: number): string => `${count === 0 ? from : from + 1}${count === 1 ? '' : `,${count}`}`

/** Rows from one to another, as a hunk. @param before rows that come before it */
const hunkText = (rows: readonly Row[], before: readonly [number, number]): string => {
  const [old, now] = [rows.filter(({ kind }) => kind !== '+').length, rows.filter(({ kind }) => kind !== '-').length]
  return [`@@ -${rangeText(before[0], old)} +${rangeText(before[1], now)} @@`, ...rows.map(rowText)].join('\n')
}

/** Stretches of rows with a change and what is around it. */
const stretchesOf = (rows: readonly Row[]): readonly (readonly [number, number])[] => {
  const stretches: [number, number][] = []
  rows.forEach(({ kind }, at) => {
    if (kind === ' ') return
    const last = stretches.at(-1)
    if (last !== undefined && at - context <= last[1]) last[1] = at + context + 1
    else stretches.push([Math.max(0, at - context), at + context + 1])
  })
  return stretches
}

const patchOf = (rows: readonly Row[]): string => {
  let [at, old, now] = [0, 0, 0]
  const pass = (end: number): void => {
    for (; at < end; at += 1) {
      if (rows[at]?.kind !== '+') old += 1
      if (rows[at]?.kind !== '-') now += 1
    }
  }
  return stretchesOf(rows)
    .map(([from, to]) => {
      pass(from)
      const hunk = hunkText(rows.slice(from, to), [old, now])
      pass(Math.min(to, rows.length))
      return hunk
    })
    .join('\n')
}

export const lineChanges = (before: string, after: string): LineChanges => {
  const rows = rowsOf(linesOf(before), linesOf(after))
  const count = (wanted: Row['kind']): number => rows.filter(({ kind }) => kind === wanted).length
  return { added: count('+'), removed: count('-'), patch: patchOf(rows) }
}
