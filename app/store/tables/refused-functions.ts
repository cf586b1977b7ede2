/** Functions of DuckDB that do more than read, which a statement of a person may not call. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { StrataError } from '../../model/failure.ts'
import { isObject } from '../../model/json-object.ts'

/** They write files, change settings that the connection shares, or run a statement that is hidden in a value. */
export const refusedFunctions: ReadonlySet<string> = new Set([
  'checkpoint',
  'copy_database',
  'disable_logging',
  'disable_peg_parser',
  'disable_profile',
  'disable_profiling',
  'enable_logging',
  'enable_peg_parser',
  'enable_profile',
  'enable_profiling',
  'force_checkpoint',
  'import_database',
  'json_execute_serialized_sql',
  'truncate_duckdb_logs',
  'write_log',
])

/** Takes a statement as a text. */
const runsText = 'query'
const mention = new RegExp(`\\b(?:${[...refusedFunctions, runsText].join('|')})\\b`, 'iu')
const called = new RegExp(`\\b(${[...refusedFunctions, runsText].join('|')})"?\\s*\\(`, 'iu')

const refuse = (name: string): StrataError =>
  new StrataError('sql-refused', `The function ${name} is not allowed: SQL is read-only`, { function: name })

/** Every call in a parsed statement. */
function* callsIn(node: unknown): Generator<{ readonly name: string; readonly children: unknown }> {
  const open: unknown[] = [node]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (Array.isArray(one)) open.push(...(one as unknown[]).filter((part) => part !== null))
    else if (isObject(one)) {
      const name = one['function_name']
      if (typeof name === 'string') yield { name: name.toLowerCase(), children: one['children'] }
      open.push(...Object.values(one).filter((part) => part !== null))
    }
  }
}

/** The text of a constant argument. */
const constantIn = (children: unknown): string | undefined => {
  const first: unknown = Array.isArray(children) ? children[0] : undefined
  const value = isObject(first) ? first['value'] : undefined
  const text = isObject(value) ? value['value'] : undefined
  return typeof text === 'string' ? text : undefined
}

/** Undefined for a statement that cannot be serialized. */
const parsed = async (connection: DuckDBConnection, sql: string): Promise<unknown> => {
  const result = await connection.runAndReadAll(`SELECT json_serialize_sql('${sql.replaceAll("'", "''")}')`)
  const tree: unknown = JSON.parse(String(result.getRows()[0]?.[0] ?? 'null'))
  return isObject(tree) && tree['error'] !== true ? tree : undefined
}

/** @param sql one SELECT. @throws StrataError sql-refused */
export const refuseFunctions = async (connection: DuckDBConnection, sql: string): Promise<void> => {
  if (!mention.test(sql)) return
  const tree = await parsed(connection, sql)
  if (tree === undefined) {
    const name = called.exec(sql)?.[1]
    if (name !== undefined) throw refuse(name)
    return
  }
  for (const { name, children } of callsIn(tree)) {
    if (refusedFunctions.has(name)) throw refuse(name)
    if (name !== runsText) continue
    const text = constantIn(children)
    if (text === undefined) throw new StrataError('sql-refused', 'The function query takes only a constant text here', { function: name })
    await refuseFunctions(connection, text)
  }
}
