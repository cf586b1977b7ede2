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

/** `main.turns` → `turns`. */
const unqualified = (name: string): string => name.slice(name.lastIndexOf('.') + 1).replaceAll('"', '')

/**
 * DuckDB does not bind a statement with `query_table(['a', 'b'])` without running it: its tables are those in the parsed text, and in the
 * texts that it gives to `query`.
 */
const listedTables = async (connection: Connection, sql: string): Promise<readonly string[]> => {
  const [row] = await query(connection, 'SELECT json_serialize_sql($sql::VARCHAR)::VARCHAR AS parsed', { parsed: text('parsed') }, { sql })
  const nodes = row === undefined ? [] : nodesIn(JSON.parse(row.parsed))
  const lists = nodes.filter(({ function_name: name }) => name === 'query_table')
  if (lists.length === 0) return []
  const inner = nodes.filter(({ function_name: name }) => name === 'query').flatMap(textsIn)
  const others = nodes.flatMap(({ type, table_name: table }) => (type === 'BASE_TABLE' && typeof table === 'string' ? [table] : []))
  const named: string[] = [...lists.flatMap(textsIn).map(unqualified), ...others]
  for (const statement of inner) named.push(...(await tablesOf(connection, statement)))
  return named
}

/** The tables in the statement, in its views and in its macros. None: there are none, or it cannot be bound. */
const boundTables = (connection: Connection, sql: string): readonly string[] => {
  try {
    return connection.getTableNames(sql, false)
  } catch {
    return []
  }
}

const tablesOf = async (connection: Connection, sql: string): Promise<readonly string[]> => {
  const bound = boundTables(connection, sql)
  return bound.length > 0 ? bound : listedTables(connection, sql)
}

/** Names in lower case. */
export const tablesRead = (database: Pick<Database, 'read'>, sql: string): Promise<ReadonlySet<string>> =>
  database.read(async (connection) => new Set((await tablesOf(connection, sql)).map((name) => name.toLowerCase())))
