/** Which rows the tables contain already, read once at the first look-up. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { ArtifactIndex } from './artifact-index.ts'
import { count, text } from '../../model/columns.ts'
import { query } from './query.ts'

/** The words of an index slot, made by DuckDB: there may be a million of them. */
const slotSql = `
  SELECT
    ('0x' || artifact_hash[1:8])::UINTEGER,
    ('0x' || artifact_hash[9:16])::UINTEGER,
    ('0x' || artifact_hash[17:24])::UINTEGER,
    ('0x' || artifact_hash[25:32])::UINTEGER,
    pack_id::UINTEGER,
    pack_offset::UINTEGER,
    entry_bytes::UINTEGER
  FROM artifacts`

/** Where the artifacts lie according to the tables. */
export const loadArtifactIndex = async (connection: DuckDBConnection): Promise<ArtifactIndex> => {
  const [total] = await query(connection, 'SELECT count(*) AS artifacts FROM artifacts', { artifacts: count('artifacts') })
  const index = new ArtifactIndex(total?.artifacts)
  const words = new Uint32Array(7)
  // Not streamed: another query on the same connection would end the stream early, and artifacts would seem to be missing.
  const result = await connection.run(slotSql)
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const columns = Array.from(words, (_, at) => chunk.getColumnVector(at))
    const rows = chunk.rowCount
    for (let row = 0; row < rows; row++) {
      columns.forEach((column, at) => {
        words[at] = Number(column.getItem(row))
      })
      index.setWords(words)
    }
  }
  return index
}

/** Sessions that have rows; includes '' when there are rows without a session. */
export const loadPresentSessions = async (connection: DuckDBConnection): Promise<Set<string>> => {
  const sql = `
    SELECT session_id FROM sessions
    UNION SELECT coalesce(session_id, '') FROM sources
    UNION SELECT session_id FROM problems WHERE session_id IS NOT NULL
    UNION SELECT session_id FROM records`
  return new Set((await query(connection, sql, { sessionId: text('session_id') })).map((row) => row.sessionId))
}
