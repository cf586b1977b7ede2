/** Compares two groups of sessions by a metric: its numbers of each session are a sample of the group. */
import { setImmediate as turn } from 'node:timers/promises'
import comparedSessions from '../../analytics/filters/compared-sessions.sql?raw'
import { confidence, differencesOf, leastSample, resamplesFor, sorted, spreadOf } from '../../analytics/compare/compare-samples.ts'
import type { Metric, MetricColumn } from '../../analytics/metrics/metric.ts'
import { preparedMetric, type MetricRow } from '../../analytics/metrics/run-metric.ts'
import type { ComparedAnswer, ComparedMeasure, ComparedSide } from '../../contract/analytics.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { text } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import { formatCount } from '../../model/format/count.ts'
import { isAtLeastColumn, recordKeyColumns } from '../../model/metric.ts'
import type { DerivedTables } from '../derived/derived-tables.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { answerMetric, prepared, readRequest } from './answer-metric.ts'
import { findMetric, metricView } from './list-metrics.ts'

type Asked = CallParsed<'analytics.compare'>
type AskedGroup = Asked['groups'][number]

/** Rows of the sessions of a group that are compared at most. */
const maxRows = 200_000
/** Different numbers that are compared at most: the first rows of the first group. */
const maxMeasures = 2_000

interface Group {
  readonly sessions: ReadonlySet<string>
  /** One a session and key. */
  readonly rows: readonly MetricRow[]
  /** One a key. */
  readonly wholes: readonly MetricRow[]
  readonly notes: readonly string[]
}

const isKey = ([name, { unit, sqlType }]: readonly [string, MetricColumn]): boolean =>
  unit === 'text' && sqlType === 'VARCHAR' && name !== 'group_name'

const isMeasure = ([name, { unit, sqlType, notCompared }]: readonly [string, MetricColumn]): boolean =>
  sqlType !== 'VARCHAR' &&
  sqlType !== 'BOOLEAN' &&
  unit !== 'instant' &&
  unit !== 'weekday' &&
  notCompared === undefined &&
  !isAtLeastColumn(name) &&
  !(recordKeyColumns as readonly string[]).includes(name)

const latest = (...at: readonly (number | undefined)[]) => Math.max(...at.filter((each) => each !== undefined))
const earliest = (...at: readonly (number | undefined)[]) => Math.min(...at.filter((each) => each !== undefined))

/** The filters of the question and of a group. @throws StrataError invalid-input where both restrict the same */
const merged = ({ filters, name }: Asked, { project, template, model, agentType, since, until, chains }: AskedGroup): Asked['filters'] => {
  const named = Object.entries({ project, template, model, agentType, ...(chains === undefined ? {} : { chains }) }).filter(
    ([, value]) => value !== undefined,
  )
  const given = { ...filters, chains: filters.chains === 'both' ? undefined : filters.chains }
  const twice = named.find(([key]) => given[key as keyof typeof given] !== undefined)
  if (twice !== undefined)
    throw new StrataError('invalid-input', `${name}: ${twice[0]} cannot be a filter of both groups and of one`, { question: name })
  const [from, to] = [latest(filters.since, since), earliest(filters.until, until)]
  return {
    ...filters,
    ...(Object.fromEntries(named) as Partial<Asked['filters']>),
    ...(Number.isFinite(from) ? { since: from } : {}),
    ...(Number.isFinite(to) ? { until: to } : {}),
  }
}

const sessionsOf = async (
  context: EngineContext,
  derived: DerivedTables,
  asked: Parameters<typeof answerMetric>[2],
  version: string | undefined,
): Promise<ReadonlySet<string>> => {
  const { chosen } = await prepared(context, derived, await readRequest(context, derived, asked))
  const { sql } = preparedMetric(comparedSessions, { ...chosen, order: null })
  const rows = await context.store.database.query(sql, { sessionId: text('session_id'), version: text('version') })
  return new Set(rows.filter((row) => version === undefined || row.version === version).map(({ sessionId }) => sessionId))
}

const readGroup = async (context: EngineContext, derived: DerivedTables, asked: Asked, group: AskedGroup): Promise<Group> => {
  const { name, parameters, zone } = asked
  const question = { name, parameters, zone, filters: merged(asked, group), limit: maxRows, order: undefined }
  const bySession = await answerMetric(context, derived, { ...question, by: 'session' })
  if (bySession.isCut)
    throw new StrataError('invalid-input', `${name}: a group has more than ${formatCount(maxRows)} rows; restrict it with filters`, {
      question: name,
    })
  const { version } = group
  const sessions = await sessionsOf(context, derived, { ...question, by: 'session' }, version)
  const whole = await answerMetric(context, derived, { ...question, by: version === undefined ? 'total' : 'version' })
  return {
    sessions,
    rows: bySession.rows.filter((row) => sessions.has(String(row['group_name']))),
    wholes: whole.rows.filter((row) => version === undefined || row['group_name'] === version),
    notes: bySession.notes,
  }
}

/** The rows of a group by what they are of. */
const byKey = (rows: readonly MetricRow[], keys: readonly string[]): ReadonlyMap<string, readonly MetricRow[]> => {
  const found = new Map<string, MetricRow[]>()
  for (const row of rows) {
    const key = JSON.stringify(keys.map((name) => row[name]))
    const known = found.get(key)
    if (known === undefined) found.set(key, [row])
    else known.push(row)
  }
  return found
}

const numbersOf = (rows: readonly MetricRow[], name: string): readonly number[] =>
  rows.map((row) => row[name]).flatMap((value) => (typeof value === 'number' ? [value] : []))

/** A session without a row counted nothing; of any other number it has none. */
const sampleOf = ({ sessions }: Group, rows: readonly MetricRow[], name: string, unit: MetricColumn['unit']): Float64Array => {
  const missing = unit === 'count' ? sessions.size - rows.length : 0
  return sorted([...numbersOf(rows, name), ...new Array<number>(Math.max(0, missing)).fill(0)])
}

const sideOf = (values: Float64Array, wholes: readonly MetricRow[], name: string): ComparedSide => {
  const { n = 0, mean = null, median = null, p25 = null, p75 = null } = spreadOf(values) ?? {}
  return { n, whole: numbersOf(wholes, name)[0] ?? null, mean, median, p25, p75 }
}

const tooFew = `an interval requires ${leastSample} sessions with a value in each group`

/** Reasons why nothing can be compared. */
const whyNot = (metric: Metric): string | undefined => {
  if (metric.notCompared !== undefined) return metric.notCompared
  if (!metric.groupings.includes('session')) return 'it has no number of each session'
  return undefined
}

const emptyWhy = (groups: readonly [Group, Group]): readonly string[] =>
  groups.flatMap(({ sessions }, at) =>
    sessions.size > 0 ? [] : [`n/a: the ${at === 0 ? 'first' : 'second'} group has no session: no event matches its filters`],
  )

interface Measure {
  readonly key: string
  readonly name: string
  readonly column: MetricColumn
}

/** Rows of a group by key: those of its sessions, and those of the whole. */
interface Keyed {
  readonly group: Group
  readonly rows: ReadonlyMap<string, readonly MetricRow[]>
  readonly wholes: ReadonlyMap<string, readonly MetricRow[]>
}

const measuresOf = (metric: Metric, groups: readonly Keyed[]): readonly Measure[] => {
  const found = new Set(groups.flatMap(({ wholes }) => [...wholes.keys()]))
  for (const { rows } of groups) for (const key of rows.keys()) found.add(key)
  const columns = Object.entries(metric.columns).filter(isMeasure)
  // A number that no session has, such as one that is not recorded for this key, is none: its absence counts as nothing, not as 0.
  const isKnown = (key: string, name: string): boolean =>
    groups.some(({ rows, wholes }) => [rows, wholes].some((each) => numbersOf(each.get(key) ?? [], name).length > 0))
  return [...found].flatMap((key) => columns.flatMap(([name, column]): Measure[] => (isKnown(key, name) ? [{ key, name, column }] : [])))
}

const compareOne = (keys: readonly string[], groups: readonly [Keyed, Keyed], { key, name, column }: Measure, resamples: number) => {
  const sample = ({ group, rows }: Keyed): Float64Array => sampleOf(group, rows.get(key) ?? [], name, column.unit)
  const side = ({ wholes }: Keyed, values: Float64Array): ComparedSide => sideOf(values, wholes.get(key) ?? [], name)
  const [first, second] = [sample(groups[0]), sample(groups[1])]
  const difference = differencesOf(first, second, resamples)
  const of = JSON.parse(key) as readonly (string | null)[]
  const row: ComparedMeasure = {
    of: Object.fromEntries(keys.map((each, at) => [each, of[at] ?? null])),
    column: name,
    groups: [side(groups[0], first), side(groups[1], second)],
    medians: difference?.median ?? null,
    means: difference?.mean ?? null,
    absent: difference === undefined ? tooFew : null,
  }
  return row
}

const compareAll = async (metric: Metric, [first, second]: readonly [Group, Group]) => {
  const keys = Object.entries(metric.columns)
    .filter(isKey)
    .map(([name]) => name)
  const keyed = (group: Group): Keyed => ({ group, rows: byKey(group.rows, keys), wholes: byKey(group.wholes, keys) })
  const groups = [keyed(first), keyed(second)] as const
  const all = measuresOf(metric, groups)
  const measures = all.slice(0, maxMeasures)
  const resamples = resamplesFor(measures.length * (first.sessions.size + second.sessions.size))
  const rows: ComparedMeasure[] = []
  for (const measure of measures) {
    // Other calls are answered meanwhile.
    await turn()
    rows.push(compareOne(keys, groups, measure, resamples))
  }
  const cut =
    all.length > rows.length ? [`only the first ${formatCount(maxMeasures)} of ${formatCount(all.length)} numbers are compared`] : []
  return { rows, resamples, cut }
}

const leftOut = (metric: Metric): readonly string[] =>
  Object.values(metric.columns).flatMap(({ label, notCompared }) =>
    notCompared === undefined ? [] : [`${label} is not compared: ${notCompared}`],
  )

/** @throws StrataError not-found, ambiguous-id, invalid-input */
export const compareGroups = async (context: EngineContext, derived: DerivedTables, asked: Asked): Promise<ComparedAnswer> => {
  const metric = findMetric(asked.name)
  const question = metricView(asked.name, metric)
  const request = { name: asked.name, by: 'total' as const, parameters: asked.parameters, zone: asked.zone, order: undefined }
  const { barred, chosen } = await readRequest(context, derived, { ...request, filters: merged(asked, asked.groups[0]) })
  const { barred: others } = await readRequest(context, derived, { ...request, filters: merged(asked, asked.groups[1]) })
  const common = { question, confidence, zone: chosen.zone }
  const why = whyNot(metric)
  const reasons = [...(why === undefined ? [] : [`n/a: ${asked.name} cannot be compared: ${why}`]), ...new Set([...barred, ...others])]
  if (reasons.length > 0) return { ...common, sessions: [0, 0], shared: 0, rows: [], notes: reasons, resamples: 0 }
  const groups = [
    await readGroup(context, derived, asked, asked.groups[0]),
    await readGroup(context, derived, asked, asked.groups[1]),
  ] as const
  const shared = [...groups[0].sessions].filter((session) => groups[1].sessions.has(session)).length
  const { rows, resamples, cut } = await compareAll(metric, groups)
  return {
    ...common,
    sessions: [groups[0].sessions.size, groups[1].sessions.size],
    shared,
    rows,
    notes: [...new Set([...emptyWhy(groups), ...cut, ...groups.flatMap(({ notes }) => notes), ...leftOut(metric)])],
    resamples,
  }
}
