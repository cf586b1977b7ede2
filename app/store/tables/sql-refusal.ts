/** Reads why DuckDB refuses a statement, with the place in the statement. */
import { StrataError } from '../../model/failure.ts'
import { isIndexDamage } from './damaged-index.ts'
import { diskFull, isFull } from '../files/disk-full.ts'
import {
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBArrayValue,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { SqlValue } from '../../model/sql-rows.ts'

export interface SqlPlace {
  /** From 1. */
  readonly line: number
  /** In UTF-16 code units, from 1. */
  readonly column: number
}

/** `LINE 2: …excerpt…` and a caret below it; a long line is cut at both ends and marked by dots. */
const pointer = /\n\nLINE (\d+): (.*)\n( *)\^/

const cutMark = '...'

const columnOf = (line: string, excerpt: string, caret: number): number => {
  if (!excerpt.startsWith(cutMark) || line.startsWith(excerpt)) return caret
  const shown = excerpt.slice(cutMark.length).replace(/\.\.\.$/, '')
  const at = line.indexOf(shown)
  return at < 0 ? 0 : at + caret - cutMark.length
}

/** DuckDB does not point to what is missing at the end. */
const endOf = (sql: string): SqlPlace => {
  const lines = sql.trimEnd().split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/** Where in a statement DuckDB's message points; undefined when it does not. */
export const placeIn = (message: string, sql: string): SqlPlace | undefined => {
  const [, number = '', excerpt = '', space = ''] = pointer.exec(message) ?? []
  if (number === '') return message.includes('at end of input') ? endOf(sql) : undefined
  const line = sql.split('\n')[Number(number) - 1] ?? ''
  const caret = space.length - `LINE ${number}: `.length
  return { line: Number(number), column: Math.max(0, columnOf(line, excerpt, caret)) + 1 }
}

/** “Parser Error: …”, “Binder Error: …” and so on; an INTERNAL error is DuckDB's own fault. */
const duckdbKinds = /^(?:Failed to extract statements: )?(?!INTERNAL)[A-Za-z][A-Za-z ]* Error: /

const withoutStep = (message: string): string => message.replace(/^Failed to extract statements: /, '')

/** The file that DuckDB could not write, where it names one. */
const unwritten = (message: string): string => /"([^"]+)"/.exec(message)?.[1] ?? 'a temporary file'

/** DuckDB's refusal as a failure, of the statement or for want of room; that its own file is damaged, and anything else, as it is. */
export const refuseSql = (thrown: unknown, sql: string): unknown => {
  if (thrown instanceof Error && isFull(thrown)) return diskFull(unwritten(thrown.message), thrown)
  // The lender of the connection knows which file is damaged.
  if (isIndexDamage(thrown) || !(thrown instanceof Error) || thrown instanceof StrataError || !duckdbKinds.test(thrown.message))
    return thrown
  return new StrataError('sql-failed', withoutStep(thrown.message), { ...placeIn(thrown.message, sql) }, thrown)
}

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
