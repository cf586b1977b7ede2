/** The lines of records in their files: the keys of records that share a line, and of those behind them, differ from their numbers. */
import type { RecordKey, RecordName } from '../../contract/objects.ts'
import { count, text } from '../../model/columns.ts'
import type { LineName } from '../../model/line-name.ts'
import type { Database } from '../../store/tables/database.ts'
import fileLinesSql from './file-lines.sql?raw'

const columns = { sourceId: text('source_id'), line: count('line'), fileLine: count('file_line') } as const

type Tables = Pick<Database, 'query'>

/** The lines of the records of one file whose keys differ from the numbers of their lines, by key. They are added in the order of the keys. */
class MovedRecords {
  readonly #names = new Map<number, LineName>()
  #first = { fileLine: 0, line: 0 }

  add(line: number, fileLine: number): void {
    // The first line with several records begins with one whose key is its number.
    if (this.#first.fileLine !== fileLine) this.#first = { fileLine, line: this.#names.size === 0 ? fileLine : line }
    this.#names.set(line, { fileLine, ofLine: line - this.#first.line + 1 })
  }

  nameOf(line: number): LineName | undefined {
    return this.#names.get(line)
  }
}

/** @param sources files of all records that are asked about */
export const fileLines = async (tables: Tables, sources: Iterable<string>): Promise<(record: RecordKey) => LineName> => {
  const asked = [...new Set(sources)]
  const rows = asked.length === 0 ? [] : await tables.query(fileLinesSql, columns, { sources: asked })
  const moved = new Map<string, MovedRecords>()
  for (const { sourceId, line, fileLine } of rows) {
    const own = moved.get(sourceId) ?? new MovedRecords()
    moved.set(sourceId, own)
    own.add(line, fileLine)
  }
  return ({ sourceId, line }) => moved.get(sourceId)?.nameOf(line) ?? { fileLine: line, ofLine: 1 }
}

const sourcesOf = (records: Iterable<RecordKey>): ReadonlySet<string> => new Set([...records].map(({ sourceId }) => sourceId))

/** @param records all that are asked about */
export const recordNames = async (tables: Tables, records: Iterable<RecordKey>): Promise<(record: RecordKey) => RecordName> => {
  const lineOf = await fileLines(tables, sourcesOf(records))
  return ({ sourceId, line }) => ({ sourceId, line, ...lineOf({ sourceId, line }) })
}

/** The same rows with their lines. */
export const withLineNames = async <R extends RecordKey>(tables: Tables, rows: readonly R[]): Promise<readonly (R & LineName)[]> => {
  const lineOf = await fileLines(tables, sourcesOf(rows))
  return rows.map((row) => ({ ...row, ...lineOf(row) }))
}

/** The same rows with the numbers of their lines. */
export const withFileLines = async <R extends RecordKey>(
  tables: Tables,
  rows: readonly R[],
): Promise<readonly (R & Pick<LineName, 'fileLine'>)[]> => {
  const lineOf = await fileLines(tables, sourcesOf(rows))
  return rows.map((row) => ({ ...row, fileLine: lineOf(row).fileLine }))
}
