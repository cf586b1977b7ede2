/** Which tables a statement reads, as DuckDB itself says. Nothing of the statement is computed for it, however long that would take. */
import { text } from '../../model/columns.ts'
import type { Connection, Database } from './database.ts'
import { query } from './query.ts'

/** All texts of constants in a node of a parsed statement. */
const textsIn = (node: unknown): readonly string[] => {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => (key === 'value' && typeof value === 'string' ? [value] : textsIn(value)))
}

interface ParsedNode {
  readonly type?: unknown
  readonly table_name?: unknown
  readonly function_name?: unknown
}

const tablesIn = (node: unknown): readonly string[] => {
  if (typeof node !== 'object' || node === null) return []
  const { type, table_name: table, function_name: name }: ParsedNode = node
  if (name === 'query_table') return textsIn(node)
  return [...(type === 'BASE_TABLE' && typeof table === 'string' ? [table] : []), ...Object.values(node).flatMap(tablesIn)]
}

/** Without binding it, and without views and macros: of a statement with `query_table(['a', 'b'])`, DuckDB does not say more. */
const parsedTables = async (connection: Connection, sql: string): Promise<readonly string[]> => {
  const [row] = await query(connection, 'SELECT json_serialize_sql($sql::VARCHAR)::VARCHAR AS parsed', { parsed: text('parsed') }, { sql })
  return row === undefined ? [] : tablesIn(JSON.parse(row.parsed))
}

/** The tables in the statement, in its views and in its macros. None: there are none, or it cannot be bound. */
const boundTables = (connection: Connection, sql: string): readonly string[] => {
  try {
    return connection.getTableNames(sql, false)
  } catch {
    return []
  }
}

/** Names in lower case. */
export const tablesRead = (database: Pick<Database, 'read'>, sql: string): Promise<ReadonlySet<string>> =>
  database.read(async (connection) => {
    const bound = boundTables(connection, sql)
    return new Set((bound.length > 0 ? bound : await parsedTables(connection, sql)).map((name) => name.toLowerCase()))
  })
