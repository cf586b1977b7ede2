/** Reads all facts of a store, so that two ways of making them can be compared. */
import { DuckDBInstance } from '@duckdb/node-api'

/** Tables of facts that bear the numbers of their sessions. */
export const numberedFacts = [
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
  'replies',
  'shared_replies',
  'accounts',
  'spending',
] as const

const numbersOfNames = [
  'model_number',
  'tool_number',
  'reference_number',
  'class_number',
  'project_number',
  'template_number',
  'agent_number',
  'version_number',
]

/** Numbers are given as they come: rows are told by the names behind them. */
const named = (column: string): string =>
  numbersOfNames.includes(column) ? `(SELECT name FROM fact_names WHERE number = ${column}) AS ${column}` : column

/** Rows of every table of facts, by the names of their sessions. The store must be closed. */
export const factsOf = async (storeDir: string): Promise<Readonly<Record<string, readonly string[]>>> => {
  const instance = await DuckDBInstance.create(`${storeDir}/index.duckdb`, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  const read = async (sql: string): Promise<readonly string[]> =>
    (await connection.runAndReadAll(sql)).getRows().map(([value]) => String(value))
  const facts: Record<string, readonly string[]> = {}
  for (const table of numberedFacts) {
    const columns = await read(`SELECT column_name FROM duckdb_columns() WHERE table_name = '${table}' AND column_name <> 'session_number'`)
    const rows = `SELECT session_id, ${columns.map(named).join(', ')} FROM ${table} JOIN (SELECT session_number, session_id FROM fact_sessions) USING (session_number)`
    facts[table] = await read(`SELECT f::VARCHAR FROM (${rows}) f ORDER BY 1`)
  }
  const groups = ['project_number', 'template_number', 'version_number']
  facts['fact_sessions'] = await read(
    `SELECT f::VARCHAR FROM (SELECT * EXCLUDE (session_number, ${groups.join()}), ${groups.map(named).join()} FROM fact_sessions) f ORDER BY 1`,
  )
  facts['storage_counts'] = await read('SELECT f::VARCHAR FROM storage_counts f ORDER BY 1')
  connection.closeSync()
  instance.closeSync()
  return facts
}
