/** DuckDB's values as JSON knows them: exact, or as text. */
import {
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBArrayValue,
  DuckDBUnionValue,
} from '@duckdb/node-api'
import type { DuckDBValue } from '@duckdb/node-api'
import type { SqlValue } from '../../model/sql-rows.ts'

const plainNumber = (value: number): SqlValue => (Number.isFinite(value) ? value : String(value))

const plainInteger = (value: bigint): SqlValue => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}

/** A number as long as none of its digits is lost. */
const plainDecimal = (value: DuckDBDecimalValue): SqlValue => (value.width <= 15 ? Number(value.toString()) : value.toString())

const plainEntries = (entries: readonly (readonly [string, DuckDBValue])[]): SqlValue =>
  Object.fromEntries(entries.map(([name, value]) => [name, plainValue(value)]))

const plainNested = (value: DuckDBValue): SqlValue | undefined => {
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(plainValue)
  if (value instanceof DuckDBStructValue) return plainEntries(Object.entries(value.entries))
  if (value instanceof DuckDBMapValue) return value.entries.map((entry) => ({ key: plainValue(entry.key), value: plainValue(entry.value) }))
  if (value instanceof DuckDBUnionValue) return plainValue(value.value)
  return undefined
}

/** Times, blobs and what has no place in JSON are as DuckDB writes them; whole numbers beyond 2^53 − 1 are text. */
export const plainValue = (value: DuckDBValue): SqlValue => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return plainNumber(value)
  if (typeof value === 'bigint') return plainInteger(value)
  if (value instanceof DuckDBDecimalValue) return plainDecimal(value)
  return plainNested(value) ?? String(value)
}
