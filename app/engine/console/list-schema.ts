/** The tables and views that can be asked, with what is said of them. */
import type { SchemaColumn, SchemaTable } from '../../contract/sql-views.ts'
import { count, flag, optional, text } from '../../store/columns.ts'
import type { Database } from '../../store/database.ts'
import schemaColumns from '../sql/schema-columns.sql?raw'

const columns = {
  table: text('table_name'),
  kind: text('kind'),
  tableAbout: optional(text('table_about')),
  rows: optional(count('table_rows')),
  name: text('column_name'),
  type: text('data_type'),
  isNullable: flag('is_nullable'),
  about: optional(text('column_about')),
} as const

export const listSchema = async (database: Pick<Database, 'query'>): Promise<readonly SchemaTable[]> => {
  const tables = new Map<string, SchemaTable & { readonly columns: SchemaColumn[] }>()
  for (const { table, kind, tableAbout, rows, name, type, isNullable, about } of await database.query(schemaColumns, columns)) {
    const known = tables.get(table) ?? { name: table, kind: kind === 'view' ? 'view' : 'table', about: tableAbout, rows, columns: [] }
    known.columns.push({ name, type, isNullable, about })
    tables.set(table, known)
  }
  return [...tables.values()]
}
