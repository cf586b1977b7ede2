/** The difference between two versions of a file, also where some of their lines are not known. */
import { diffArrays } from 'diff'
import { sentenceCase } from '../../../../app/model/format/sentence-case.ts'
import { gapText, type FileLine } from '../../../../app/model/objects/known-lines.ts'
import type { DiffLine } from '../../../panels/reader/diff/edit-diff.ts'

export interface Comparison {
  /** All lines of both, in their order. Context of one version only is not compared: the other one is not known there. */
  readonly lines: readonly DiffLine[]
  readonly added: number
  readonly removed: number
  /** Whether lines could not be compared, because they are not known in one of the versions. */
  readonly isPartial: boolean
  /** Whether the versions differ too much to find out how: their lines follow each other as removed and added. */
  readonly isCoarse: boolean
}

/** A line; of one that is not known the number alone. */
interface Cell {
  readonly number: number
  readonly text: string | undefined
}

/** A gap keeps its length, so that the lines after it are compared with each other. */
const longestGap = 200_000

/** @param others lines of the other version: as many may follow where it is not known how many do */
const cellsOf = (rows: readonly FileLine[], others: number): readonly Cell[] =>
  rows.flatMap((row): readonly Cell[] => {
    if (row.kind === 'line') return [{ number: row.number, text: row.text }]
    const to = row.to ?? Math.max(row.from, others)
    return Array.from({ length: Math.min(longestGap, to - row.from + 1) }, (_, at) => ({ number: row.from + at, text: undefined }))
  })

type Token = string | undefined

/** A line that is not known may be any line. */
const mayBeSame = (a: Token, b: Token): boolean => a === undefined || b === undefined || a === b

const sharedStart = (a: readonly Token[], b: readonly Token[]): number => {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && mayBeSame(a[at], b[at])) at += 1
  return at
}

const sharedEnd = (a: readonly Token[], b: readonly Token[], start: number): number => {
  const most = Math.min(a.length, b.length) - start
  let at = 0
  while (at < most && mayBeSame(a[a.length - 1 - at], b[b.length - 1 - at])) at += 1
  return at
}

interface Part {
  readonly kind: 'same' | 'removed' | 'added'
  readonly count: number
}

type Changes = readonly { readonly value: readonly unknown[]; readonly added?: boolean; readonly removed?: boolean }[]

const partsOf = (changes: Changes): readonly Part[] =>
  changes.map(({ value, added, removed }) => ({
    kind: added === true ? 'added' : removed === true ? 'removed' : 'same',
    count: value.length,
  }))

/** Longer than this the window must not wait, milliseconds. */
const mostMs = 60
/** Milliseconds after which a comparison is given up. */
const mostPatienceMs = 8000

/** In one go where that is quick, else in steps, between which the window does other things. Undefined: it takes too long. */
const changesOf = async (a: Token[], b: Token[]): Promise<readonly Part[] | undefined> => {
  const comparator = mayBeSame
  const quick = diffArrays(a, b, { comparator, timeout: mostMs })
  if (quick !== undefined) return partsOf(quick)
  const slow = await new Promise<Changes | undefined>((resolve) => {
    diffArrays(a, b, { comparator, timeout: mostPatienceMs, callback: resolve })
  })
  return slow === undefined ? undefined : partsOf(slow)
}

/** Lines that are beside each other, or one without another. */
interface Pair {
  readonly old: Cell | undefined
  readonly now: Cell | undefined
  readonly isSame: boolean
}

const pairsOf = (parts: readonly Part[], before: readonly Cell[], after: readonly Cell[]): readonly Pair[] => {
  const pairs: Pair[] = []
  let [old, now] = [0, 0]
  for (const { kind, count } of parts)
    for (let nth = 0; nth < count; nth += 1) {
      pairs.push({
        old: kind === 'added' ? undefined : before[old],
        now: kind === 'removed' ? undefined : after[now],
        isSame: kind === 'same',
      })
      if (kind !== 'added') old += 1
      if (kind !== 'removed') now += 1
    }
  return pairs
}

const isHidden = (cell: Cell | undefined): boolean => cell !== undefined && cell.text === undefined
const hasGap = (pair: Pair | undefined): boolean => pair !== undefined && (isHidden(pair.old) || isHidden(pair.now))

/** Which version does not know the lines of a pair. */
const hiddenIn = ({ old, now }: Pair): 'A' | 'B' | 'either' | undefined => {
  if (isHidden(old) && isHidden(now)) return 'either'
  return isHidden(old) ? 'A' : isHidden(now) ? 'B' : undefined
}

const gapLine = (text: string): DiffLine => ({ kind: 'gap', oldLine: undefined, newLine: undefined, text })

const shownLine = (kind: DiffLine['kind'], { old, now }: Pair): readonly DiffLine[] => {
  const text = old?.text ?? now?.text
  if (text === undefined) return []
  return [{ kind, oldLine: isHidden(old) ? undefined : old?.number, newLine: isHidden(now) ? undefined : now?.number, text }]
}

/** Pairs of the same kind that follow each other. */
const runsOf = (pairs: readonly Pair[], kindOf: (pair: Pair) => unknown): readonly (readonly Pair[])[] => {
  const runs: Pair[][] = []
  let before: unknown
  for (const pair of pairs) {
    const kind = kindOf(pair)
    const run = runs.at(-1)
    if (run !== undefined && kind === before) run.push(pair)
    else runs.push([pair])
    before = kind
  }
  return runs
}

/** Lines of which one version knows nothing: whether they changed is not known. */
const unclearLines = (pairs: readonly Pair[]): readonly DiffLine[] =>
  runsOf(pairs, hiddenIn).flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    const version = first === undefined ? undefined : hiddenIn(first)
    const lines = run.flatMap((pair) => shownLine('context', pair))
    if (version === undefined || first === undefined || last === undefined) return lines
    const number = (pair: Pair): number => (version === 'B' ? pair.now : pair.old)?.number ?? 0
    const gap = sentenceCase(gapText({ from: number(first), to: number(last) }))
    return [gapLine(`${gap} in ${version === 'either' ? 'either version' : `version ${version}`}`), ...lines]
  })

/** Whether one of the versions has more lines there: then what it has more may be in the gap of the other one. */
const movesLines = (run: readonly Pair[]): boolean =>
  run.filter(({ old }) => old === undefined).length !== run.filter(({ now }) => now === undefined).length

/** A change beside a gap may be none. */
const linesOf = (pairs: readonly Pair[]): readonly DiffLine[] => {
  let at = 0
  const groups = runsOf(pairs, (pair) => pair.isSame).map((run) => {
    const from = at
    at += run.length
    const isBeside = hasGap(pairs[from - 1]) || hasGap(pairs[at])
    const isUnclear = run[0]?.isSame === false && (run.some(hasGap) || (isBeside && movesLines(run)))
    return { run, isUnclear }
  })
  const lines: DiffLine[] = []
  const add = (more: readonly DiffLine[]): void => {
    for (const line of more) lines.push(line)
  }
  for (const { run, isUnclear } of groups) {
    if (run[0]?.isSame === true || isUnclear) add(unclearLines(run))
    else {
      add(run.filter(({ now }) => now === undefined).flatMap((pair) => shownLine('delete', pair)))
      add(run.filter(({ old }) => old === undefined).flatMap((pair) => shownLine('add', pair)))
    }
  }
  return lines
}

export const compareLines = async (before: readonly FileLine[], after: readonly FileLine[]): Promise<Comparison> => {
  const [old, now] = [cellsOf(before, after.length), cellsOf(after, before.length)]
  const [a, b] = [old.map(({ text }) => text), now.map(({ text }) => text)]
  const start = sharedStart(a, b)
  const end = sharedEnd(a, b, start)
  const [removed, added] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const found = await changesOf(removed, added)
  const middle: readonly Part[] = found ?? [
    { kind: 'removed', count: removed.length },
    { kind: 'added', count: added.length },
  ]
  const lines = linesOf(pairsOf([{ kind: 'same', count: start }, ...middle, { kind: 'same', count: end }], old, now))
  return {
    lines,
    added: lines.filter(({ kind }) => kind === 'add').length,
    removed: lines.filter(({ kind }) => kind === 'delete').length,
    isPartial: [...before, ...after].some(({ kind }) => kind === 'gap'),
    isCoarse: found === undefined,
  }
}
