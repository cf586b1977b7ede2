/** The list of metrics, as callers receive it. */
import { noFilters, runnableMetric, type MetricFilters } from '../../analytics/metrics/run-metric.ts'
import { metricCatalog } from '../../analytics/metrics/metric-catalog.ts'
import { headerOf, type Metric } from '../../analytics/metrics/metric.ts'
import { usesZone } from '../../analytics/compose-sql.ts'
import type { AnalyticsMetric, ListedMetric } from '../../contract/analytics.ts'
import { StrataError } from '../../model/failure.ts'
import type { FilterName, Grouping, Opens } from '../../model/metric.ts'
import { similarNames } from '../../model/similar-names.ts'

/** Adds the filters that the opened metric cannot apply. */
const withLimits = (opens: Opens): Opens => {
  if (opens.to !== 'question') return opens
  const cannot = Object.keys(metricCatalog[opens.name]?.cannot ?? {}) as FilterName[]
  return cannot.length === 0 ? opens : { ...opens, cannot }
}

/** Names of the rows of a grouping. */
const groupLabels: Readonly<Partial<Record<Grouping, string>>> = {
  session: 'Session',
  project: 'Project',
  template: 'Template',
  model: 'Model',
  day: 'Day',
}

/** @param by as the rows are grouped; the heading of the groups says it */
export const metricView = (name: string, metric: Metric, by: Grouping = 'total'): AnalyticsMetric => ({
  name,
  ...headerOf(metric.sql),
  group: metric.group,
  columns: Object.entries(metric.columns).map(([column, { label, unit, means, absent, opens }]) => ({
    name: column,
    label: column === 'group_name' ? (groupLabels[by] ?? label) : label,
    unit,
    means,
    absent: absent ?? null,
    opens: opens === undefined ? null : withLimits(opens),
  })),
  groupings: metric.groupings,
  cannot: metric.cannot ?? {},
  parameters: metric.parameters ?? [],
  needs: metric.needs ?? [],
  usesZone: metric.groupings.includes('day') || usesZone(metric.sql),
  isReconciled: metric.isReconciled === true,
})

const asListed: MetricFilters = {
  ...noFilters,
  by: 'total',
  // The statement is correct for any content of the store.
  hidesSessions: true,
  looksUpSessions: true,
  isNarrow: false,
  shifts: [],
  zone: 'UTC',
  parameters: {},
  order: null,
  prices: '[]',
  searchUsd: 0,
  nowMs: null,
}

export const listMetrics = (): readonly ListedMetric[] =>
  Object.entries(metricCatalog).map(([name, metric]) => ({
    ...metricView(name, metric),
    sql: runnableMetric(metric.sql, asListed),
  }))

/** @throws StrataError not-found, with names that are like it */
export const findMetric = (name: string): Metric => {
  const metric = Object.hasOwn(metricCatalog, name) ? metricCatalog[name] : undefined
  if (metric !== undefined) return metric
  const candidates = similarNames(name, Object.keys(metricCatalog))
  const suggestion = candidates.length === 0 ? '' : `; did you mean ${candidates.join(' or ')}?`
  throw new StrataError('not-found', `No metric has the name “${name}”${suggestion}`, {
    question: name,
    candidates,
    list: 'strata ask --list',
  })
}
