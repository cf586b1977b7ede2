/** Rows of ranges as the bins of a histogram: each begins where the one before ends, those without a row included. */
import type { AnalyticsAnswer, AnalyticsCell } from '../../../app/contract/analytics.ts'
import { formatCompact } from '../../../app/model/format/count.ts'
import type { Drawn, Mark } from './chart-marks.ts'
import type { AnswerRow } from './drill-down.ts'
import { columnOf } from './shown-columns.ts'

export interface Bins extends Drawn {
  /** Where bins begin, in words, and where the last one ends. */
  readonly edges: readonly string[]
  /** How wide the bins are, in words; empty: one as wide as the other. */
  readonly scale: string
}

/** Names of columns. */
interface BinNames {
  readonly from: string
  readonly to: string
  readonly measure: string
  readonly n?: string
}

/** From a value on, up to another, which is excluded; null: without an end. */
interface Bin {
  readonly from: number
  readonly to: number | null
  /** undefined: nothing falls into it. */
  readonly row?: AnswerRow
}

const numberOf = (value: AnalyticsCell | undefined): number | null => (typeof value === 'number' ? value : null)

/** The bins between two values, of which each but the first is twice as wide as the one before. */
const emptyBins = (from: number, to: number): readonly Bin[] => {
  if (from >= to) return []
  const next = from === 0 ? Math.min(1, to) : Math.min(2 * from, to)
  return [{ from, to: next }, ...emptyBins(next, to)]
}

/** @param isWhole values are whole numbers: a row names the largest value of its range, and the first bin is that of 0 */
const binsOf = (rows: readonly AnswerRow[], { from, to }: BinNames, isWhole: boolean): readonly Bin[] => {
  const known = rows
    .map((row): Bin => {
      const end = numberOf(row[to])
      return { from: numberOf(row[from]) ?? 0, to: end === null ? null : isWhole ? end + 1 : end, row }
    })
    .sort((a, b) => a.from - b.from)
  return known.flatMap((bin, at) => {
    const before = at === 0 ? (isWhole ? 0 : bin.from) : known[at - 1]?.to
    return [...emptyBins(before ?? bin.from, bin.from), bin]
  })
}

const doubles = ({ from, to }: Bin): boolean => to === 2 * from

/** The last bin may have no end. */
const scaleWords = (bins: readonly Bin[]): string => {
  const ended = bins.filter(({ to }) => to !== null)
  const width = ({ from, to }: Bin): number => (to ?? from) - from
  const [first] = ended
  if (first === undefined || ended.every((bin) => width(bin) === width(first))) return ''
  const positive = ended.filter(({ from }) => from > 0)
  return positive.every(doubles) ? `log scale from ${edgeWords(positive[0]?.from ?? 0)}` : 'bins of different widths'
}

const longest = 10_000

const edgeWords = (value: number): string =>
  value < longest ? value.toLocaleString('en', { maximumFractionDigits: 2 }) : formatCompact(value)

const binWords = ({ from, to }: Bin, isWhole: boolean): string => {
  if (to === null) return `${edgeWords(from)} or more`
  if (!isWhole) return `${edgeWords(from)} to below ${edgeWords(to)}`
  return to === from + 1 ? edgeWords(from) : `${edgeWords(from)} to ${edgeWords(to - 1)}`
}

export const rangeBins = (answer: Pick<AnalyticsAnswer, 'question'>, rows: readonly AnswerRow[], names: BinNames): Bins => {
  const isWhole = columnOf(answer, names.to)?.unit === 'count'
  const isCount = columnOf(answer, names.measure)?.unit === 'count'
  const bins = binsOf(rows, names, isWhole)
  const markOf = (bin: Bin): Mark => ({
    label: binWords(bin, isWhole),
    value: bin.row === undefined ? (isCount ? 0 : null) : numberOf(bin.row[names.measure]),
    row: bin.row ?? {},
    n: names.n === undefined ? undefined : (numberOf(bin.row?.[names.n]) ?? 0),
  })
  const last = bins.at(-1)
  return {
    marks: bins.map(markOf),
    left: 0,
    edges: [...bins.map(({ from }) => edgeWords(from)), ...(last === undefined ? [] : [last.to === null ? 'more' : edgeWords(last.to)])],
    scale: scaleWords(bins),
  }
}
