/** Runs SQL that a person wrote: one statement that reads, in a transaction that cannot write, within limits, and can be stopped. */
import { StatementType } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api'
import { StrataError } from '../../model/failure.ts'
import type { SqlRows, SqlValue, TableFormat } from '../../model/sql-rows.ts'
import { formulaPattern, numberPattern, spreadsheetText, textMark } from '../../model/spreadsheet-text.ts'
import { refuseSql, plainValue } from './sql-refusal.ts'
import { execute } from './query.ts'
import { refuseFunctions } from './refused-functions.ts'

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

/** Only spaces, comments and semicolons: DuckDB's binding fails on it without a message. */
const emptyStatement = /^(?:\s|;|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*$/u

const prepareAny = async (connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> => {
  if (emptyStatement.test(sql)) throw new StrataError('sql-refused', 'The statement is empty')
  const statements = await connection.extractStatements(sql)
  if (statements.count !== 1)
    throw new StrataError('sql-refused', `Expected one statement, but found ${statements.count}`, { statements: statements.count })
  return statements.prepare(0)
}

/** EXPLAIN and ANALYZE, with the comments before and between them. */
const explaining = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*EXPLAIN\b(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(?:ANALY[SZ]E\b)?/iu
/** The statement that an EXPLAIN is about; any other statement as it is. */
export const explained = (sql: string): string => sql.replace(explaining, '')

const explainOptions = /^\s*\([^()']*\)/u

const refuseKind = (type: StatementType): StrataError => {
  const kind = StatementType[type]
  return new StrataError('sql-refused', `A statement of kind ${kind} is not allowed: SQL is read-only`, { kind })
}

/** @throws StrataError sql-refused when it is no SELECT */
const expectSelect = async (connection: DuckDBConnection, sql: string): Promise<void> => {
  const statement = await prepareAny(connection, sql)
  const type = statement.statementType
  statement.destroySync()
  if (type !== StatementType.SELECT) throw refuseKind(type)
  await refuseFunctions(connection, sql)
}

/** Checks the statement of an EXPLAIN as any other statement, because EXPLAIN ANALYZE runs it. @throws StrataError sql-refused */
const expectExplainedSelect = async (connection: DuckDBConnection, sql: string): Promise<void> => {
  const statement = explained(sql)
  try {
    await expectSelect(connection, statement)
  } catch (thrown) {
    if (thrown instanceof StrataError || !explainOptions.test(statement)) throw thrown
    await expectSelect(connection, statement.replace(explainOptions, ''))
  }
}

/** A SELECT, or an EXPLAIN of one. */
const prepareOne = async (connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> => {
  // Before anything is prepared: some functions act while a statement is bound.
  await refuseFunctions(connection, explained(sql))
  const statement = await prepareAny(connection, sql)
  if (statement.statementType === StatementType.SELECT) return statement
  const type = statement.statementType
  try {
    if (type !== StatementType.EXPLAIN) throw refuseKind(type)
    await expectExplainedSelect(connection, sql)
    return statement
  } catch (thrown) {
    statement.destroySync()
    throw thrown
  }
}

/** When `work` was interrupted, the error names what interrupted it. */
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

/** No more of one row is handed on. */
const maxRowChars = 64_000_000

/** For a query that needs more memory than there is for it. */
const tooLarge = (why: string): StrataError => new StrataError('sql-too-large', why, {})

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
      const own = plain.reduce<number>((sum, value) => sum + charsOf(value), 0)
      if (own > maxRowChars) throw tooLarge('A row is longer than 64 million characters')
      chars += own
      // A row alone is given, however long it is.
      if (chars > limits.chars && rows.length > 0) return { rows, cut: 'chars' }
      rows.push(plain)
    }
  }
}

/** Sees the last committed state; the statement cannot write. */
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
 * @param connection no other call uses it meanwhile
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

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A column as the format can hold it: undefined when it is fine as it is. */
const writtenColumn = (name: string, type: string, format: TableFormat, isRaw: boolean): string | undefined => {
  const column = named(name)
  // JSON has no word for infinity or for what is no number: they are null in it.
  if (format === 'json' && (type === 'DOUBLE' || type === 'FLOAT')) return `if(isfinite(${column}), ${column}, NULL) AS ${column}`
  if (format !== 'csv' || isRaw) return undefined
  const title = named(spreadsheetText(name))
  if (type !== 'VARCHAR') return title === column ? undefined : `${column} AS ${title}`
  const isFormula = `regexp_matches(${column}, ${literal(formulaPattern)}) AND NOT regexp_matches(${column}, ${literal(numberPattern)})`
  return `if(${isFormula}, ${literal(textMark)} || ${column}, ${column}) AS ${title}`
}

/** The rows of a statement, each value as the format can hold it. DuckDB names columns of one name apart: `a`, `a_1`. */
const writtenRows = async (connection: DuckDBConnection, rows: string, format: TableFormat, isRaw: boolean): Promise<string> => {
  const described = await connection.runAndReadAll(`DESCRIBE ${rows}`)
  const columns = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }))
  const written = columns.map(({ name, type }) => writtenColumn(name, type, format, isRaw))
  const isPlain = written.every((column) => column === undefined)
  return isPlain ? rows : `SELECT ${columns.map(({ name }, at) => written[at] ?? named(name)).join(', ')} ${rows}`
}

export interface RowsFile {
  /** In a folder that the connection may write to. */
  readonly path: string
  readonly format: TableFormat
  /** True: CSV has texts as they are, also those that a spreadsheet would run. */
  readonly raw: boolean
  /** Texts by name for the metadata of Parquet. */
  readonly about?: Readonly<Record<string, string>>
}

const metadata = (about: Readonly<Record<string, string>>): string =>
  `, KV_METADATA {${Object.entries(about)
    .map(([name, text]) => `${name}: ${literal(text)}`)
    .join(', ')}}`

/**
 * Writes all rows of a statement to a new file; gives their number.
 * @throws StrataError sql-failed (with the place), sql-refused, sql-too-long, cancelled
 */
export const copyRows = (connection: DuckDBConnection, sql: string, { path, format, raw, about }: RowsFile, run: SqlRun): Promise<number> =>
  readingOnly(connection, sql, run, async () => {
    const statement = await prepareOne(connection, sql)
    const isSelect = statement.statementType === StatementType.SELECT
    statement.destroySync()
    if (!isSelect) throw new StrataError('sql-refused', 'Only rows of a SELECT can be saved', {})
    // As a string, the statement has a fixed end, regardless of comments or semicolons in it.
    const rows = await writtenRows(connection, `FROM query(${literal(sql)})`, format, raw)
    const more = format === 'parquet' && about !== undefined ? metadata(about) : ''
    const result = await connection.runAndReadAll(`COPY (${rows}) TO ${literal(path)} (${copyOptions[format]}${more})`)
    return Number(result.getRows()[0]?.[0] ?? 0)
  })
