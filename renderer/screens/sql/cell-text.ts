/** Values of a query as text. */
import type { SqlColumn, SqlValue } from '../../../app/model/sql-rows.ts'

/** The text of a cell; the style of the cell marks null. */
export const cellText = (value: SqlValue): string => (value === null ? 'NULL' : typeof value === 'string' ? value : JSON.stringify(value))

const tsvField = (value: SqlValue): string => (value === null ? '' : cellText(value).replaceAll(/[\t\r\n]+/g, ' '))

/** Rows as a spreadsheet pastes them: fields apart by tabs, the names of the columns first. */
export const rowsAsTsv = (columns: readonly SqlColumn[], rows: readonly SqlRow[]): string =>
  [columns.map(({ name }) => tsvField(name)), ...rows.map((row) => row.map(tsvField))].map((fields) => `${fields.join('\t')}\n`).join('')

/** Order of rows by one of their columns. */
export type SqlRow = readonly SqlValue[]

/** Whole numbers that are too large to be exact are text; so are decimals with many digits. */
const numberText = /^-?\d+(?:\.\d+)?$/

const compareTexts = (a: string, b: string): number => {
  if (numberText.test(a) && numberText.test(b)) {
    const byNumber = Number(a) - Number(b)
    if (byNumber !== 0) return byNumber
  }
  return a < b ? -1 : a > b ? 1 : 0
}

const asText = (value: SqlValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

const compareValues = (a: SqlValue, b: SqlValue): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(asText(a), asText(b))

/** Rows sorted by the column at `at`; nulls come last in both directions, equal rows keep their order. */
export const sortRows = (rows: readonly SqlRow[], at: number, isDescending: boolean): readonly SqlRow[] => {
  const sign = isDescending ? -1 : 1
  return [...rows].sort((left, right) => {
    const [a = null, b = null] = [left[at], right[at]]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return sign * compareValues(a, b)
  })
}
