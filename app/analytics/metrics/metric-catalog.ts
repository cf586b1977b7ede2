/** Every metric, by its name. A new one belongs into one of the groups, beside its `.sql`. */
import { cacheMetrics } from './cache-metrics.ts'
import { contextMetrics } from './context-metrics.ts'
import { estimateMetrics } from './estimate-metrics.ts'
import { fileMetrics } from './file-metrics.ts'
import { eventMetrics, reconciliationMetrics, recordMetrics } from './record-metrics.ts'
import type { Metric } from './metric.ts'
import { usageMetrics } from './usage-metrics.ts'
import { workMetrics } from './work-metrics.ts'

export const metricCatalog: Readonly<Record<string, Metric>> = {
  ...recordMetrics,
  ...reconciliationMetrics,
  ...eventMetrics,
  ...workMetrics,
  ...contextMetrics,
  ...cacheMetrics,
  ...estimateMetrics,
  ...usageMetrics,
  ...fileMetrics,
}
