/** Runs SQL that a person wrote: one statement that reads, in a transaction that cannot write, within limits, and can be stopped. */
import { StatementType } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api'
import { StrataError } from '../model/failure.ts'
import type { SqlRows, SqlValue, TableFormat } from '../model/sql-rows.ts'
import { refuseSql } from './sql-refusal.ts'
import { plainValue } from './plain-value.ts'
import { execute } from './query.ts'

export interface SqlLimits {
  readonly rows: number
  /** Characters of text in all rows together. */
  readonly chars: number
  readonly milliseconds: number
}

/** How a statement is stopped, and for how long it may run. */
export interface SqlRun {
  readonly signal: AbortSignal
  readonly milliseconds: number
}

const reading: readonly StatementType[] = [StatementType.SELECT, StatementType.EXPLAIN]

const prepareOne = async (connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> => {
  const statements = await connection.extractStatements(sql)
  if (statements.count !== 1)
    throw new StrataError('sql-refused', `One statement at a time: these are ${statements.count}`, { statements: statements.count })
  const statement = await statements.prepare(0)
  if (reading.includes(statement.statementType)) return statement
  const kind = StatementType[statement.statementType]
  statement.destroySync()
  throw new StrataError('sql-refused', `A statement of kind ${kind} is not allowed: here SQL only reads`, { kind })
}

/** What `work` throws when it was interrupted is told as what interrupted it. */
export const interruptible = async <T>(
  connection: DuckDBConnection,
  { signal, milliseconds }: SqlRun,
  work: () => Promise<T>,
): Promise<T> => {
  let late = false
  let ended = false
  // A statement that has not begun yet does not hear of an interrupt.
  let again: NodeJS.Timeout | undefined
  const interrupt = (): void => {
    if (ended) return
    connection.interrupt()
    again = setTimeout(interrupt, 50)
  }
  const timer = setTimeout(() => {
    late = true
    interrupt()
  }, milliseconds)
  signal.addEventListener('abort', interrupt)
  const stopped = (): StrataError | undefined => {
    if (signal.aborted) return new StrataError('cancelled', 'The query was stopped')
    return late ? new StrataError('sql-too-long', `The query took longer than ${milliseconds / 1000} s`, { milliseconds }) : undefined
  }
  try {
    const first = stopped()
    if (first !== undefined) throw first
    return await work()
  } catch (thrown) {
    throw stopped() ?? thrown
  } finally {
    ended = true
    clearTimeout(timer)
    clearTimeout(again)
    signal.removeEventListener('abort', interrupt)
  }
}

const charsOf = (value: SqlValue): number => (typeof value === 'string' ? value.length : value === null ? 0 : JSON.stringify(value).length)

const fetchRows = async (result: DuckDBResult, limits: SqlLimits): Promise<Pick<SqlRows, 'rows' | 'cut'>> => {
  const rows: (readonly SqlValue[])[] = []
  let chars = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return { rows, cut: null }
    for (const row of chunk.getRows()) {
      if (rows.length === limits.rows) return { rows, cut: 'rows' }
      const plain = row.map(plainValue)
      chars += plain.reduce<number>((sum, value) => sum + charsOf(value), 0)
      // A row alone is given, however long it is.
      if (chars > limits.chars && rows.length > 0) return { rows, cut: 'chars' }
      rows.push(plain)
    }
  }
}

/** Sees the last committed state; whatever the statement tries, nothing is written. */
const readingOnly = async <T>(connection: DuckDBConnection, sql: string, run: SqlRun, work: () => Promise<T>): Promise<T> => {
  await execute(connection, 'BEGIN TRANSACTION READ ONLY')
  try {
    return await interruptible(connection, run, work)
  } catch (thrown) {
    throw refuseSql(thrown, sql)
  } finally {
    await execute(connection, 'ROLLBACK').catch(() => undefined)
  }
}

/**
 * The first rows of a statement.
 * @param connection nobody else uses it meanwhile
 * @throws StrataError sql-failed (with the place), sql-refused, sql-too-long, cancelled
 */
export const readRows = (connection: DuckDBConnection, sql: string, limits: SqlLimits, signal: AbortSignal): Promise<SqlRows> =>
  readingOnly(connection, sql, { signal, milliseconds: limits.milliseconds }, async () => {
    const statement = await prepareOne(connection, sql)
    try {
      const result = await statement.stream()
      const columns = result.columnNames().map((name, at) => ({ name, type: result.columnType(at).toString() }))
      return { columns, ...(await fetchRows(result, limits)) }
    } finally {
      statement.destroySync()
    }
  })

export const copyOptions: Readonly<Record<TableFormat, string>> = {
  csv: 'FORMAT csv, HEADER true',
  json: 'FORMAT json, ARRAY true',
  parquet: 'FORMAT parquet, COMPRESSION zstd',
}

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** JSON has no word for infinity or for what is no number: they are null in it. */
const finiteNumbers = async (connection: DuckDBConnection, rows: string): Promise<string> => {
  const described = await connection.runAndReadAll(`DESCRIBE ${rows}`)
  const names = described.getRows().flatMap(([name, type]) => (type === 'DOUBLE' || type === 'FLOAT' ? [String(name)] : []))
  const columns = names.map((name) => `"${name.replaceAll('"', '""')}"`)
  return columns.length === 0
    ? ''
    : `SELECT * REPLACE (${columns.map((name) => `if(isfinite(${name}), ${name}, NULL) AS ${name}`).join(', ')}) `
}

/**
 * Writes all rows of a statement to a new file in the store's scratch folder, the only place that SQL may touch; gives their number.
 * @throws StrataError sql-failed (with the place), sql-refused, sql-too-long, cancelled
 */
export const copyRows = (
  connection: DuckDBConnection,
  sql: string,
  file: { readonly path: string; readonly format: TableFormat },
  run: SqlRun,
): Promise<number> =>
  readingOnly(connection, sql, run, async () => {
    const statement = await prepareOne(connection, sql)
    const isSelect = statement.statementType === StatementType.SELECT
    statement.destroySync()
    if (!isSelect) throw new StrataError('sql-refused', 'Only rows of a SELECT can be saved', {})
    // As a string it ends where it ends, whatever comment or semicolon stands there.
    const rows = `FROM query(${literal(sql)})`
    const told = file.format === 'json' ? `${await finiteNumbers(connection, rows)}${rows}` : rows
    const result = await connection.runAndReadAll(`COPY (${told}) TO ${literal(file.path)} (${copyOptions[file.format]})`)
    return Number(result.getRows()[0]?.[0] ?? 0)
  })
