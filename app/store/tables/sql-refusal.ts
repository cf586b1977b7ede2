/** What DuckDB says of a statement that it refuses, with the place in the statement. */
import { StrataError } from '../../model/failure.ts'
import { isIndexDamage } from './damaged-index.ts'
import { diskFull, isFull } from '../files/disk-full.ts'

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
  // Whoever lent the connection knows which file is damaged.
  if (isIndexDamage(thrown) || !(thrown instanceof Error) || thrown instanceof StrataError || !duckdbKinds.test(thrown.message))
    return thrown
  return new StrataError('sql-failed', withoutStep(thrown.message), { ...placeIn(thrown.message, sql) }, thrown)
}
