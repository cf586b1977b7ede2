/** What an answer is, so that it can be cited and checked: program, metric, filters, definitions, statement, and a hash of what was read. */
import corpusSql from '../../analytics/filters/corpus.sql?raw'
import { preparedMetric, runnableMetric, type MetricFilters } from '../../analytics/metrics/run-metric.ts'
import type { AboutAnswer } from '../../contract/analytics.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { count, text } from '../../model/columns.ts'
import { countOf } from '../../model/format/count.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import type { DerivedTables } from '../derived/derived-tables.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { rulesVersion } from '../kernel/rules-version.ts'
import { prepared, readRequest, type MetricRequest } from './answer-metric.ts'
import { metricView } from './list-metrics.ts'

type Asked = Pick<CallParsed<'analytics.ask'>, 'name' | 'by' | 'filters' | 'parameters' | 'order' | 'zone'>

const given = (values: object): AboutAnswer['filters'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const filterWords = (filters: AboutAnswer['filters']): string => {
  const set = Object.entries(filters).filter(([name, value]) => !(name === 'chains' && value === 'both'))
  const inWords = (name: string, value: unknown): string =>
    (name === 'since' || name === 'until') && typeof value === 'number' ? new Date(value).toISOString() : String(value)
  return set.length === 0 ? 'without filters' : `with ${set.map(([name, value]) => `${name} = ${inWords(name, value)}`).join(', ')}`
}

/** @param chosen as the request was prepared: its facts are made */
export const aboutPrepared = async (
  { store: { database } }: EngineContext,
  derived: DerivedTables,
  asked: Asked,
  { metric }: MetricRequest,
  chosen: MetricFilters,
): Promise<AboutAnswer> => {
  const { sql } = preparedMetric(corpusSql, { ...chosen, order: null })
  const columns = { sessions: count('sessions'), hash: text('corpus_hash') } as const
  const [corpus] = await derived.known.of(database, sql, () => database.query(sql, columns))
  const { sessions = 0, hash = '' } = corpus ?? {}
  const view = metricView(asked.name, metric, asked.by)
  const filters = given(asked.filters)
  return {
    program: `Strata ${packageFile.version}`,
    rules: rulesVersion,
    metric: asked.name,
    question: view.title,
    row: view.row,
    groupedBy: asked.by,
    filters,
    parameters: given(asked.parameters),
    zone: chosen.zone,
    columns: view.columns.map(({ name, label, unit, means, absent }) => ({ name, label, unit, means, absent })),
    notes: metric.notes ?? [],
    corpus: { sessions, hash },
    sentence: `Computed with Strata ${packageFile.version} (rules ${rulesVersion}), metric “${asked.name}” by ${asked.by} ${filterWords({ ...filters, ...given(asked.parameters) })}, time zone ${chosen.zone}, over ${countOf(sessions, 'session')} (corpus ${hash.slice(0, 16)}); docs/metrics.md defines every column.`,
    sql: runnableMetric(metric.sql, chosen),
  }
}

/** @throws StrataError not-found, ambiguous-id, invalid-input */
export const aboutAnswer = async (context: EngineContext, derived: DerivedTables, asked: Asked): Promise<AboutAnswer> => {
  const request = await readRequest(context, derived, asked)
  const { chosen } = await prepared(context, derived, request)
  return aboutPrepared(context, derived, asked, request, chosen)
}
