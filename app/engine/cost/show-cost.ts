/** The cost of sessions: as the client reports it, from their records, and by the table of prices; models without a price are listed. */
import type { Answer, Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import { priceRows, searchUsd } from '../../analytics/prices/price-rows.ts'
import { zoneOf } from '../../analytics/time-zone.ts'
import type { CostGroup, CostGrouping, CostTokens, CostView, UnpricedModel } from '../../contract/cost.ts'
import { addCounts, type ExactCount } from '../../model/exact-count.ts'
import { pricesOf } from '../../model/prices-of-model.ts'
import type { PriceTable } from '../../model/price-table.ts'

type CostRow = Answer<'cost'>

export interface CostAsked {
  readonly by: CostGrouping
  /** Full id of a session; null: all. */
  readonly session: string | null
  /** IANA name; undefined: that of this machine. */
  readonly timeZone: string | undefined
}

const noModel = '(none)'

const sum = (rows: readonly CostRow[], pick: (row: CostRow) => number): number => rows.reduce((total, row) => total + pick(row), 0)

/** Null: no row states it. */
const sumCounts = (rows: readonly CostRow[], pick: (row: CostRow) => ExactCount | null): ExactCount | null =>
  rows.map(pick).reduce((total, value) => (total === null ? value : value === null ? total : addCounts(total, value)), null)

const tokensOf = (rows: readonly CostRow[]): CostTokens & { readonly replies: number } => ({
  replies: sum(rows, (row) => row.replies),
  inputTokens: sumCounts(rows, (row) => row.inputTokens),
  outputTokens: sumCounts(rows, (row) => row.outputTokens),
  cacheReadTokens: sumCounts(rows, (row) => row.cacheReadTokens),
  cacheWrite5mTokens: sumCounts(rows, (row) => row.cacheWrite5mTokens),
  cacheWrite1hTokens: sumCounts(rows, (row) => row.cacheWrite1hTokens),
  webSearches: sumCounts(rows, (row) => row.webSearches),
})

const modelName = ({ model, service }: Pick<CostRow, 'model' | 'service'>): string => {
  const name = model === '' ? noModel : model
  return service === 'standard' ? name : `${name} (${service})`
}

const whyUnknown = (row: Pick<CostRow, 'model' | 'service'>): string =>
  row.model === '' ? 'no model is recorded' : `no price for ${modelName(row)}`

const reasonOf = (unknown: readonly CostRow[]): string | null =>
  unknown.length === 0 ? null : [...new Set(unknown.map(whyUnknown))].sort().join('; ')

/** Number of digits after the point in amounts, as in the tables. */
const digits = 10

/** Without what adding up floating point numbers leaves in the last digits. */
const rounded = (usd: number): number => Number(usd.toFixed(digits))

const usdOf = (rows: readonly CostRow[], known: string): number =>
  rounded(
    sum(
      rows.filter((row) => row.known === known),
      (row) => row.usd ?? 0,
    ),
  )

const groupOf = (group: string, rows: readonly CostRow[]): CostGroup => {
  const unknown = rows.filter((row) => row.known === 'unknown')
  const [clientUsd, recordedUsd, computedUsd] = [usdOf(rows, 'client'), usdOf(rows, 'recorded'), usdOf(rows, 'computed')]
  return {
    group,
    ...tokensOf(rows),
    usd: unknown.length === rows.length ? null : rounded(clientUsd + recordedUsd + computedUsd),
    clientUsd,
    recordedUsd,
    computedUsd,
    unknownReplies: sum(unknown, (row) => row.requests),
    understatedReplies: sum(rows, (row) => row.understatedReplies),
    reason: reasonOf(unknown),
  }
}

const grouped = <K>(rows: readonly CostRow[], key: (row: CostRow) => K): ReadonlyMap<K, readonly CostRow[]> => {
  const groups = new Map<K, CostRow[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}

/** Key of the rest of accounts that cannot be split by the groups. */
const notSplit = '(not split)'

const groupName = (by: CostGrouping, key: string): string => {
  if (key === notSplit) return by === 'day' ? 'not split by day' : 'not split by commit'
  if (key !== '') return key
  return by === 'model' ? noModel : by === 'day' ? 'no time' : ''
}

const unpricedOf = (rows: readonly CostRow[]): readonly UnpricedModel[] => {
  const unknown = rows.filter((row) => row.known === 'unknown')
  return [...grouped(unknown, modelName)].map(([model, own]) => ({
    model,
    ...tokensOf(own),
    replies: sum(own, (row) => row.requests),
    reason: reasonOf(own) ?? '',
  }))
}

/**
 * Costs by group: days in their order, everything else the dearest first.
 * @throws StrataError invalid-input for a time zone that does not exist
 */
export const showCost = async (tables: Tables, prices: readonly PriceTable[], asked: CostAsked): Promise<CostView> => {
  const timeZone = zoneOf(asked.timeZone)
  const models = await runQuery(tables, 'pricedModels', {})
  const rows = await runQuery(tables, 'cost', {
    by: asked.by,
    session: asked.session,
    zone: timeZone,
    prices: priceRows(
      models.map(({ model }) => model),
      prices,
    ),
    search_usd: searchUsd(prices),
  })
  const groups = [...grouped(rows, (row) => row.groupKey)].map(([key, own]) => groupOf(groupName(asked.by, key), own))
  const byCost = (a: CostGroup, b: CostGroup): number => (b.usd ?? -1) - (a.usd ?? -1)
  return {
    by: asked.by,
    timeZone,
    groups: asked.by === 'day' ? groups : groups.sort(byCost),
    unpriced: unpricedOf(rows),
  }
}

/** Models that replied and have no price. */
export const unpricedModels = async (tables: Tables, prices: readonly PriceTable[]): Promise<readonly string[]> => {
  const models = await runQuery(tables, 'pricedModels', {})
  return models.flatMap(({ model }) => (model !== '' && pricesOf(model, prices).length === 0 ? [model] : []))
}
