/**
 * Makes the facts of sessions: the small tables that metrics read instead of all events. A session whose rows changed has no mark in
 * fact_sessions; its facts are made before a metric is computed. All of it follows from the rows and can be rebuilt.
 */
import type { PriceTable } from '../../model/price-table.ts'
import { count, flag, optional, text } from '../../model/columns.ts'
import { tokenWeights } from '../../model/estimate-tokens.ts'
import type { Connection, Database } from '../../store/tables/database.ts'
import { execute, query, type Parameters } from '../../store/tables/query.ts'
import accounts from './accounts.sql?raw'
import activity from './activity.sql?raw'
import changedCacheUses from './changed-cache-uses.sql?raw'
import changedSpending from './changed-spending.sql?raw'
import classCounts from './class-counts.sql?raw'
import compactions from './compactions.sql?raw'
import contextOwners from './context-owners.sql?raw'
import contextParts from './context-parts.sql?raw'
import copies from './copies.sql?raw'
import endings from './endings.sql?raw'
import factAgents from './fact-agents.sql?raw'
import factBatch from './fact-batch.sql?raw'
import factCalls from './fact-calls.sql?raw'
import factChains from './fact-chains.sql?raw'
import factEarlierStretches from './fact-earlier-stretches.sql?raw'
import factEvents from './fact-events.sql?raw'
import factGaps from './fact-gaps.sql?raw'
import factLines from './fact-lines.sql?raw'
import factOwners from './fact-owners.sql?raw'
import factParts from './fact-parts.sql?raw'
import factRecords from './fact-records.sql?raw'
import factSaid from './fact-said.sql?raw'
import factStretches from './fact-stretches.sql?raw'
import factUsage from './fact-usage.sql?raw'
import markSessions from './mark-sessions.sql?raw'
import moreChangedSpending from './more-changed-spending.sql?raw'
import newGroups from './new-groups.sql?raw'
import newNames from './new-names.sql?raw'
import newQuarters from './new-quarters.sql?raw'
import newSessions from './new-sessions.sql?raw'
import newStorageQuarters from './new-storage-quarters.sql?raw'
import newTools from './new-tools.sql?raw'
import pricesMark from './prices-mark.sql?raw'
import recordCounts from './record-counts.sql?raw'
import referenceCounts from './reference-counts.sql?raw'
import replies from './replies.sql?raw'
import rowRanges from './row-ranges.sql?raw'
import setPricesMark from './set-prices-mark.sql?raw'
import setStorageMark from './set-storage-mark.sql?raw'
import setTidyMark from './set-tidy-mark.sql?raw'
import sharedReplies from './shared-replies.sql?raw'
import spending from './spending.sql?raw'
import stateTimes from './state-times.sql?raw'
import storageCounts from './storage-counts.sql?raw'
import storageIsMade from './storage-is-made.sql?raw'
import toolCounts from './tool-counts.sql?raw'
import toolUses from './tool-uses.sql?raw'
import touchedReplies from './touched-replies.sql?raw'
import turns from './turns.sql?raw'
import { idleMs } from '../idle-threshold.ts'
import { priceRows, searchUsd } from '../prices/price-rows.ts'
import { composed, withValues } from '../compose-sql.ts'

/** A session without facts. */
export interface NewSession {
  readonly sessionId: string
  /** Number of its records. */
  readonly size: number
}

/**
 * Approximate number of records, or of events where these are more, of the sessions whose facts are made together. Batches limit memory and let other users of the tables run.
 * More batches would take longer, since each reads what all sessions share.
 */
const minRecords = 50_000
const maxRecords = 300_000
const defaultBatches = 10
const batchSessions = 400

/** Tables of facts by the number of their session; those of numbers that are no more are left over. */
const numberedTables = [
  'fact_chains',
  'activity',
  'record_counts',
  'copies',
  'class_counts',
  'reference_counts',
  'state_times',
  'turns',
  'endings',
  'tool_uses',
  'tool_counts',
  'compactions',
  'context_parts',
  'context_owners',
  'accounts',
  'spending',
] as const

/** All tables that `makeFacts` fills, and those that `countStorage` fills. */
export const factTables: readonly string[] = [
  'fact_sessions',
  'fact_names',
  'fact_quarters',
  'replies',
  'shared_replies',
  ...numberedTables,
]
export const storageTables: readonly string[] = ['storage_counts']

/** Sessions that have no facts, as they lie in the tables: those of a batch lie together. */
export const sessionsWithoutFacts = (tables: Pick<Database, 'query'>): Promise<readonly NewSession[]> =>
  tables.query(newSessions, { sessionId: text('session_id'), size: count('size') })

/** Cuts the sessions into batches. */
export const factBatches = (sessions: readonly NewSession[]): readonly (readonly NewSession[])[] => {
  const batches: NewSession[][] = []
  const all = sessions.reduce((sum, session) => sum + session.size, 0)
  const batchRecords = Math.min(maxRecords, Math.max(minRecords, all / defaultBatches))
  let records = Infinity
  for (const session of sessions) {
    if (records + session.size > batchRecords || (batches.at(-1)?.length ?? 0) >= batchSessions) {
      batches.push([])
      records = 0
    }
    batches.at(-1)?.push(session)
    records += session.size
  }
  return batches
}

const pricedWith = async (connection: Connection, prices: readonly PriceTable[]): Promise<Parameters> => {
  const models = await query(connection, 'SELECT name AS model FROM fact_names', { model: text('model') })
  return {
    prices: priceRows(
      models.map(({ model }) => model),
      prices,
    ),
    search_usd: searchUsd(prices),
  }
}

/** Tables of a batch, each from those before it. */
const madeOnTheWay = [
  factUsage,
  factRecords,
  newNames,
  factChains,
  composed(factLines),
  factEvents,
  newTools,
  factAgents,
  composed(factGaps),
  factCalls,
  factParts,
  factStretches,
  factEarlierStretches,
  factSaid,
  factOwners,
]

/** Statements that make the facts of each batch, for its sessions. */
const factStatements: readonly (readonly [string, Parameters])[] = [
  [activity, {}],
  [recordCounts, {}],
  [copies, {}],
  [classCounts, {}],
  [referenceCounts, {}],
  [turns, {}],
  [toolUses, {}],
  [toolCounts, {}],
  [compactions, {}],
  [contextParts, {}],
  [accounts, {}],
  [stateTimes, {}],
]

const dropped = [
  'fact_batch',
  'touched_replies',
  'changed_spending',
  'fact_usage',
  'fact_records',
  'fact_lines',
  'fact_events',
  'fact_agents',
  'fact_gaps',
  'fact_calls',
  'fact_parts',
  'fact_stretches',
  'fact_earlier_stretches',
  'fact_said',
  'fact_owners',
]

const rangeColumns = {
  records_first: optional(count('records_first')),
  records_last: optional(count('records_last')),
  events_first: optional(count('events_first')),
  events_last: optional(count('events_last')),
  usage_first: optional(count('usage_first')),
  usage_last: optional(count('usage_last')),
}

/**
 * Deletes the leftover facts of all sessions together when no session has facts any more. Otherwise the first batch would read every reply
 * of the store to delete them, and need memory for all of them.
 */
export const forgetIfAllIsLeftOver = async (database: Database): Promise<void> => {
  const [left] = await database.query('SELECT count(*) AS made FROM fact_sessions', { made: count('made') })
  if (left === undefined || left.made > 0) return
  await database.transaction(async (connection) => {
    for (const table of ['replies', 'shared_replies', ...numberedTables]) await execute(connection, `DELETE FROM ${table}`)
  })
}

const withoutSession = 'session_number NOT IN (SELECT session_number FROM fact_sessions)'

/** Statements that delete the facts of removed sessions. Sessions that contain a reply of one of them are counted again. */
export const leftOverFacts: readonly string[] = [
  `DELETE FROM fact_sessions WHERE session_number IN (
    SELECT session_number FROM shared_replies WHERE reply_key IN (
      SELECT reply_key FROM replies WHERE ${withoutSession} UNION SELECT reply_key FROM shared_replies WHERE ${withoutSession}))`,
  ...['replies', 'shared_replies', ...numberedTables].map((table) => `DELETE FROM ${table} WHERE ${withoutSession}`),
]

/** Deletes leftover facts, and the facts that this batch makes again. */
const forget = async (connection: Connection): Promise<void> => {
  await execute(connection, changedSpending)
  for (const table of ['replies', 'shared_replies'])
    await execute(connection, `DELETE FROM ${table} WHERE reply_key IN (SELECT reply_key FROM touched_replies)`)
  for (const table of numberedTables) await execute(connection, `DELETE FROM ${table} WHERE ${withoutSession}`)
}

/** Replies belong to the whole store: makes those of this batch again, and the spending of their sessions. */
const resolveReplies = async (connection: Connection, prices: readonly PriceTable[]): Promise<void> => {
  await execute(connection, replies)
  await execute(connection, sharedReplies)
  await execute(connection, newQuarters)
  await execute(connection, moreChangedSpending)
  await execute(connection, 'DELETE FROM spending WHERE session_number IN (SELECT session_number FROM changed_spending)')
  await execute(connection, composed(spending), await pricedWith(connection, prices))
}

/** The facts were given up for something that is more urgent. */
export class GaveWay extends Error {
  override readonly name = 'GaveWay'
}

/**
 * Makes the facts of a batch of sessions, and forgets those that are left over: all of it or nothing.
 * @param mayContinue asked now and then
 * @throws GaveWay when it says no: nothing has changed then
 */
export const makeFacts = (
  database: Database,
  batch: readonly NewSession[],
  prices: readonly PriceTable[],
  mayContinue: () => boolean,
): Promise<void> =>
  database.transaction(async (connection) => {
    const step = (sql: string, parameters: Parameters = {}): Promise<void> => {
      if (!mayContinue()) throw new GaveWay()
      return execute(connection, sql, parameters)
    }
    const sessions = { sessions: batch.map(({ sessionId }) => sessionId) }
    await execute(connection, newGroups, sessions)
    await execute(connection, markSessions, sessions)
    await execute(connection, factBatch, sessions)
    const [ranges = {}] = await query(connection, rowRanges, rangeColumns)
    await step(withValues(touchedReplies, ranges))
    await forget(connection)
    for (const sql of madeOnTheWay) await step(withValues(sql, { ...ranges, idle_ms: idleMs }))
    for (const [sql, parameters] of factStatements) await step(sql, parameters)
    await step(withValues(endings, ranges))
    await resolveReplies(connection, prices)
    await step(withValues(composed(contextOwners), { weights: JSON.stringify(tokenWeights) }))
    await execute(connection, changedCacheUses)
    for (const table of dropped) await execute(connection, `DROP TABLE ${table}`)
    await execute(connection, setTidyMark)
  })

const priceMark = (prices: readonly PriceTable[]): string => JSON.stringify(prices)

/** Whether the costs in the facts are those of these prices. */
export const arePricedWith = async (tables: Pick<Database, 'query'>, prices: readonly PriceTable[]): Promise<boolean> => {
  const [mark] = await tables.query(pricesMark, { value: text('value') })
  return mark?.value === priceMark(prices)
}

/** Prices all replies again. */
export const priceFacts = (database: Database, prices: readonly PriceTable[]): Promise<void> =>
  database.transaction(async (connection) => {
    await execute(connection, 'DELETE FROM spending')
    await execute(connection, 'CREATE OR REPLACE TEMP TABLE changed_spending AS SELECT session_number FROM fact_sessions')
    await execute(connection, composed(spending), await pricedWith(connection, prices))
    await execute(connection, setPricesMark, { value: priceMark(prices) })
    await execute(connection, 'DROP TABLE changed_spending')
  })

/** Whether what the commits take was counted since the store was written last. */
export const isStorageCounted = async (tables: Pick<Database, 'query'>): Promise<boolean> => {
  const [row] = await tables.query(storageIsMade, { isMade: flag('is_made') })
  return row?.isMade === true
}

/** Counts the storage of the commits again. */
export const countStorage = (database: Database): Promise<void> =>
  database.transaction(async (connection) => {
    await execute(connection, 'DELETE FROM storage_counts')
    await execute(connection, storageCounts)
    await execute(connection, newStorageQuarters)
    await execute(connection, setStorageMark)
  })
