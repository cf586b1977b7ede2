/** What replies used of the prompt cache, as facts: the request before each of them is in the same session. */
import { count, text, type Row } from '../../model/columns.ts'
import type { Database } from '../../store/tables/database.ts'
import { execute } from '../../store/tables/query.ts'
import cacheSessions from './cache-sessions.sql?raw'
import cacheUses from './cache-uses.sql?raw'

/** Increase it when the rules of causes change: what was computed by other rules is computed again. */
const rules = '1'

export const cacheTables = ['cache_uses', 'cache_sessions'] as const

const sessionColumns = { sessionId: text('session_id'), size: count('size'), mark: text('mark') } as const
export type CachedSession = Row<typeof sessionColumns>

export const sessionsWithoutCacheUses = (database: Pick<Database, 'query'>): Promise<readonly CachedSession[]> =>
  database.query(cacheSessions, sessionColumns, { rules })

const leftOver = 'session_number NOT IN (SELECT session_number FROM fact_sessions)'

/** Makes those of a batch of sessions, and deletes what is left over. @throws StrataError disk-full */
export const makeCacheUses = (database: Database, batch: readonly CachedSession[]): Promise<void> =>
  database.transaction(async (connection) => {
    const sessions = batch.map(({ sessionId }) => sessionId)
    const own = 'session_id IN (SELECT unnest($sessions::VARCHAR[]))'
    await execute(
      connection,
      `DELETE FROM cache_uses WHERE ${leftOver} OR session_number IN (SELECT session_number FROM fact_sessions WHERE ${own})`,
      { sessions },
    )
    await execute(connection, `DELETE FROM cache_sessions WHERE ${own}`, { sessions })
    await execute(connection, cacheUses, { sessions })
    await execute(connection, 'INSERT INTO cache_sessions SELECT unnest($sessions::VARCHAR[]), unnest($marks::VARCHAR[])', {
      sessions,
      marks: batch.map(({ mark }) => mark),
    })
  })

/** Deletes what is left of removed sessions. @throws StrataError disk-full */
export const forgetCacheUses = (database: Database): Promise<void> =>
  database.transaction(async (connection) => {
    await execute(connection, `DELETE FROM cache_uses WHERE ${leftOver}`)
    await execute(connection, 'DELETE FROM cache_sessions WHERE session_id NOT IN (SELECT session_id FROM sessions)')
  })
