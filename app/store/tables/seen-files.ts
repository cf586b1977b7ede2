/** Forgets how files looked, before it is written again: see schema/005-seen-files.sql. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { execute } from './query.ts'

export const forgetSeenFiles = async (connection: DuckDBConnection, paths: readonly string[]): Promise<void> => {
  if (paths.length > 0) await execute(connection, 'DELETE FROM seen_files WHERE path IN (SELECT unnest($paths::VARCHAR[]))', { paths })
}
