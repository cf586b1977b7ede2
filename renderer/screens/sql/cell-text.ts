/** Values of a query as text. */
import type { SqlColumn, SqlValue } from '../../../app/model/sql-rows.ts'
import type { SqlRow } from './sort-rows.ts'

/** What a cell says; null is told by the look of the cell. */
export const cellText = (value: SqlValue): string => (value === null ? 'NULL' : typeof value === 'string' ? value : JSON.stringify(value))

const tsvField = (value: SqlValue): string => (value === null ? '' : cellText(value).replaceAll(/[\t\r\n]+/g, ' '))

/** Rows as a spreadsheet pastes them: fields apart by tabs, the names of the columns first. */
export const rowsAsTsv = (columns: readonly SqlColumn[], rows: readonly SqlRow[]): string =>
  [columns.map(({ name }) => tsvField(name)), ...rows.map((row) => row.map(tsvField))].map((fields) => `${fields.join('\t')}\n`).join('')
