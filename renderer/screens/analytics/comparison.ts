/** Two groups of sessions that the boards compare, as the address names them, and what of an answer is drawn. */
import type { AnalyticsValues, ComparedAnswer, ComparedMeasure } from '../../../app/contract/analytics.ts'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { MetricUnit } from '../../../app/model/metric.ts'
import { zonedInstant } from '../../../app/model/zoned-instant.ts'
import type { ChartSpec } from './boards.ts'
import { cellWords } from '../../ui/format/cell-words.ts'
import { codeWords } from './code-words.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import type { Query } from '../../ui/address/query-text.ts'

type Groups = CallInput<'analytics.compare'>['groups']

/** What distinguishes the groups, by its value in the address, and its name on screen. */
export const comparedBy = {
  project: 'projects',
  template: 'templates',
  model: 'models',
  version: 'versions',
  day: 'days',
} as const
export type ComparedBy = keyof typeof comparedBy

export interface Comparison {
  readonly by: ComparedBy
  /** The values of both groups; of a day, the day twice. */
  readonly chosen: readonly [string, string]
  readonly labels: readonly [string, string]
  readonly groups: Groups
  /** The filters of both groups. */
  readonly fields: Query
}

const dayMs = 86_400_000

/** The day in the middle. */
const middleDay = (first: string, last: string): string => {
  const days = Math.ceil((Date.parse(last) - Date.parse(first)) / dayMs / 2)
  return new Date(Date.parse(first) + days * dayMs).toISOString().slice(0, 10)
}

/** Values by which groups can be named, the most frequent first. */
export const comparedValues = (by: Exclude<ComparedBy, 'day'>, values: AnalyticsValues): readonly string[] => {
  const named = (all: readonly string[]): readonly string[] => all.map((value) => (value === '' ? '(none)' : value))
  switch (by) {
    case 'project':
      return named(values.projects.map(({ project }) => project))
    case 'template':
      return named(values.templates.map(({ template }) => template))
    case 'model':
      return named(values.models.map(({ model }) => model))
    case 'version':
      return named(values.versions.map(({ version }) => version))
  }
}

const isComparedBy = (text: string | undefined): text is ComparedBy => text !== undefined && Object.hasOwn(comparedBy, text)

const byDay = (fields: Query, base: Query, values: AnalyticsValues): Comparison | undefined => {
  if (values.firstDay === null || values.lastDay === null) return undefined
  const day = fields['a'] ?? middleDay(fields['since'] ?? values.firstDay, fields['until'] ?? values.lastDay)
  const at = zonedInstant(day, fields['zone'] ?? machineZone(), 'beginning')
  return {
    by: 'day',
    chosen: [day, day],
    labels: [`before ${day}`, `from ${day}`],
    groups: [{ until: at }, { since: at }],
    fields: base,
  }
}

/**
 * undefined: nothing is compared, or there are no two values to compare.
 * @throws StrataError invalid-input for a day that is none
 */
export const comparisonOf = (fields: Query, values: AnalyticsValues): Comparison | undefined => {
  const { compare: by, a, b, ...base } = fields
  if (!isComparedBy(by)) return undefined
  if (by === 'day') return byDay(fields, base, values)
  const known = comparedValues(by, values)
  const first = a ?? base[by] ?? known[0]
  const second = b ?? known.find((value) => value !== first)
  if (first === undefined || second === undefined) return undefined
  return {
    by,
    chosen: [first, second],
    labels: [first, second],
    groups: [{ [by]: first }, { [by]: second }],
    fields: { ...base, [by]: undefined },
  }
}

/** The columns that a card compares; undefined: all of the metric. */
export const comparedColumns = (chart: ChartSpec): readonly string[] | undefined => {
  if (chart.kind === 'lines') return chart.measures
  return 'measure' in chart ? [chart.measure] : undefined
}

export interface ComparedRow {
  /** Empty when the metric has one row for a group. */
  readonly label: string
  readonly measure: ComparedMeasure
}

export interface ComparedNumber {
  readonly column: ComparedAnswer['question']['columns'][number]
  readonly rows: readonly ComparedRow[]
}

/** Rows of a number that have room in a picture. */
const maxRows = 8

/** A number of one of the groups: the median of a count may be between two. */
export const comparedWords = (value: number | null, unit: MetricUnit): string =>
  value === null ? 'n/a' : cellWords(value, unit === 'count' ? 'number' : unit)

const labelOf = ({ of }: ComparedMeasure): string =>
  Object.entries(of)
    .flatMap(([name, value]) => (value === null ? [] : [codeWords(name, String(value))]))
    .join(': ')

/** The numbers of an answer by column, those that no session has excluded; the rows with most sessions first. */
export const comparedNumbers = ({ question, rows }: ComparedAnswer, columns: readonly string[] | undefined): readonly ComparedNumber[] =>
  question.columns
    .filter(({ name }) => columns?.includes(name) !== false)
    .map((column) => ({
      column,
      rows: rows
        .filter((row) => row.column === column.name && row.groups[0].n + row.groups[1].n > 0)
        .map((measure) => ({ label: labelOf(measure), measure }))
        .slice(0, maxRows),
    }))
    .filter(({ rows: own }) => own.length > 0)
