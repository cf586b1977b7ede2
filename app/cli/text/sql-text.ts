/** Rows of a query, and the tables that there are, as people read them. */
import type { SchemaTable, SqlResult } from '../../contract/sql.ts'
import { isNumeric, type SqlValue } from '../../model/sql-rows.ts'
import { countText, plural } from './figures.ts'
import { printTable } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

const longest = 200

const cellText = (value: SqlValue): string => {
  if (value === null) return 'NULL'
  const text = printableLine(typeof value === 'string' ? value : JSON.stringify(value))
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

const cutText = ({ cut }: SqlResult): string =>
  cut === null
    ? ''
    : `; there are more: ${cut === 'rows' ? 'allow them with --limit' : 'their text is too much to print'}, or take them all with --out`

/** Columns under their names, then how many rows there are and how long it took. */
export const sqlText = (result: SqlResult, { colors, width }: Terminal): string => {
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
  return `${table}${colors.dim(`${plural(result.rows.length, 'row')} in ${took}${cutText(result)}`)}\n`
}

const reasons = (tables: readonly SchemaTable[]): string =>
  [...new Set(tables.flatMap(({ whyNoRows }) => whyNoRows ?? []))].map((reason) => `n/a: ${reason}\n`).join('')

/** Every table with what it holds. */
export const schemaText = (tables: readonly SchemaTable[], { colors, width }: Terminal): string => {
  const table = printTable(
    [{ title: 'TABLE' }, { title: 'ROWS', align: 'right' }, { title: 'COLUMNS', align: 'right' }, { title: 'HOLDS', flexible: true }],
    tables.map(({ name, rows, columns, about }) => [name, countText(rows), String(columns.length), about ?? '']),
    width,
    colors.bold,
  )
  return `${table}${colors.dim(reasons(tables))}`
}

/** One table with its columns. */
export const tableText = ({ name, about, columns }: SchemaTable, { colors, width }: Terminal): string => {
  const rows = columns.map((column) => [column.name, `${column.type}${column.isNullable ? '' : ' NOT NULL'}`, column.about ?? ''])
  return `${colors.bold(name)}  ${about ?? ''}\n${printTable([{ title: 'COLUMN' }, { title: 'TYPE' }, { title: 'HOLDS', flexible: true }], rows, width, colors.bold)}`
}
