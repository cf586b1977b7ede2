/** Which tables a statement reads, as DuckDB itself says. Nothing of the statement is computed for it, however long that would take. */
import { text } from '../../model/columns.ts'
import { isObject, objectIn, objectsIn } from '../../model/json-object.ts'
import type { JsonObject } from '../../model/json-object.ts'
import type { Connection, Database } from './database.ts'
import { query } from './query.ts'
import { explained } from './read-only-sql.ts'

/** A node of the parsed text, and the names of results of WITH that are visible at it, in lower case. */
interface Named {
  readonly node: JsonObject
  readonly results: ReadonlySet<string>
}

const lower = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '')

/** A part of WITH sees those before it; only a recursive part sees itself. */
function* nodesIn(value: unknown, results: ReadonlySet<string>): Generator<Named> {
  if (Array.isArray(value)) for (const item of objectsIn(value)) yield* nodesIn(item, results)
  if (!isObject(value)) return
  const known = new Set(results)
  if (typeof value['cte_name'] === 'string') known.add(lower(value['cte_name']))
  for (const part of objectsIn(objectIn(value, 'cte_map')['map'])) {
    yield* nodesIn(part['value'], new Set(known))
    known.add(lower(part['key']))
  }
  yield { node: value, results: known }
  for (const [key, inner] of Object.entries(value)) if (key !== 'cte_map') yield* nodesIn(inner, known)
}

/** All texts of constants in a node of a parsed statement. */
const textsIn = (node: unknown): readonly string[] => {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => (key === 'value' && typeof value === 'string' ? [value] : textsIn(value)))
}

/** `main.turns` → `turns`. */
const unqualified = (name: string): string => name.slice(name.lastIndexOf('.') + 1).replaceAll('"', '')

/** The tables that DuckDB finds, also in views. None: there are none, or it does not say (for example a join with USING). */
const boundTables = (connection: Connection, sql: string): readonly string[] => {
  try {
    return connection.getTableNames(sql, false)
  } catch {
    return []
  }
}

/** A name, and the tables that it reads if it is a view. */
const behind = (connection: Connection, name: string): readonly string[] => [
  name,
  ...boundTables(connection, `FROM "${name.replaceAll('"', '""')}"`),
]

const isTable = ({ node, results }: Named): boolean =>
  node['type'] === 'BASE_TABLE' && (typeof node['schema_name'] === 'string' || !results.has(lower(node['table_name'])))

/** The tables in the parsed text, and in the texts that it gives to `query` and `query_table`; null: DuckDB cannot parse it alone. */
const parsedTables = async (connection: Connection, sql: string): Promise<readonly string[] | null> => {
  const serialize = 'SELECT json_serialize_sql($sql::VARCHAR, skip_empty := true)::VARCHAR AS parsed'
  const [row] = await query(connection, serialize, { parsed: text('parsed') }, { sql })
  const parsed: unknown = row === undefined ? undefined : JSON.parse(row.parsed)
  if (!isObject(parsed) || parsed['error'] !== false) return null
  const nodes = [...nodesIn(parsed['statements'], new Set())]
  const names = nodes.filter(isTable).map(({ node }) => String(node['table_name']))
  const given = (name: string): readonly string[] => nodes.flatMap(({ node }) => (node['function_name'] === name ? textsIn(node) : []))
  const tables = [...names, ...given('query_table').map(unqualified)].flatMap((name) => behind(connection, name))
  for (const statement of given('query')) {
    const inner = await tablesOf(connection, statement)
    if (inner === null) return null
    tables.push(...inner)
  }
  return tables
}

const tablesOf = async (connection: Connection, sql: string): Promise<readonly string[] | null> => {
  const bound = boundTables(connection, sql)
  return bound.length > 0 ? bound : parsedTables(connection, explained(sql))
}

/** Names in lower case; null: they cannot be known, so it may read any table. */
export const tablesRead = (database: Pick<Database, 'read'>, sql: string): Promise<ReadonlySet<string> | null> =>
  database.read(async (connection) => {
    const tables = await tablesOf(connection, sql)
    return tables === null ? null : new Set(tables.map((name) => name.toLowerCase()))
  })
