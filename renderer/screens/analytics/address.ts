/** The address of a board of metrics, or of one metric. */
import { parameterNames } from '../../../app/model/metric.ts'
import { declareAddress, type Address } from '../../ui/address/address.ts'
import type { Query } from '../../ui/address/query-text.ts'
import { ledgerAddress } from '../ledger/address.ts'

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

/** The board whose numbers the ledger shows; the pages of its metrics have it in their address. */
export const recordsBoard = 'records'

/** Where the numbers of that board are: in the ledger, which filters by session only, or else on the page of their metric. */
const ofRecords = (fields: Query): Address => {
  const { session, ...others } = fields
  return Object.keys(others).length === 0
    ? { ...ledgerAddress, session }
    : { view: 'analytics', board: recordsBoard, metric: 'reference', by: undefined, fields }
}

export const analyticsView = declareAddress('analytics', {
  path: ({ board }) => [board],
  fields: ({ metric, by, fields }) => ({ q: metric, by, ...fields }),
  parse: ([board = analyticsAddress.board, ...more], fields) => {
    if (more.length > 0) return undefined
    const known = Object.fromEntries(fieldNames.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]] as const])))
    if (board === recordsBoard && fields['q'] === undefined) return ofRecords(known)
    return { view: 'analytics', board, metric: fields['q'], by: fields['by'], fields: known }
  },
})
