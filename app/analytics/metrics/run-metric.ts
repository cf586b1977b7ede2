/** Asks the tables a metric: fills in the filters, checks the columns, and gives the rows by the names of their columns. */
import { tokenWeights } from '../../model/estimate-tokens.ts'
import { parameterNames, type ChosenChains, type ParameterName } from '../../model/metric.ts'
import { query, type Parameter } from '../../store/tables/query.ts'
import type { Database } from '../../store/tables/database.ts'
import { checkedColumns, type Metric } from './metric.ts'
import { composed, inOrder, parametersIn, withFilters, withValues, type RowOrder, type Shape } from '../compose-sql.ts'

/** Filters of a metric; null does not restrict. Instants in milliseconds since 1970. */
export interface MetricFilters extends Omit<Shape, 'isCut'> {
  readonly project: string | null
  readonly session: string | null
  readonly template: string | null
  readonly model: string | null
  readonly agentType: string | null
  readonly sinceMs: number | null
  readonly untilMs: number | null
  readonly chains: ChosenChains
  readonly zone: string
  readonly parameters: Readonly<Partial<Record<ParameterName, string | boolean | null>>>
  /** null: that of the metric. */
  readonly order: RowOrder | null
  /** Prices of models as JSON rows, and of 1,000 web searches in US dollars, for metrics that compute costs; see priceRows. */
  readonly prices: string
  readonly searchUsd: number
  /** The moment of which the answer is; null: that at which the statement runs. */
  readonly nowMs: number | null
}

/** Whether a metric computes costs from prices. */
export const usesPrices = (sql: string): boolean => composed(sql).includes('$prices::')

/** Whether the answer changes as time passes. */
export const usesNow = (sql: string): boolean => composed(sql).includes('$now_ms::')

/** Filters that restrict nothing. */
export const noFilters = {
  project: null,
  session: null,
  template: null,
  model: null,
  modelNumber: null,
  agentType: null,
  agentNumber: null,
  sinceMs: null,
  untilMs: null,
  chains: 'both',
} as const satisfies Partial<MetricFilters>

export type MetricRow = Readonly<Record<string, string | number | boolean | null>>

const valuesOf = (chosen: MetricFilters, limit: number | null): Readonly<Record<string, Parameter>> => ({
  ...Object.fromEntries(parameterNames.map((name) => [name, chosen.parameters[name] ?? null])),
  project: chosen.project,
  session: chosen.session,
  template: chosen.template,
  model: chosen.model,
  model_number: chosen.modelNumber,
  agent_number: chosen.agentNumber,
  since_ms: chosen.sinceMs,
  until_ms: chosen.untilMs,
  chains: chosen.chains,
  by: chosen.by,
  zone: chosen.zone,
  limit,
  prices: chosen.prices,
  search_usd: chosen.searchUsd,
  now_ms: chosen.nowMs,
  weights: JSON.stringify(tokenWeights),
})

interface Prepared {
  /** With its filters in it. */
  readonly sql: string
  readonly parameters: Readonly<Record<string, Parameter>>
}

/** The statement with its filter values: DuckDB then skips needless parts, which it cannot do for parameters. */
export const preparedMetric = (sql: string, chosen: MetricFilters, limit: number | null = null): Prepared => {
  // In another order the first rows may be any of all.
  const wanted = chosen.order === null ? limit : null
  const whole = inOrder(withFilters(sql, { ...chosen, isCut: wanted !== null }), chosen.order)
  const parameters = parametersIn(whole, valuesOf(chosen, wanted))
  return { sql: withValues(whole, parameters), parameters }
}

/** The statement for any SQL client; it stays valid when longer numbers enter the store. */
export const runnableMetric = (sql: string, chosen: MetricFilters): string => completeMetric(sql, { ...chosen, isNarrow: false })

/** The statement with everything in it. In one pass: a value may look like a parameter. */
export const completeMetric = (sql: string, chosen: MetricFilters): string => {
  const whole = inOrder(withFilters(sql, { ...chosen, isCut: false }), chosen.order)
  return withValues(whole, parametersIn(whole, valuesOf(chosen, null)))
}

/** At most `limit` rows. */
export const runMetric = (
  tables: Pick<Database, 'read'>,
  metric: Pick<Metric, 'sql' | 'columns'>,
  chosen: MetricFilters,
  limit: number,
): Promise<readonly MetricRow[]> => {
  const { sql } = preparedMetric(metric.sql, chosen, limit)
  const limited = `FROM (\n${sql}\n)\nLIMIT ${limit}`
  return tables.read((reader) => query(reader, limited, checkedColumns(metric.columns))) as Promise<readonly MetricRow[]>
}
