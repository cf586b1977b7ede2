/** Computes metrics: makes the facts, applies the filters, and reports what is n/a and why. */
import { tablesOfMetric } from '../../analytics/compose-sql.ts'
import { countOf, formatCount } from '../../model/format/count.ts'
import {
  runMetric,
  preparedMetric,
  runnableMetric,
  noFilters,
  usesNow,
  usesPrices,
  type MetricFilters,
  type MetricRow,
} from '../../analytics/metrics/run-metric.ts'
import eventTotal from '../../analytics/filters/event-total.sql?raw'
import eventsWithoutTime from '../../analytics/filters/events-without-time.sql?raw'
import compactionTotal from '../../analytics/filters/compaction-total.sql?raw'
import recordTotal from '../../analytics/filters/record-total.sql?raw'
import type { Metric } from '../../analytics/metrics/metric.ts'
import { priceRows, searchUsd } from '../../analytics/prices/price-rows.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import { zoneOf } from '../../analytics/time-zone.ts'
import type { AnalyticsAnswer } from '../../contract/analytics.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import type { FilterName, Grouping, ParameterName } from '../../model/metric.ts'
import { endingMoment } from '../../model/session-ending.ts'
import { didYouMean } from '../../model/similar-names.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { priceTables } from '../kernel/price-tables.ts'
import { count, text } from '../../model/columns.ts'
import type { Parameter } from '../../store/tables/query.ts'
import { findCommit } from '../commits/find-commit.ts'
import { resolveCommit, resolveSession } from '../commits/resolve-name.ts'
import { compactionLacks } from './compaction-lacks.ts'
import { findMetric, metricView } from './list-metrics.ts'
import type { DerivedTables } from '../derived/derived-tables.ts'
import { queryContext, type QueryContext } from './query-context.ts'
import namedCompaction from '../../analytics/fragments/named-compaction.sql?raw'
import type { Database } from '../../store/tables/database.ts'

type Asked = Pick<CallParsed<'analytics.ask'>, 'name' | 'by' | 'filters' | 'parameters' | 'order' | 'zone'>

/** As facts call it where no model answers. */
const noModel = '(none)'

/** As groups show what has no name. */
const unnamed = (text: string | undefined): string | null => (text === '(none)' ? '' : (text ?? null))

const given = ({ filters, parameters }: Asked): ReadonlySet<string> => {
  const all = Object.entries({ ...filters, ...parameters }).filter(
    ([name, value]) => value !== undefined && !(name === 'chains' && value === 'both'),
  )
  return new Set(all.map(([name]) => name))
}

const whyNotGrouped = ({ groupings }: Metric, by: Grouping): string | undefined => {
  if (by === 'total' || groupings.includes(by)) return undefined
  return groupings.length === 0 ? 'its rows cannot be grouped' : `it cannot be grouped by ${by}, only by ${groupings.join(', ')}`
}

const whyNotOrdered = ({ columns }: Metric, order: Asked['order']): string | undefined =>
  order === undefined || Object.hasOwn(columns, order.column)
    ? undefined
    : `it has no column ${order.column}; its columns: ${Object.keys(columns).join(', ')}${didYouMean(order.column, Object.keys(columns))}`

const whyNotChosen = ({ choices = {} }: Metric, parameters: Asked['parameters']): readonly string[] =>
  Object.entries(choices).flatMap(([name, known]) => {
    const value = parameters[name as ParameterName]
    return value === undefined || known.includes(String(value))
      ? []
      : [`${name} must be one of ${known.join(', ')}${didYouMean(String(value), known)}`]
  })

const options: Readonly<Record<string, string>> = { commit: '--commit CTX', session: '--session ID' }

/** The option of strata ask that gives a filter or parameter. */
const optionOf = (name: string): string => options[name] ?? `--with ${name}=VALUE`

/** @throws StrataError invalid-input */
const check = (metric: Metric, asked: Asked): void => {
  const has = given(asked)
  const wrong = [
    whyNotGrouped(metric, asked.by),
    whyNotOrdered(metric, asked.order),
    ...(Object.keys(asked.parameters) as ParameterName[]).map((name) =>
      has.has(name) && metric.parameters?.includes(name) !== true ? `it has no parameter ${name}` : undefined,
    ),
    ...whyNotChosen(metric, asked.parameters),
    ...(metric.needs ?? []).map((name) => (has.has(name) ? undefined : `it requires a ${name}: add ${optionOf(name)}`)),
  ].filter((reason) => reason !== undefined)
  if (wrong.length > 0) throw new StrataError('invalid-input', `${asked.name}: ${wrong.join('; ')}`, { question: asked.name })
}

/** The selected filters, without the facts that are looked up for them. */
type Prices = Pick<MetricFilters, 'prices' | 'searchUsd'>

type Named = Omit<MetricFilters, keyof QueryContext | keyof Prices | 'nowMs'>

/** Its full id: first as the tables know it, then among those that were amended away. @throws StrataError not-found, ambiguous-id */
const commitOf = async (context: EngineContext, { known }: DerivedTables, name: string): Promise<string> => {
  const { database } = context.store
  try {
    return await known.of(database, `commit ${name}`, () => resolveCommit(database, name))
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'not-found') return (await findCommit(context, name)).commit.commitId
    throw thrown
  }
}

/** A page of figures asks for many metrics of one session: its name is looked up once. @throws StrataError not-found, ambiguous-id */
const sessionOf = ({ store: { database } }: EngineContext, { known }: DerivedTables, name: string): Promise<string> =>
  known.of(database, `session ${name}`, () => resolveSession(database, name))

/** The question with full names. @throws StrataError not-found, ambiguous-id, invalid-input */
const chosenOf = async (
  context: EngineContext,
  derived: DerivedTables,
  { by, filters, parameters, order, zone }: Asked,
): Promise<Named> => ({
  project: unnamed(filters.project),
  session: filters.session === undefined ? null : await sessionOf(context, derived, filters.session),
  template: unnamed(filters.template),
  model: filters.model ?? null,
  agentType: filters.agentType ?? null,
  sinceMs: filters.since ?? null,
  untilMs: filters.until ?? null,
  chains: filters.chains,
  by,
  order: order ?? null,
  zone: zoneOf(zone),
  parameters: {
    ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value ?? null])),
    ...(parameters.commit === undefined ? {} : { commit: await commitOf(context, derived, parameters.commit) }),
  },
})

/**
 * Reasons why the metric cannot apply given filters. A metric without sub-agents counts only main chains, so the filter for main chains is
 * allowed.
 */
const barred = (metric: Metric, asked: Asked): readonly string[] => {
  const has = new Set(given(asked))
  if (asked.filters.chains === 'main') has.delete('chains')
  return Object.entries(metric.cannot ?? {}).flatMap(([name, why]) => (has.has(name as FilterName) ? [`n/a by ${name}: ${why}`] : []))
}

/** Columns that are n/a for the same reason are named together. */
const absences = (metric: Metric, rows: readonly MetricRow[]): readonly string[] => {
  const labels = new Map<string, string[]>()
  for (const [name, { label, absent }] of Object.entries(metric.columns))
    if (absent !== undefined && rows.some((row) => row[name] === null)) labels.set(absent, [...(labels.get(absent) ?? []), label])
  return [...labels].map(([absent, all]) => `${all.join(', ')} n/a: ${absent}`)
}

const untimed = async (
  { store: { database } }: EngineContext,
  derived: DerivedTables,
  { needsTime }: Metric,
  chosen: MetricFilters,
): Promise<readonly string[]> => {
  const inRange = chosen.sinceMs !== null || chosen.untilMs !== null
  if (!inRange && needsTime !== true) return []
  const { sql } = preparedMetric(eventsWithoutTime, { ...chosen, order: null })
  const [row] = await derived.known.of(database, sql, () => database.query(sql, { events: count('events') }))
  const events = row?.events ?? 0
  if (events === 0) return []
  const counted = events === 1 ? '1 event has no time and is' : `${formatCount(events)} events have no time and are`
  return [`${counted} ${inRange ? 'outside every range of dates' : 'not counted'}`]
}

/** What no model answers is in none: with a filter for a model the answer says how much that is. */
const unmodelled = async (
  { store: { database } }: EngineContext,
  derived: DerivedTables,
  { countsRecords }: Metric,
  chosen: MetricFilters,
): Promise<readonly string[]> => {
  if (chosen.model === null || chosen.model === noModel) return []
  const ofNone = {
    ...chosen,
    ...(await queryContext(database, derived.known, recordTotal, { ...chosen, model: noModel })),
    model: noModel,
    order: null,
  }
  const { sql } = preparedMetric(countsRecords === true ? recordTotal : eventTotal, ofNone)
  const [row] = await derived.known.of(database, sql, () => database.query(sql, { found: count('found') }))
  const found = row?.found ?? 0
  if (found === 0) return []
  const what = countsRecords === true ? 'record' : 'event'
  const counted = found === 1 ? `1 ${what} is` : `${formatCount(found)} ${what}s are`
  return [`${counted} of no model: no model answers in the chain`]
}

/** A parsed request: names are resolved, and it contains the reasons that prevent an answer. */
export interface MetricRequest {
  readonly metric: Metric
  readonly chosen: Named
  readonly barred: readonly string[]
}

/** @throws StrataError not-found, ambiguous-id, invalid-input */
export const readRequest = async (context: EngineContext, derived: DerivedTables, asked: Asked): Promise<MetricRequest> => {
  const metric = findMetric(asked.name)
  check(metric, asked)
  const named = await chosenOf(context, derived, asked)
  return { metric, chosen: named, barred: barred(metric, asked) }
}

/** Prices of the models in the store, for a metric that computes costs. */
const pricesFor = async ({ store: { database, dir } }: EngineContext, { sql }: Metric): Promise<Prices> => {
  if (!usesPrices(sql)) return { prices: '[]', searchUsd: 0 }
  const tables = await priceTables(dir)
  const models = await runQuery(database, 'pricedModels', {})
  const names = models.map(({ model }) => model)
  return { prices: priceRows(names, tables), searchUsd: searchUsd(tables) }
}

/** An answer that changes as time passes is remembered for its moment alone. */
const momentOf = ({ sql }: Metric): number | null => (usesNow(sql) ? endingMoment(Date.now()) : null)

/** Makes the facts that a metric reads; the notes list what is still missing. @throws StrataError */
export const prepared = async (context: EngineContext, derived: DerivedTables, { metric, chosen: named }: MetricRequest) => {
  const missing = await derived.ensure('facts')
  await derived.ensureTables(tablesOfMetric(metric.sql))
  const notes = missing === 0 ? [] : [`n/a for ${countOf(missing, 'session')}: ${missing === 1 ? 'it is' : 'they are'} being imported`]
  const shape = await queryContext(context.store.database, derived.known, metric.sql, named)
  return { notes, chosen: { ...named, ...shape, ...(await pricesFor(context, metric)), nowMs: momentOf(metric) } }
}

/** Parameters of the statement that the caller did not choose. */
const inner = new Set(['model_number', 'agent_number', 'limit', 'prices', 'search_usd', 'now_ms'])

const shownParameters = (parameters: Readonly<Record<string, Parameter>>): AnalyticsAnswer['parameters'] =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !inner.has(name))) as AnalyticsAnswer['parameters']

/** Answers longer than this are not remembered. */
const rememberedRows = 1000

const rowsOf = async (
  { store: { database } }: EngineContext,
  derived: DerivedTables,
  { name, limit }: Asked & { readonly limit: number },
  metric: Metric,
  filtered: MetricFilters,
): Promise<readonly MetricRow[]> => {
  const isOfCompaction = metric.ofNamedCompaction === true
  if (isOfCompaction && !(await isNamedChosen(database, filtered))) return []
  const chosen = isOfCompaction ? unfiltered(filtered) : filtered
  const ask = (): Promise<readonly MetricRow[]> => runMetric(database, metric, chosen, limit + 1)
  if (limit > rememberedRows) return ask()
  return derived.known.of(database, `${name} ${limit} ${JSON.stringify(chosen)}`, ask)
}

/** @throws StrataError not-found, ambiguous-id, invalid-input */
export const answerMetric = async (
  context: EngineContext,
  derived: DerivedTables,
  asked: CallParsed<'analytics.ask'>,
): Promise<AnalyticsAnswer> => {
  const request = await readRequest(context, derived, asked)
  const { metric, barred: reasons } = request
  const { chosen, notes } = await prepared(context, derived, request)
  const found = reasons.length > 0 ? [] : await rowsOf(context, derived, asked, metric, chosen)
  const rows = found.slice(0, asked.limit)
  return {
    question: metricView(asked.name, metric, asked.by),
    rows,
    isCut: found.length > asked.limit,
    notes: [
      ...reasons,
      ...notes,
      ...(await untimed(context, derived, metric, chosen)),
      ...(reasons.length > 0 ? [] : await unmodelled(context, derived, metric, chosen)),
      ...(found.length > 0 ? [] : await whyNoCompaction(context.store.database, metric, chosen)),
      ...(reasons.length > 0 ? [] : await compactionLacks(context.store.database, metric, chosen)),
      ...(metric.notes ?? []),
      ...absences(metric, rows),
    ],
    sql: runnableMetric(metric.sql, chosen),
    zone: chosen.zone,
    parameters: shownParameters(preparedMetric(metric.sql, chosen).parameters),
  }
}

/** Whether the filters choose the compaction that is asked about. */
const isNamedChosen = async (database: Database, chosen: MetricFilters): Promise<boolean> => {
  const { sql } = preparedMetric(namedCompaction, { ...chosen, order: null })
  return (await database.query(sql, { commitId: text('commit_id'), sessionId: text('session_id') })).length > 0
}

/** Why a metric of one compaction has no rows, when the commit is none. */
const whyNoCompaction = async (database: Database, metric: Metric, chosen: MetricFilters): Promise<readonly string[]> => {
  if (metric.ofNamedCompaction !== true || (await isNamedChosen(database, unfiltered(chosen)))) return []
  const [row] = await database.query(compactionTotal, { compactions: count('compactions') })
  const named = `${String(chosen.parameters['commit'])} is not a compaction`
  return [row?.compactions === 0 ? 'n/a: there is no compaction' : `n/a: ${named}; \`strata log --type compaction\` lists compactions`]
}

/** The same request without filters: its rows are remembered for all filters. */
const unfiltered = (chosen: MetricFilters): MetricFilters => ({
  ...chosen,
  ...noFilters,
  hidesSessions: false,
  looksUpSessions: false,
})
