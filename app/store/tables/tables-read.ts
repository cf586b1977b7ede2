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

const nodesIn = (node: unknown): readonly ParsedNode[] =>
  typeof node === 'object' && node !== null ? [node, ...Object.values(node).flatMap(nodesIn)] : []

/** DuckDB does not bind a statement with `query_table(['a', 'b'])` without running it: its tables are those in the parsed text. */
const listedTables = async (connection: Connection, sql: string): Promise<readonly string[]> => {
  const [row] = await query(connection, 'SELECT json_serialize_sql($sql::VARCHAR)::VARCHAR AS parsed', { parsed: text('parsed') }, { sql })
  const nodes = row === undefined ? [] : nodesIn(JSON.parse(row.parsed))
  const lists = nodes.filter(({ function_name: name }) => name === 'query_table')
  if (lists.length === 0) return []
  const others = nodes.flatMap(({ type, table_name: table }) => (type === 'BASE_TABLE' && typeof table === 'string' ? [table] : []))
  return [...lists.flatMap(textsIn), ...others]
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
    return new Set((bound.length > 0 ? bound : await listedTables(connection, sql)).map((name) => name.toLowerCase()))
  })
