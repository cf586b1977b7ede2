/** Metrics by name. */
import { z } from 'zod'
import {
  chosenChains,
  compactionTriggers,
  contextParts,
  eventKinds,
  itemKinds,
  groupings,
  type FilterName,
  type Grouping,
  type MetricUnit,
  type Opens,
  type ParameterName,
} from '../model/metric.ts'
import { recordClasses, referenceClasses } from '../model/record-class.ts'
import { tableFormats } from '../model/sql-rows.ts'
import { allRows, call, id, noRows, nothing } from './call.ts'
import type { JobView } from './jobs.ts'
import { raw, type SavedTable } from './sql.ts'

const text = z.string().max(4096)

/** Milliseconds since 1970, on a quarter of an hour: facts are counted by it. */
const quarterHour = z
  .number()
  .int()
  .refine((at) => at % 900_000 === 0, 'is not on a quarter of an hour')

/** As addresses and commands give them. */
const plainNumber = z.string().regex(/^\d{1,15}(?:\.\d{1,6})?$/, 'is no number')

const wholeNumber = z.string().regex(/^\d{1,15}$/, 'is no whole number')

/** Filters that every metric accepts; an omitted filter does not restrict. */
const filters = z
  .strictObject({
    project: text.optional(),
    /** An id or its beginning. */
    session: id.optional(),
    template: text.optional(),
    model: text.optional(),
    /** (main), a type of sub-agents, or (none): not recorded. */
    agentType: text.optional(),
    /** From then on, that moment included. */
    since: quarterHour.optional(),
    /** End of the period; that moment is excluded. */
    until: quarterHour.optional(),
    chains: z.enum(chosenChains).default('both'),
  })
  .prefault({})

/** What distinguishes a group of sessions from the other one that it is compared with. */
const comparedGroup = z.strictObject({
  project: text.optional(),
  template: text.optional(),
  model: text.optional(),
  agentType: text.optional(),
  /** Version of the client; (none): not recorded. */
  version: text.optional(),
  since: quarterHour.optional(),
  until: quarterHour.optional(),
  chains: z.enum(chosenChains).optional(),
})

/** Parameters that only some metrics accept. */
const parameters = z
  .strictObject({
    class: z.enum(recordClasses).optional(),
    reference: z.enum(referenceClasses).optional(),
    /** Transcripts choose the types of their records freely. */
    type: text.optional(),
    /** Records that another session, or an earlier line, holds already. */
    copy: z.boolean().optional(),
    tool: text.optional(),
    server: text.optional(),
    /** Each metric has its own outcomes. */
    outcome: text.optional(),
    compacted: z.boolean().optional(),
    trigger: z.enum(compactionTriggers).optional(),
    /** An id or its beginning. */
    commit: id.optional(),
    /** Sessions that ran at some time of the range, whether anything happened in it or not. */
    running: z.boolean().optional(),
    /** Sessions whose first event is among those that the filters choose. */
    began: z.boolean().optional(),
    /** With `least`, `most` or `below`: prompts that led to so much of it, compactions after so much of it. */
    measure: text.optional(),
    least: plainNumber.optional(),
    most: wholeNumber.optional(),
    below: plainNumber.optional(),
    kind: z.enum(eventKinds).optional(),
    part: z.enum(contextParts).optional(),
    failed: z.boolean().optional(),
    /** 1 for Monday to 7 for Sunday, and 0 to 23, in the zone. */
    weekday: z
      .string()
      .regex(/^[1-7]$/, 'must be a number from 1 (Monday) to 7 (Sunday)')
      .optional(),
    hour: z
      .string()
      .regex(/^(?:[01]?\d|2[0-3])$/, 'must be a number from 0 to 23')
      .optional(),
    /** The proof of a file's content; each metric lists its values. */
    proof: text.optional(),
    /** Version of the client; (none): not recorded. */
    version: text.optional(),
    /** Why a reply read less from the prompt cache; the service may give more causes than ours. */
    cause: text.optional(),
    /** Kind of an item of a replaced context. */
    item: z.enum(itemKinds).optional(),
    /** What still holds it; the metric lists the values. */
    kept: text.optional(),
    /** Whether it was needed again. */
    needed: z.boolean().optional(),
  })
  .prefault({})

const asked = {
  name: z.string().min(1).max(100),
  by: z.enum(groupings).default('total'),
  filters,
  parameters,
  /** Orders the rows by a column; default: the order of the metric. */
  order: z.strictObject({ column: z.string().min(1).max(100), descending: z.boolean().default(false) }).optional(),
  /** IANA name of the time zone of days and hours; default: that of the machine. */
  zone: z.string().min(1).max(100).optional(),
}

export interface AnalyticsColumn {
  /** As in the rows, and in SQL. */
  readonly name: string
  readonly label: string
  readonly unit: MetricUnit
  readonly means: string
  /** Why a cell may be n/a; null: it never is. */
  readonly absent: string | null
  readonly opens: Opens | null
}

export interface AnalyticsMetric {
  readonly name: string
  /** The question that the metric answers. */
  readonly title: string
  /** The subject of one row. */
  readonly row: string
  readonly group: string
  readonly columns: readonly AnalyticsColumn[]
  /** Possible groupings of the rows; empty: none. */
  readonly groupings: readonly Grouping[]
  /** Filters that cannot be applied, and why: with them there is no answer. */
  readonly cannot: Readonly<Partial<Record<FilterName, string>>>
  readonly parameters: readonly ParameterName[]
  /** Filters and parameters without which the metric cannot be computed. */
  readonly needs: readonly (FilterName | ParameterName)[]
  /** True when days or hours are of a zone. */
  readonly usesZone: boolean
  /** Whether the metric reconciliation says how its numbers follow from those of other metrics. */
  readonly isReconciled: boolean
}

/** A metric in the list of metrics. */
export interface ListedMetric extends AnalyticsMetric {
  /** The statement without any filter, as it can be run. */
  readonly sql: string
}

export type AnalyticsCell = string | number | boolean | null

export interface AnalyticsAnswer {
  /** The metric; printed answers have had this name from the beginning. */
  readonly question: AnalyticsMetric
  /** By name of the column. */
  readonly rows: readonly Readonly<Record<string, AnalyticsCell>>[]
  /** There were more rows than were asked for. */
  readonly isCut: boolean
  /** Why something is n/a, and what the filters excluded. */
  readonly notes: readonly string[]
  /** The statement with its values, as it can be run again. */
  readonly sql: string
  readonly zone: string
  /** The resolved parameters of the metric: for example the session by its full id. */
  readonly parameters: Readonly<Record<string, AnalyticsCell>>
}

/** What an answer is: enough to cite it, to compute it again, and to see whether the same sessions were read. */
export interface AboutAnswer {
  /** Name and version. */
  readonly program: string
  /** Version of the rules by which records are classified and sessions are cut. */
  readonly rules: string
  readonly metric: string
  readonly question: string
  readonly row: string
  readonly groupedBy: Grouping
  readonly filters: Readonly<Record<string, AnalyticsCell>>
  readonly parameters: Readonly<Record<string, AnalyticsCell>>
  readonly zone: string
  readonly columns: readonly Omit<AnalyticsColumn, 'opens'>[]
  readonly notes: readonly string[]
  /** The sessions that the filters for sessions choose, with a hash of their ids and contents. */
  readonly corpus: { readonly sessions: number; readonly hash: string }
  /** For a section about methods. */
  readonly sentence: string
  /** With the prices that were used. */
  readonly sql: string
}

/** A number of each session of a group, as a sample. */
export interface ComparedSide {
  /** Sessions with the number; a count is 0 for a session without a row. */
  readonly n: number
  /** The number for the group as a whole, as `analytics.ask` gives it with the group's filters. */
  readonly whole: number | null
  readonly mean: number | null
  readonly median: number | null
  readonly p25: number | null
  readonly p75: number | null
}

/** The second group less the first, with the ends of the interval. */
export interface ComparedDifference {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** One number of a metric in both groups. */
export interface ComparedMeasure {
  /** Names the row where the metric has several for a group: the tool, the state. */
  readonly of: Readonly<Record<string, AnalyticsCell>>
  /** Name of the column. */
  readonly column: string
  readonly groups: readonly [ComparedSide, ComparedSide]
  readonly medians: ComparedDifference | null
  readonly means: ComparedDifference | null
  /** Why there is no difference. */
  readonly absent: string | null
}

export interface ComparedAnswer {
  readonly question: AnalyticsMetric
  /** How many sessions each has, and how many are in both. */
  readonly sessions: readonly [number, number]
  readonly shared: number
  readonly rows: readonly ComparedMeasure[]
  /** Why something is n/a. */
  readonly notes: readonly string[]
  readonly confidence: number
  readonly resamples: number
  readonly zone: string
}

/** Possible values of the filters. */
export interface AnalyticsValues {
  readonly projects: readonly { readonly project: string; readonly sessions: number }[]
  readonly templates: readonly { readonly template: string; readonly sessions: number }[]
  readonly models: readonly { readonly model: string; readonly events: number }[]
  readonly agentTypes: readonly { readonly agentType: string; readonly events: number }[]
  readonly versions: readonly { readonly version: string; readonly sessions: number }[]
  /** Days of the zone, such as 2026-01-31; null when no event has a time. */
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly zone: string
}

export interface PreparedView {
  /** Sessions whose facts are not made: those of an import that is running. */
  readonly left: number
  readonly elapsedMs: number
}

export const analyticsCalls = {
  /** A job that computes the data for metrics and for questions about files, so that the first question need not wait. */
  'facts.make': call<JobView<PreparedView>>('repeatable')(() => nothing),
  'analytics.list': call<readonly ListedMetric[]>('reads', noRows)(() => z.object({})),
  'analytics.ask': call<AnalyticsAnswer>(
    'reads',
    allRows,
  )(() => z.object({ ...asked, limit: z.number().int().min(1).max(1_000_000).default(10_000) })),
  'analytics.about': call<AboutAnswer>('reads', allRows)(() => z.object(asked)),
  /** A metric of two groups of sessions, each session being one value. */
  'analytics.compare': call<ComparedAnswer>(
    'reads',
    allRows,
  )(() => z.object({ name: asked.name, filters, parameters, zone: asked.zone, groups: z.tuple([comparedGroup, comparedGroup]) })),
  /** How many rows the whole answer has; null where the filters bar it. */
  'analytics.count': call<number | null>('reads', allRows)(() => z.object(asked)),
  'analytics.values': call<AnalyticsValues>('reads')(() => z.object({ zone: asked.zone })),
  /**
   * A job that writes every row of an answer to a file. An existing file is kept unless `replace` is set. Parquet contains in its metadata
   * what `analytics.about` says, other formats have it beside them in a file whose name ends with .about.json. The result is a SavedTable.
   */
  'analytics.save': call<JobView<SavedTable>>(
    'repeatable',
    allRows,
  )(() =>
    z.object({
      ...asked,
      format: z.enum(tableFormats),
      raw,
      path: z.string().min(1).max(4096),
      replace: z.boolean().default(false),
    }),
  ),
} as const
