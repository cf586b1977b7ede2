/** The difference between two versions of a file, also where some of their lines are not known. */
import { matchLines } from '../../../../app/diff/match-lines.ts'
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
}

/** A line; of one that is not known the number alone. */
interface Cell {
  readonly number: number
  readonly text: string | undefined
}

/** A gap keeps its length, so that the lines after it are compared with each other. */
const maxGapLength = 200_000

/** @param others lines of the other version: as many may follow where it is not known how many do */
const cellsOf = (rows: readonly FileLine[], others: number): readonly Cell[] =>
  rows.flatMap((row): readonly Cell[] => {
    if (row.kind === 'line') return [{ number: row.number, text: row.text }]
    const to = row.to ?? Math.max(row.from, others)
    return Array.from({ length: Math.min(maxGapLength, to - row.from + 1) }, (_, at) => ({ number: row.from + at, text: undefined }))
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

/** Lines that are beside each other, or one without another. */
interface Pair {
  readonly old: Cell | undefined
  readonly now: Cell | undefined
  /** Unclear: one of the versions does not know its line, or what is beside it. */
  readonly state: 'same' | 'changed' | 'unclear'
}

const isHidden = (cell: Cell | undefined): boolean => cell !== undefined && cell.text === undefined

/** The parts of both versions between two lines that belong together: what is not known may be any of the other's lines. */
const betweenPairs = (old: readonly Cell[], now: readonly Cell[]): readonly Pair[] => {
  const state = [...old, ...now].some(isHidden) ? 'unclear' : 'changed'
  const pairs: Pair[] = []
  let [at, nowAt] = [0, 0]
  while (at < old.length || nowAt < now.length) {
    const [one, other] = [old[at], now[nowAt]]
    if (one !== undefined && other !== undefined && (isHidden(one) || isHidden(other))) {
      pairs.push({ old: one, now: other, state })
      nowAt += 1
      at += 1
    } else if (one !== undefined) {
      pairs.push({ old: one, now: undefined, state })
      at += 1
    } else {
      pairs.push({ old: undefined, now: other, state })
      nowAt += 1
    }
  }
  return pairs
}

/** An unknown part equals nothing. No line contains a line feed. */
const tokensOf = (cells: readonly Cell[], side: string): readonly string[] => cells.map(({ text }, at) => text ?? `\n${side}${at}`)

const pairsOf = (before: readonly Cell[], after: readonly Cell[]): readonly Pair[] => {
  const pairs: Pair[] = []
  const add = (more: readonly Pair[]): void => {
    for (const pair of more) pairs.push(pair)
  }
  let [old, now] = [0, 0]
  matchLines(tokensOf(before, 'A'), tokensOf(after, 'B')).forEach((match, at) => {
    if (match === -1) return
    add(betweenPairs(before.slice(old, match), after.slice(now, at)))
    pairs.push({ old: before[match], now: after[at], state: 'same' })
    old = match + 1
    now = at + 1
  })
  add(betweenPairs(before.slice(old), after.slice(now)))
  return pairs
}

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

/** Lines that are unknown in one version: whether they changed is not known. */
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

/** A change beside a gap may be none. */
const linesOf = (pairs: readonly Pair[]): readonly DiffLine[] => {
  let at = 0
  const groups = runsOf(pairs, ({ state }) => state).map((run) => {
    const from = at
    at += run.length
    const isBeside = hasGap(pairs[from - 1]) || hasGap(pairs[at])
    return { run, isChange: run[0]?.state === 'changed' && !isBeside }
  })
  const lines: DiffLine[] = []
  const add = (more: readonly DiffLine[]): void => {
    for (const line of more) lines.push(line)
  }
  for (const { run, isChange } of groups) {
    if (!isChange) add(unclearLines(run))
    else {
      add(run.filter(({ now }) => now === undefined).flatMap((pair) => shownLine('delete', pair)))
      add(run.filter(({ old }) => old === undefined).flatMap((pair) => shownLine('add', pair)))
    }
  }
  return lines
}

const samePairs = (before: readonly Cell[], after: readonly Cell[]): readonly Pair[] =>
  before.map((old, at) => ({ old, now: after[at], state: 'same' }))

/** The changes from one version to the other, among the lines that are known in both. */
export const compareLines = (before: readonly FileLine[], after: readonly FileLine[]): Comparison => {
  const [old, now] = [cellsOf(before, after.length), cellsOf(after, before.length)]
  const [a, b] = [old.map(({ text }) => text), now.map(({ text }) => text)]
  const isPartial = [...before, ...after].some(({ kind }) => kind === 'gap')
  const start = isPartial ? sharedStart(a, b) : 0
  const end = isPartial ? sharedEnd(a, b, start) : 0
  const lines = linesOf([
    ...samePairs(old.slice(0, start), now),
    ...pairsOf(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...samePairs(old.slice(old.length - end), now.slice(now.length - end)),
  ])
  return {
    lines,
    added: lines.filter(({ kind }) => kind === 'add').length,
    removed: lines.filter(({ kind }) => kind === 'delete').length,
    isPartial,
  }
}
