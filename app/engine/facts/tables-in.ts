/** Which tables a statement reads, as DuckDB parses it. */
import type { Database } from '../../store/tables/database.ts'

/** Functions that take a statement or the name of a table as text: what they read is known only when they run. */
const readsByText = /\bquery(?:_table)?"?\s*\(/iu

/**
 * The names of the tables, separated by spaces. Of a statement that DuckDB cannot parse, or that reads tables named in texts, all of its
 * words.
 */
export const tablesIn = (database: Pick<Database, 'read'>, sql: string): Promise<string> =>
  database.read((reader) => {
    if (readsByText.test(sql)) return Promise.resolve(sql)
    try {
      return Promise.resolve(reader.getTableNames(sql, false).join(' '))
    } catch {
      return Promise.resolve(sql)
    }
  })
