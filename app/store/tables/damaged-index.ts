/** Recognises DuckDB's errors about its damaged file. Nothing is lost then: the index is rebuilt from the packs and the journal. */
import { StrataError } from '../../model/failure.ts'

/** Kinds of errors in which DuckDB never repeats values or words of a statement; names of files are in quotation marks. */
const ownKinds = /^(?:Failed to extract statements: )?(?:IO|INTERNAL|Serialization|FATAL|TransactionContext) Error: /

/**
 * Errors about a damaged block, about the log beside the file, and about structures that consist of blocks. A damaged temporary file is not
 * part of the index.
 */
const damaged =
  /corrupt(?:ed)?(?! (?:encrypted )?temporary)|no more data remaining in MetadataReader|failed to deserialize|failure while replaying|not a valid DuckDB database file/i

/** A truncated file. */
const cutShort = /^IO Error: Could not read enough bytes from file "[^"]*index\.duckdb/

/** The error of every statement after a failed write. */
const fatalMessage = /database has been invalidated/

const withoutNames = (message: string): string => message.replace(/"[^"]*"/g, '""')

/** Whether DuckDB reports that its file is damaged. Errors of a statement never count, even when it contains the same words. */
export const isIndexDamage = (thrown: unknown): boolean => {
  if (thrown instanceof StrataError) return thrown.code === 'index-corrupt'
  if (!(thrown instanceof Error) || !ownKinds.test(thrown.message)) return false
  return damaged.test(withoutNames(thrown.message)) || cutShort.test(thrown.message)
}

/** Whether it says that it takes nothing any more, because of what happened before. */
export const isFatal = (thrown: unknown): boolean =>
  thrown instanceof Error && ownKinds.test(thrown.message) && fatalMessage.test(thrown.message)

/** The failure to report for it. */
export const indexCorrupt = (path: string, cause: unknown): StrataError =>
  cause instanceof StrataError
    ? cause
    : new StrataError('index-corrupt', `The index is damaged: ${path}. Nothing is lost: it can be rebuilt`, { path }, cause)
