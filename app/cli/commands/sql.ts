/** strata sql: any query of the tables, in SQL that can only read. */
import { throughTempFile } from '../temp-file.ts'
import { randomUUID } from 'node:crypto'
import { Option } from 'commander'
import type { SavedTable, SchemaTable, SqlResult } from '../../contract/sql.ts'
import { StrataError } from '../../model/failure.ts'
import { isNumeric, type TableFormat, type SqlValue } from '../../model/sql-rows.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText, countText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import type { Strata } from '../run-with-engine.ts'
import { printable, printableLine } from '../text/printable.ts'
import { readInput } from '../read-input.ts'
import { targetFile, type TargetFile } from '../target-file.ts'
import { positiveNumber, wholeNumber, type DefineCommand } from './command.ts'
import { printTable } from '../text/print-table.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  readonly file?: string
  readonly saved?: string
  readonly saveAs?: string
  readonly csv?: boolean
  readonly raw?: boolean
  readonly out?: TargetFile
  readonly replace?: boolean
  readonly limit: number
  readonly timeLimit: number
  readonly schema?: string | true
  readonly list?: boolean
}

const savedSql = async ({ ask }: Strata, name: string): Promise<string> => {
  const queries = await ask('queries.list', {})
  const found = queries.find((query) => query.name === name) ?? (await ask('analytics.list', {})).find((own) => own.name === name)
  if (found === undefined) throw new StrataError('not-found', `No query has the name “${name}”`, { text: name, list: 'strata sql --list' })
  return found.sql
}

const statementOf = async (strata: Strata, given: string | undefined, { file, saved }: Options): Promise<string> => {
  if (saved !== undefined) return savedSql(strata, saved)
  return file === undefined ? (given ?? '') : (await readInput(file)).toString('utf8')
}

const save = async (strata: Strata, sql: string, target: TargetFile, { replace, raw, timeLimit }: Options): Promise<SavedTable> => {
  const job = await strata.finish(() =>
    strata.ask('sql.save', { sql, ...target, replace: replace === true, raw: raw === true, timeLimitMs: timeLimit * 1000 }),
  )
  return job.result
}

const run = async (strata: Strata, sql: string, { limit, timeLimit }: Options): Promise<void> => {
  const queryId = randomUUID()
  void strata.untilStopped().then(() => strata.ask('sql.cancel', { queryId }))
  const result = await strata.ask('sql.run', { sql, queryId, rowLimit: limit, timeLimitMs: timeLimit * 1000 })
  await strata.terminal.print(sqlText(result, strata.terminal))
}

const answer = async (strata: Strata, sql: string, options: Options): Promise<void> => {
  const { terminal, json } = strata
  if (options.out !== undefined) {
    const saved = await save(strata, sql, options.out, options)
    await terminal.print(json ? jsonText(saved) : `${countOf(saved.rows, 'row')} (${bytesText(saved.bytes)}) written to ${saved.path}\n`)
    return
  }
  const format: TableFormat | undefined = options.csv === true ? 'csv' : json ? 'json' : undefined
  if (format === undefined) await run(strata, sql, options)
  else await throughTempFile(terminal, `rows.${format}`, (path) => save(strata, sql, { path, format }, { ...options, replace: true }))
}

const printSchema = async ({ ask, json, terminal }: Strata, name: string | true): Promise<void> => {
  const tables = await ask('sql.schema', {})
  const table = tables.find((known) => known.name === name)
  if (table === undefined && name !== true)
    throw new StrataError('not-found', `No table has the name “${name}”`, { text: name, list: 'strata sql --schema' })
  const [view, text] = table === undefined ? [{ tables }, schemaText(tables, terminal)] : [table, tableText(table, terminal)]
  await terminal.print(json ? jsonText(view) : text)
}

const names = (metrics: readonly { readonly name: string; readonly title: string }[]): string =>
  metrics.map(({ name, title }) => `  ${name.padEnd(26)}${title}\n`).join('')

const printQueries = async ({ ask, json, terminal }: Strata): Promise<void> => {
  const queries = await ask('queries.list', {})
  const text = queries
    .map(({ name, sql }) => `${terminal.colors.bold(printableLine(name))}\n${printable(sql).replace(/^/gm, '  ')}\n`)
    .join('\n')
  const metrics = (await ask('analytics.list', {})).map(({ name, title, sql }) => ({ name, title, sql }))
  if (json) return terminal.print(jsonText({ queries, questions: metrics }))
  await terminal.print(text === '' ? 'No saved queries. To save one: strata sql "…" --save-as NAME\n' : text)
  await terminal.print(`\nBuilt-in queries, run with strata sql --saved NAME:\n${names(metrics)}`)
}

const carryOut = async (strata: Strata, given: string | undefined, options: Options): Promise<void> => {
  if (options.list === true) return printQueries(strata)
  if (options.schema !== undefined) return printSchema(strata, options.schema)
  const sql = await statementOf(strata, given, options)
  if (options.saveAs !== undefined) await strata.ask('queries.set', { name: options.saveAs, sql, replace: options.replace === true })
  return answer(strata, sql, options)
}

export const sqlCommand: DefineCommand = (command, runCommand) => {
  command
    .argument('[statement]', 'SELECT statement')
    .addOption(new Option('--file <file>', 'file with the statement (-: standard input)').conflicts(['saved']))
    .option('--saved <name>', 'saved query to run')
    .option('--save-as <name>', 'name to save the statement under')
    .addOption(new Option('--csv', 'CSV output').conflicts(['out']))
    .option('--raw', 'do not escape spreadsheet formulas in CSV')
    .option('--out <file>', 'file for all rows: .csv, .json or .parquet', targetFile)
    .option('--replace', 'overwrite an existing file or saved query')
    .option('--limit <n>', 'maximum number of rows to print', wholeNumber, 1000)
    .option('--time-limit <seconds>', 'maximum time', positiveNumber, 300)
    .option('--schema [table]', 'list of tables, or the columns of one')
    .option('--list', 'list of saved queries')
  return command.action((given: string | undefined, options: Options) => {
    const ways = [given, options.file, options.saved, options.schema, options.list].filter((way) => way !== undefined)
    if (options.csv === true && command.optsWithGlobals()['json'] === true) command.error('error: --csv cannot be used with --json')
    if (ways.length !== 1) command.error('error: give one statement, or one of --file, --saved, --schema, --list')
    return runCommand.withEngine(async (strata) => {
      await carryOut(strata, given, options)
      return undefined
    })
  })
}

const longest = 200

const cellText = (value: SqlValue): string => {
  if (value === null) return 'NULL'
  const text = printableLine(typeof value === 'string' ? value : JSON.stringify(value))
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

const cutText = ({ cut }: SqlResult): string =>
  cut === null ? '' : `; more rows exist: ${cut === 'rows' ? 'raise --limit' : 'their text is too long to print'}, or write all with --out`

/** Columns under their names, then how many rows there are and how long it took. */
const sqlText = (result: SqlResult, { colors, width }: Terminal): string => {
  const texts = result.columns.filter((column) => !isNumeric(column))
  const columns = result.columns.map((column) => ({
    title: printableLine(column.name),
    ...(isNumeric(column) ? { align: 'right' as const } : {}),
    ...(column === texts.at(-1) ? { flexible: true } : {}),
  }))
  const table = printTable(
    columns,
    result.rows.map((row) => row.map(cellText)),
    width,
    colors.bold,
  )
  const took = result.elapsedMs < 999 ? `${Math.ceil(result.elapsedMs)} ms` : `${(result.elapsedMs / 1000).toFixed(1)} s`
  return `${table}${colors.dim(`${countOf(result.rows.length, 'row')} in ${took}${cutText(result)}`)}\n`
}

const reasons = (tables: readonly SchemaTable[]): string =>
  [...new Set(tables.flatMap(({ whyNoRows }) => whyNoRows ?? []))].map((reason) => `n/a: ${reason}\n`).join('')

/** Every table with its description. */
const schemaText = (tables: readonly SchemaTable[], { colors, width }: Terminal): string => {
  const table = printTable(
    [{ title: 'TABLE' }, { title: 'ROWS', align: 'right' }, { title: 'COLUMNS', align: 'right' }, { title: 'DESCRIPTION', flexible: true }],
    tables.map(({ name, rows, columns, about }) => [name, countText(rows), String(columns.length), about ?? '']),
    width,
    colors.bold,
  )
  return `${table}${colors.dim(reasons(tables))}`
}

/** One table with its columns. */
const tableText = ({ name, about, columns }: SchemaTable, { colors, width }: Terminal): string => {
  const rows = columns.map((column) => [column.name, `${column.type}${column.isNullable ? '' : ' NOT NULL'}`, column.about ?? ''])
  return `${colors.bold(name)}  ${about ?? ''}\n${printTable([{ title: 'COLUMN' }, { title: 'TYPE' }, { title: 'DESCRIPTION', flexible: true }], rows, width, colors.bold)}`
}
