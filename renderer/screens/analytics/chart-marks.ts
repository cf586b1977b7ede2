/** Rows of an answer as the marks of a picture. */
import type { AnalyticsCell, AnalyticsAnswer } from '../../../app/contract/analytics.ts'
import type { ChartSpec } from './boards.ts'
import { leastN } from './card-words.ts'
import { cellFilter, openedByRow, type AnswerRow } from './drill-down.ts'
import type { Grouping } from '../../../app/model/metric.ts'
import type { AnalyticsAddress } from './address.ts'
import type { Address } from '../../ui/address/address.ts'
import { go } from '../../ui/address/location.ts'
import { codeWords } from './code-words.ts'
import { columnOf } from './shown-columns.ts'
import type { Query } from '../../ui/address/query-text.ts'

export interface Mark {
  readonly label: string
  /** null: n/a, nothing is drawn. */
  readonly value: number | null
  readonly row: AnswerRow
  /** The number of things behind the value; undefined: not known. */
  readonly n: number | undefined
}

/** Actions of the marks in a picture. */
export interface MarkActs {
  readonly onMark: (row: AnswerRow, wantsRows: boolean) => void
  /** Says that, where a pointer is; empty: nothing. */
  readonly hint: (row: AnswerRow) => string
}

export interface Drawn {
  readonly marks: readonly Mark[]
  /** Rows that are not drawn. */
  readonly left: number
}

export interface Facet {
  /** Empty when there is only one. */
  readonly name: string
  readonly rows: readonly AnswerRow[]
}

export interface Point {
  readonly label: string
  readonly row: AnswerRow
  readonly values: readonly (number | null)[]
}

const maxBars = 16

const numberOf = (value: AnalyticsCell | undefined): number | null => (typeof value === 'number' ? value : null)
const textOf = (value: AnalyticsCell | undefined): string =>
  value === null || value === undefined || value === '' ? '(none)' : String(value)

/** Rows of each value of a column, in the order in which the values come. */
export const facetsOf = (rows: readonly AnswerRow[], facet: string | undefined): readonly Facet[] => {
  if (facet === undefined) return [{ name: '', rows }]
  const found = new Map<string, AnswerRow[]>()
  for (const row of rows) {
    const name = codeWords(facet, textOf(row[facet]))
    const known = found.get(name)
    if (known === undefined) found.set(name, [row])
    else known.push(row)
  }
  return [...found].map(([name, own]) => ({ name, rows: own }))
}

const labelOf = (row: AnswerRow, label: string, detail: string | undefined): string => {
  const more = detail === undefined ? undefined : row[detail]
  const own = codeWords(label, textOf(row[label]))
  return more === undefined || more === null ? own : `${own}: ${codeWords(detail ?? '', String(more))}`
}

/** Names of columns. */
interface BarNames {
  readonly label: string
  readonly measure: string
  readonly detail?: string
}

const countOfRow = (row: AnswerRow, n: string | undefined): number | undefined => (n === undefined ? undefined : (numberOf(row[n]) ?? 0))

/** The longest first, then those of few things, which say little, then rows without a value. */
const longestFirst = (rows: readonly AnswerRow[], measure: string, n: string | undefined): readonly AnswerRow[] => {
  const rank = (row: AnswerRow): number => {
    if (numberOf(row[measure]) === null) return 2
    return (countOfRow(row, n) ?? leastN) < leastN ? 1 : 0
  }
  return [...rows].sort((a, b) => rank(a) - rank(b) || (numberOf(b[measure]) ?? 0) - (numberOf(a[measure]) ?? 0))
}

/** The rows of an answer in the order in which a chart draws them. */
export const inDrawnOrder = (rows: readonly AnswerRow[], chart: ChartSpec): readonly AnswerRow[] =>
  chart.kind === 'bars' ? facetsOf(rows, chart.facet).flatMap(({ rows: own }) => longestFirst(own, chart.measure, chart.n)) : rows

/** The longest bars first; rows without a value are excluded and counted. */
export const bars = (rows: readonly AnswerRow[], { label, measure, detail }: BarNames, n?: string): Drawn => {
  const marks = longestFirst(rows, measure, n)
    .map((row) => ({ label: labelOf(row, label, detail), value: numberOf(row[measure]), row, n: countOfRow(row, n) }))
    .filter(({ value }) => value !== null)
  const shown = marks.slice(0, maxBars)
  return { marks: shown, left: rows.length - shown.length }
}

/** Days without rows: there are more rows than these; nothing is drawn; nothing happened. */
export type Gaps = 'unknown' | 'empty' | 'zero'

/** On a day without rows a count is zero, and a share is not known. */
export const gapsOf = (answer: AnalyticsAnswer, measures: readonly string[]): Gaps => {
  if (answer.isCut) return 'unknown'
  return measures.some((name) => columnOf(answer, name)?.unit === 'share') ? 'empty' : 'zero'
}

const dayMs = 86_400_000
/** A picture of more days has no room for each. */
const maxDays = 4_000

const dayNumber = (label: string): number => Date.parse(label) / dayMs

/** With the days between them, so that a day is as wide as any other. @param values of a day on which nothing happened */
const withDaysBetween = (points: readonly Point[], label: string, values: readonly (number | null)[]): readonly Point[] => {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || dayNumber(last.label) - dayNumber(first.label) > maxDays) return points
  const known = new Map(points.map((point) => [point.label, point]))
  const days = dayNumber(last.label) - dayNumber(first.label) + 1
  return Array.from({ length: days }, (_, at) => {
    const day = new Date((dayNumber(first.label) + at) * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? { label: day, row: { [label]: day }, values }
  })
}

/**
 * Points in the order of their labels, which are days; what has no time is on none.
 * @param gaps what is drawn on days without rows
 */
export const lines = (rows: readonly AnswerRow[], label: string, measures: readonly string[], gaps: Gaps): readonly Point[] => {
  const points = rows
    .filter((row) => row[label] !== null && /^\d/.test(textOf(row[label])))
    .map((row) => ({ label: textOf(row[label]), row, values: measures.map((name) => numberOf(row[name])) }))
    .sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0))
  if (gaps === 'unknown') return points
  const value = gaps === 'zero' ? 0 : null
  return withDaysBetween(
    points,
    label,
    measures.map(() => value),
  )
}

export interface Kept {
  readonly kind: string
  readonly kept: number
  readonly lost: number
}

/** How many rows of each kind survive, in the order in which the kinds come. */
export const keptByKind = (rows: readonly AnswerRow[]): readonly Kept[] =>
  facetsOf(rows, 'kind').map(({ name, rows: own }) => {
    const kept = own.filter((row) => row['survives'] === true).length
    return { kind: name, kept, lost: own.length - kept }
  })

interface Shown {
  readonly answer: AnalyticsAnswer
  readonly address: AnalyticsAddress
  readonly by: Grouping
}

/**
 * Where the marks of a picture lead: a mark that a filter can express sets that filter, another opens what it counts; with Shift it always
 * opens.
 */
export const markActs = ({ address, by, answer }: Shown, label: string, measure: string): MarkActs => {
  const filterOf = (row: AnswerRow): Query | undefined =>
    cellFilter(label, row[label], by) ?? cellFilter('group_name', row['group_name'], by)
  const rowsOf = (row: AnswerRow): Address | undefined => openedByRow(answer.question.columns, measure, row, address, by)
  return {
    onMark: (row, wantsRows) => {
      const filter = wantsRows ? undefined : filterOf(row)
      const place = filter === undefined ? rowsOf(row) : { ...address, fields: { ...address.fields, ...filter } }
      if (place !== undefined) go(place)
    },
    hint: (row) => {
      const [filters, opens] = [filterOf(row) !== undefined, rowsOf(row) !== undefined]
      if (filters) return opens ? 'Click to filter. Shift-click to show what it counts' : 'Click to filter'
      return opens ? 'Click to show what it counts' : ''
    },
  }
}
