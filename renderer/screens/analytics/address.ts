/** The address of a board of metrics, or of one metric. */
import { parameterNames } from '../../../app/model/metric.ts'
import { declareAddress } from '../../ui/address/address.ts'
import type { Query } from '../../ui/address/query-text.ts'

/** Figures: a board of metrics, or one metric with all its rows. */
export interface AnalyticsAddress {
  readonly view: 'analytics'
  readonly board: string
  /** undefined: the board. */
  readonly metric: string | undefined
  /** How the metric is grouped; undefined: its usual grouping. */
  readonly by: string | undefined
  /** Filters and parameters by name; days as text, `compacted` as yes or no. */
  readonly fields: Query
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly analytics: AnalyticsAddress
  }
}

export const analyticsAddress: AnalyticsAddress = { view: 'analytics', board: 'overview', metric: undefined, by: undefined, fields: {} }

const fieldNames: readonly string[] = [
  ...['project', 'session', 'template', 'model', 'agentType', 'since', 'until', 'chains', 'zone'],
  // The kind of the two groups that are compared, and the groups.
  ...['compare', 'a', 'b'],
  ...parameterNames,
]

export const analyticsView = declareAddress('analytics', {
  path: ({ board }) => [board],
  fields: ({ metric, by, fields }) => ({ q: metric, by, ...fields }),
  parse: ([board = analyticsAddress.board, ...more], fields) => {
    if (more.length > 0) return undefined
    const known = fieldNames.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]] as const]))
    return { view: 'analytics', board, metric: fields['q'], by: fields['by'], fields: Object.fromEntries(known) }
  },
})
