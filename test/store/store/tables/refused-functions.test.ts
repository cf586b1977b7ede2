/** Functions that a statement of a person may not call. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { refusedFunctions, refuseFunctions } from '../../../../app/store/tables/refused-functions.ts'

const connected = async (): Promise<DuckDBConnection> => (await DuckDBInstance.create(':memory:')).connect()

test.each([
  "SELECT * FROM enable_logging(storage='file', storage_path='/tmp/x')",
  'FROM ENABLE_PROFILING()',
  'SELECT * FROM (SELECT 1), truncate_duckdb_logs()',
  'WITH a AS (FROM checkpoint()) FROM a',
  "SELECT write_log('x')",
  "FROM query('FROM enable_logging()')",
  "FROM query(E'FROM \\x65nable_logging()')",
  "FROM query('FROM enable_' || 'logging()')",
  "FROM query('FROM query(''FROM enable_logging()'')')",
  'FROM "enable_logging"()',
  "FROM json_execute_serialized_sql(json_serialize_sql('FROM enable_logging()'))",
  'SELECT 1 UNION ALL (SELECT 2 FROM force_checkpoint())',
])('%s is refused', async (sql) => {
  await expect(refuseFunctions(await connected(), sql)).rejects.toMatchObject({ code: 'sql-refused' })
})

test.each([
  "SELECT 'enable_logging()' AS text",
  'SELECT checkpoint FROM commits -- enable_logging()',
  "FROM query('SELECT 1')",
  'SELECT query FROM (SELECT 1 AS query)',
])('%s is allowed', async (sql) => {
  await expect(refuseFunctions(await connected(), sql)).resolves.toBeUndefined()
})

/** Functions with side effects in a statement of a person, reviewed: they change nothing outside of its own process, which ends with it. */
const harmless = new Set([
  'current_connection_id',
  'current_query',
  'current_query_id',
  'current_transaction_id',
  'currval',
  'error',
  'gen_random_uuid',
  'nextval',
  'random',
  'setseed',
  'sleep_ms',
  'stats',
  'uuid',
  'uuidv4',
  'uuidv7',
])

test('every function of DuckDB with side effects, and every table function that is named like a command, is refused or reviewed', async () => {
  const connection = await connected()
  const names = async (where: string): Promise<readonly string[]> => {
    const result = await connection.runAndReadAll(`SELECT DISTINCT function_name FROM duckdb_functions() WHERE ${where} ORDER BY 1`)
    return result.getRows().map(([name]) => String(name))
  }
  const acting = [
    ...(await names('has_side_effects')),
    ...(await names(
      "function_type = 'table' AND regexp_matches(function_name, '(^|_)(enable|disable|set|write|truncate|checkpoint|execute|copy|import|export|install|load|create|drop|attach|detach)(_|$)')",
    )),
  ]
  expect(acting.filter((name) => !harmless.has(name) && !refusedFunctions.has(name))).toEqual([])
})
