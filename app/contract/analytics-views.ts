/** Shapes of questions to the tables that anybody may ask: what they answer, what each column means, and where its numbers lead. */
import type { FilterName, Grouping, MetricUnit, Opens, ParameterName } from '../model/metric.ts'

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

export interface AnalyticsQuestion {
  readonly name: string
  /** The question itself. */
  readonly title: string
  /** What one row is. */
  readonly row: string
  readonly group: string
  readonly columns: readonly AnalyticsColumn[]
  /** What rows can be grouped by; empty: they are not. */
  readonly groupings: readonly Grouping[]
  /** Filters that cannot be applied, and why: with them there is no answer. */
  readonly cannot: Readonly<Partial<Record<FilterName, string>>>
  readonly parameters: readonly ParameterName[]
  /** Filters and parameters without which the question makes no sense. */
  readonly needs: readonly (FilterName | ParameterName)[]
  /** True when days or hours are of a zone. */
  readonly usesZone: boolean
}

/** A question as it is listed. */
export interface ListedQuestion extends AnalyticsQuestion {
  /** The statement without any filter, as it can be run. */
  readonly sql: string
}

export type AnalyticsCell = string | number | boolean | null

export interface AnalyticsAnswer {
  readonly question: AnalyticsQuestion
  /** By name of the column. */
  readonly rows: readonly Readonly<Record<string, AnalyticsCell>>[]
  /** There were more rows than were asked for. */
  readonly isCut: boolean
  /** Why something is n/a, and what the filters left out. */
  readonly notes: readonly string[]
  /** The statement with its values, as it can be run again. */
  readonly sql: string
  readonly zone: string
  /** What was asked, as it was understood: the session by its full id. */
  readonly parameters: Readonly<Record<string, AnalyticsCell>>
}

/** What the filters can be set to. */
export interface AnalyticsValues {
  readonly projects: readonly { readonly project: string; readonly sessions: number }[]
  readonly templates: readonly { readonly template: string; readonly sessions: number }[]
  readonly models: readonly { readonly model: string; readonly events: number }[]
  /** Days of the zone, such as 2026-01-31; null when no event has a time. */
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly zone: string
}
