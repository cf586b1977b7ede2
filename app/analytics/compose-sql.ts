/** Composes SQL: what several statements share is written once, and put where a statement says `FROM` and its name. */
import type { Grouping } from '../model/metric.ts'
import type { Parameter } from '../store/tables/query.ts'
import chainsOfAgentType from './fragments/chains-of-agent-type.sql?raw'
import contextSteps from './fragments/context-steps.sql?raw'
import countedFactSessions from './fragments/counted-fact-sessions.sql?raw'
import sharedProcesses from './fragments/shared-processes.sql?raw'
import countedReplies from './fragments/counted-replies.sql?raw'
import countedSources from './fragments/counted-sources.sql?raw'
import estimatedSteps from './fragments/estimated-steps.sql?raw'
import givenWeights from './fragments/given-weights.sql?raw'
import groupedSources from './fragments/grouped-sources.sql?raw'
import laneGaps from './fragments/lane-gaps.sql?raw'
import lineModels from './fragments/line-models.sql?raw'
import namedCompaction from './fragments/named-compaction.sql?raw'
import objectCheckFacts from './fragments/object-check-facts.sql?raw'
import objectVersionFacts from './fragments/object-version-facts.sql?raw'
import ownUsage from './fragments/own-usage.sql?raw'
import pricedBreaks from './fragments/priced-breaks.sql?raw'
import pricedReplies from './fragments/priced-replies.sql?raw'
import promptContexts from './fragments/prompt-contexts.sql?raw'
import promptRework from './fragments/prompt-rework.sql?raw'
import promptTexts from './fragments/prompt-texts.sql?raw'
import sessionEndings from './fragments/session-endings.sql?raw'
import sessionSpans from './fragments/session-spans.sql?raw'
import usageFiles from './fragments/usage-files.sql?raw'
import usedByReplies from './fragments/used-by-replies.sql?raw'
import countedSessions from './filters/counted-sessions.sql?raw'
import factsOfAll from './filters/facts-of-all.sql?raw'
import chosenFacts from './filters/facts.sql?raw'
import firstFacts from './filters/first-facts.sql?raw'
import groupsDay from './filters/groups-day.sql?raw'
import groupsMonth from './filters/groups-month.sql?raw'
import groupsNamed from './filters/groups-named.sql?raw'
import groupsSession from './filters/groups-session.sql?raw'
import groupsTotal from './filters/groups-total.sql?raw'
import rowsOfModel from './filters/rows-of-model.sql?raw'
import chosenSessions from './filters/sessions.sql?raw'
import statePiecesByDay from './filters/state-pieces-by-day.sql?raw'
import statePieces from './filters/state-pieces.sql?raw'
import chosenStateTimes from './filters/state-times.sql?raw'

/** Parts of statements by name. A part may read tables that the statement around it defines. */
const fragments: Readonly<Record<string, string>> = {
  chains_of_agent_type: chainsOfAgentType,
  context_steps: contextSteps,
  counted_fact_sessions: countedFactSessions,
  counted_replies: countedReplies,
  shared_processes: sharedProcesses,
  counted_sources: countedSources,
  estimated_steps: estimatedSteps,
  given_weights: givenWeights,
  grouped_sources: groupedSources,
  lane_gaps: laneGaps,
  line_models: lineModels,
  named_compaction: namedCompaction,
  own_usage: ownUsage,
  priced_breaks: pricedBreaks,
  priced_replies: pricedReplies,
  prompt_contexts: promptContexts,
  prompt_rework: promptRework,
  prompt_texts: promptTexts,
  session_endings: sessionEndings,
  session_spans: sessionSpans,
  usage_files: usageFiles,
  used_by_replies: usedByReplies,
}
const fragmentUses = new RegExp(`FROM (${Object.keys(fragments).join('|')})\\b`, 'g')

/** The statement with every part that it names in its place; parts may name others. */
export const composed = (sql: string): string => sql.replaceAll(fragmentUses, (use, name: string) => composed(fragments[name] ?? use))

/** From this quarter of an hour on, counted from 1970, the time of a zone is this many seconds ahead of UTC. */
export interface ZoneShift {
  readonly quarter: number
  readonly seconds: number
}

/**
 * Facts that determine how a statement is composed. The statement contains only required parts, since DuckDB takes longer to plan than to
 * count.
 */
export interface Shape {
  readonly by: Grouping
  /** Shifts of the time zone, in order; empty: UTC. */
  readonly shifts: readonly ZoneShift[]
  /** Whether some sessions are not counted; see counted-sessions. */
  readonly hidesSessions: boolean
  /** Whether facts must be looked up by their sessions: some are left over, or are not counted, or a filter is for sessions. */
  readonly looksUpSessions: boolean
  /** Number of the selected model among the names of facts; null: none is selected; -1: no fact has that model. */
  readonly modelNumber: number | null
  /** Number of the selected agent type; null and -1 as for the model. */
  readonly agentNumber: number | null
  /** Whether all numbers for which quantiles are computed fit into 32 bits: these quantiles take a third less time. */
  readonly isNarrow: boolean
  /** Whether the number of rows is limited. */
  readonly isCut: boolean
}

const factTables =
  'activity|record_counts|copies|class_counts|reference_counts|turns|tool_uses|tool_counts|compactions|context_parts|context_owners|replies|spending|object_versions|object_checks'
const wanted = new RegExp(`FROM (chosen|first)_(${factTables}|state_times)(_with_sessions)?\\b`, 'g')

/** The words of a metric, among them the tables that it reads; of those that are filtered, the names without what the filter adds. */
export const tablesOfMetric = (sql: string): ReadonlySet<string> =>
  new Set(Array.from(composed(sql).matchAll(/\b(?:(?:chosen|first)_)?(\w+?)(?:_with_sessions)?\b/g), ([, name = '']) => name))

const groupNames: Readonly<Record<Grouping, string>> = {
  total: groupsTotal,
  session: groupsSession,
  project: groupsNamed,
  template: groupsNamed,
  model: groupsNamed,
  day: groupsDay,
  month: groupsMonth,
  version: groupsNamed,
  'agent-type': groupsNamed,
}

const secondsAhead = (shifts: readonly ZoneShift[], quarter: string): string => {
  const whens = shifts.slice(1).map((shift, at) => `WHEN ${quarter} < ${shift.quarter} THEN ${shifts[at]?.seconds ?? 0} `)
  const last = shifts.at(-1)?.seconds ?? 0
  return whens.length === 0 ? String(last) : `CASE ${whens.join('')}ELSE ${last} END`
}

/** Seconds by the clock of a zone when a quarter of an hour begins, from a hundred million days before 1970: none is negative. */
const localSeconds = (shifts: readonly ZoneShift[], quarter: string): string =>
  `(${quarter}::BIGINT * 900 + ${secondsAhead(shifts, quarter)} + 8_640_000_000_000)`

/** The day of a zone on which it begins, from 1970. DuckDB's division cuts off. */
const localDay = (shifts: readonly ZoneShift[], quarter: string): string =>
  `(${localSeconds(shifts, quarter)} // 86_400 - 100_000_000)::INTEGER`

/** The month of a day, both from 1970. */
const monthOf = (day: string): string => `date_diff('month', DATE '1970-01-01', DATE '1970-01-01' + (${day})::INTEGER)`

/** When a local midnight was in the zone, for the first time where clocks are put back at one o'clock: DuckDB takes the second. */
const midnight = (local: string): string => {
  const last = `${local} AT TIME ZONE $zone::VARCHAR`
  return `(CASE WHEN (${last} - INTERVAL 1 HOUR) AT TIME ZONE $zone::VARCHAR = ${local} THEN ${last} - INTERVAL 1 HOUR ELSE ${last} END)`
}

/** Facts that have other columns than filters look at. */
const computedFacts: Readonly<Record<string, string>> = {
  object_versions: `(\n${objectVersionFacts})`,
  object_checks: `(\n${objectCheckFacts})`,
}

const chosenFrom = (table: string, needsSessions: boolean, { by, looksUpSessions }: Shape): string => {
  if (table === 'state_times') return chosenStateTimes
  const isLookedUp = looksUpSessions || needsSessions || by === 'project' || by === 'template' || by === 'version'
  return (isLookedUp ? chosenFacts : factsOfAll).replaceAll('table_of_facts', computedFacts[table] ?? table)
}

/** With few groups their rows are all wanted: looking for each among those would only take time. */
const hasManyGroups = ({ by, isCut }: Shape): boolean => isCut && (by === 'session' || by === 'day')

/** Whether a statement asks for quantiles of numbers that may be narrow. */
export const asksNarrow = (sql: string): boolean => /\bnarrow\(/.test(sql)

/**
 * Puts filtered facts in their place. A metric says which with `FROM chosen_activity`, `FROM chosen_turns_with_sessions` and so on; with
 * `FROM first_activity` it needs no more sessions than rows when grouped by session; with `SEMI JOIN shown_of_many` that only rows which
 * it shows need to be looked at, where there are many.
 */
export const withFilters = (sql: string, shape: Shape): string => {
  const { by, hidesSessions, shifts, isCut, isNarrow, modelNumber } = shape
  const whole = composed(
    sql.replaceAll(/FROM (records|events)_of_model\b/g, (_, table: string) =>
      modelNumber === null ? `FROM ${table}` : rowsOfModel.replaceAll('table_of_rows', table),
    ),
  )
  return whole
    .replaceAll(/\n *SEMI JOIN shown_of_many( USING \([\w, ]+\))/g, (_, using: string) =>
      hasManyGroups(shape) ? `\nSEMI JOIN shown${using}` : '',
    )
    .replaceAll(/\bnarrow\((\w+)\)/g, (_, column: string) => (isNarrow ? `${column}::INTEGER` : column))
    .replaceAll(wanted, (_, which: string, table: string, more?: string) => {
      const facts = chosenFrom(table, more !== undefined, shape)
      return which === 'first' && by === 'session' && isCut ? firstFacts.replaceAll('FROM facts_to_choose_from', () => facts) : facts
    })
    .replaceAll('FROM pieces_of_state_times', () => (by === 'day' || by === 'month' ? statePiecesByDay : statePieces))
    .replaceAll('FROM chosen_groups', () => groupNames[by])
    .replaceAll('FROM chosen_sessions', () => chosenSessions)
    .replaceAll('FROM counted_sessions', () => (hidesSessions ? `FROM (\n${countedSessions})` : 'FROM fact_sessions'))
    .replaceAll(/\bmidnight_of\((\w+)\)/g, (_, local: string) => midnight(local))
    .replaceAll(/\blocal_(day|month|seconds)\(([\w.]+)\)/g, (_, what: string, quarter: string) =>
      what === 'seconds' ? localSeconds(shifts, quarter) : what === 'day' ? localDay(shifts, quarter) : monthOf(localDay(shifts, quarter)),
    )
    .replaceAll(/\bmonth_of_day\(([\w.]+)\)/g, (_, day: string) => monthOf(day))
}

/** Whether a statement reads the day of a zone that contains a quarter of an hour. */
export const usesLocalDays = (sql: string, by: Grouping): boolean => by === 'day' || by === 'month' || /\blocal_(?:day|seconds)\(/.test(sql)

/** Whether an answer that is not grouped by day depends on the time zone. */
export const usesZone = (sql: string): boolean =>
  sql.includes('AT TIME ZONE $zone') || /^(?!.*'(?:day|month)').*\blocal_(?:day|seconds)\(/m.test(sql)

/** Selects the values for which the statement has parameters. */
export const parametersIn = (sql: string, values: Readonly<Record<string, Parameter>>): Readonly<Record<string, Parameter>> => {
  const named = new Set(Array.from(sql.matchAll(/\$(\w+)::/g), ([, name]) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => named.has(name)))
}

/** The column that orders the rows of the answer. Equal rows stay in the order of the metric; n/a comes last. */
export interface RowOrder {
  readonly column: string
  readonly descending: boolean
}

/** The statement with its rows in another order. The column must be in the answer. */
export const inOrder = (sql: string, order: RowOrder | null): string =>
  order === null
    ? sql
    : `SELECT * EXCLUDE (answer_place)
FROM (
SELECT *, row_number() OVER () AS answer_place
FROM (
${sql}
)
)
ORDER BY "${order.column}" ${order.descending ? 'DESC' : 'ASC'} NULLS LAST, answer_place`

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const literal = (value: Parameter): string => {
  if (value === null) return 'NULL'
  if (typeof value === 'object') return `[${value.map(quoted).join(', ')}]`
  return typeof value === 'string' ? quoted(value) : String(value)
}

/** The statement with values in place of its parameters. */
export const withValues = (sql: string, values: Readonly<Record<string, Parameter>>): string =>
  sql.replaceAll(/\$(\w+)(?=::)/g, (whole, name: string) => (Object.hasOwn(values, name) ? literal(values[name] ?? null) : whole))
