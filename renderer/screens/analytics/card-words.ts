/** The lines below the title of a card: what it shows, of what, from when to when, of how many, and which values are too small. */
import type { AnalyticsAnswer, AnalyticsColumn, AnalyticsValues } from '../../../app/contract/analytics.ts'
import { countOf, formatCount, nounFor } from '../../../app/model/format/count.ts'
import { unitWord } from '../../ui/format/cell-words.ts'
import type { ChartSpec } from './boards.ts'
import type { AnswerRow } from './drill-down.ts'
import { columnOf } from './shown-columns.ts'
import { shortenPath } from '../../ui/format/format-path.ts'
import type { Query } from '../../ui/address/query-text.ts'

/** A value of fewer is a chance: its bar is grey. */
export const leastN = 5

/** The name of a measure with its unit, as an axis bears it: “Median time”, “Agent-minutes (min)”. */
export const axisName = ({ label, unit }: Pick<AnalyticsColumn, 'label' | 'unit'>): string => {
  const word = unit === 'usd' ? 'USD' : unitWord(unit)
  return word === undefined || label.toLowerCase().includes(word) ? label : `${label} (${word})`
}

/** The names of the columns that a chart draws. */
const measuresOf = (chart: ChartSpec): readonly string[] => {
  if (chart.kind === 'lines') return chart.measures
  return 'measure' in chart ? [chart.measure] : []
}

/** The measures of a chart, as its legend names them. */
const measureWords = (answer: AnalyticsAnswer, chart: ChartSpec): string | undefined => {
  const labels = measuresOf(chart).flatMap((name) => columnOf(answer, name)?.label ?? [])
  return labels.length === 0 ? undefined : labels.join(', ')
}

/** The column that counts of how many things the values are figures: where the measure counts things, itself. */
export const countedBy = (answer: AnalyticsAnswer, chart: ChartSpec): AnalyticsColumn | undefined => {
  if (chart.kind !== 'bars' && chart.kind !== 'histogram') return undefined
  const measure = columnOf(answer, chart.measure)
  return columnOf(answer, chart.n) ?? (measure?.unit === 'count' ? measure : undefined)
}

const sumOf = (rows: readonly AnswerRow[], name: string): number =>
  rows.reduce((sum, row) => sum + (typeof row[name] === 'number' ? row[name] : 0), 0)

/** With a facet, every picture counts the same things again. Things that count in several rows have no total. */
const totalOf = (answer: AnalyticsAnswer, chart: ChartSpec): string | undefined => {
  const counted = countedBy(answer, chart)
  if (counted === undefined || answer.isCut || !('measure' in chart) || 'overlaps' in chart) return undefined
  const facet = 'facet' in chart ? chart.facet : undefined
  const first = facet === undefined ? undefined : answer.rows[0]?.[facet]
  const rows = facet === undefined ? answer.rows : answer.rows.filter((row) => row[facet] === first)
  const things = ('of' in chart ? chart.of : undefined) ?? counted.label.toLowerCase()
  const n = sumOf(rows, counted.name)
  return `n = ${formatCount(n)} ${nounFor(n, things)}`
}

const filterNames = ['session', 'template', 'model', 'agentType'] as const

/** The filters that are set, in words. */
const filterWords = (fields: Query): readonly string[] => [
  fields['project'] === undefined ? 'all projects' : `project ${shortenPath(fields['project'], 40)}`,
  ...filterNames.flatMap((name) => (fields[name] === undefined ? [] : [`${name === 'agentType' ? 'agent' : name} ${fields[name]}`])),
  ...(fields['chains'] === undefined ? [] : [fields['chains'] === 'main' ? 'main chains' : 'sub-agents']),
]

export const periodWords = (fields: Query, { firstDay, lastDay }: Pick<AnalyticsValues, 'firstDay' | 'lastDay'>): string | undefined => {
  const [from, to] = [fields['since'] ?? firstDay, fields['until'] ?? lastDay]
  return from === null || to === null ? undefined : `${from} to ${to}`
}

/** What a card shows. */
export interface CardAnswer {
  readonly answer: AnalyticsAnswer
  readonly chart: ChartSpec
  readonly fields: Query
  readonly values: Pick<AnalyticsValues, 'firstDay' | 'lastDay'>
}

/** Measures that are too small where the client wrote too few output tokens. */
const understatedMeasures: ReadonlySet<string> = new Set(['output_tokens', 'usd'])

/** Whether the value of a row is known to be too small. */
export const isUnderstated = (measure: string, row: AnswerRow): boolean =>
  understatedMeasures.has(measure) && typeof row['understated_replies'] === 'number' && row['understated_replies'] > 0

/** What a reader must know about values that are too small; undefined: none is. */
export const understatedWords = (answer: AnalyticsAnswer, chart: ChartSpec): string | undefined => {
  if (!measuresOf(chart).some((measure) => answer.rows.some((row) => isUnderstated(measure, row)))) return undefined
  const [few, all] = [sumOf(answer.rows, 'understated_replies'), sumOf(answer.rows, 'replies')]
  return `Understated: the client wrote too few output tokens for ${formatCount(few)} of ${countOf(all, 'reply', 'replies')}; the real values are higher.`
}

/** The lines below the title: what the card shows, and what a reader must know about its values. */
export const cardLines = ({
  answer,
  chart,
  fields,
  values,
}: CardAnswer): { readonly line: string; readonly caveat: string | undefined } => ({
  line: [measureWords(answer, chart), ...filterWords(fields), periodWords(fields, values), totalOf(answer, chart)]
    .filter((part) => part !== undefined)
    .join(' · '),
  caveat: understatedWords(answer, chart),
})
