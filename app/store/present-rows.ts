/** What the tables hold already, read once when the first question about it comes. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { artifactHash } from '../model/ids.ts'
import { ArtifactIndex } from './artifact-index.ts'
import { count, integer, text } from './columns.ts'
import { query, queryPieces } from './query.ts'

const artifactColumns = {
  hash: text('artifact_hash'),
  packId: integer('pack_id'),
  offset: count('pack_offset'),
  length: count('stored_bytes'),
} as const

/** Where the artifacts lie according to the tables. */
export const loadArtifactIndex = async (connection: DuckDBConnection): Promise<ArtifactIndex> => {
  const index = new ArtifactIndex()
  const sql = 'SELECT artifact_hash, pack_id, pack_offset, stored_bytes FROM artifacts'
  for await (const rows of queryPieces(connection, sql, artifactColumns)) {
    for (const { hash, ...location } of rows) index.set(artifactHash(hash), location)
  }
  return index
}

/** Sessions that have rows; '' when rows of no session are there. */
export const loadPresentSessions = async (connection: DuckDBConnection): Promise<Set<string>> => {
  const sql = `
    SELECT session_id FROM sessions
    UNION SELECT coalesce(session_id, '') FROM sources
    UNION SELECT session_id FROM problems WHERE session_id IS NOT NULL
    UNION SELECT session_id FROM records`
  return new Set((await query(connection, sql, { sessionId: text('session_id') })).map((row) => row.sessionId))
}
