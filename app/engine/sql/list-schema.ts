/** Lists the tables and views that SQL can query, with their comments. */
import type { SchemaColumn, SchemaTable } from '../../contract/sql.ts'
import { count, flag, optional, text } from '../../model/columns.ts'
import type { Database } from '../../store/tables/database.ts'
import schemaColumns from './schema-columns.sql?raw'

const columns = {
  table: text('table_name'),
  isView: flag('is_view'),
  tableAbout: optional(text('table_about')),
  name: text('column_name'),
  type: text('data_type'),
  isNullable: flag('is_nullable'),
  about: optional(text('column_about')),
} as const

type Tables = Pick<Database, 'query'>

const notMade = 'not counted yet: the table is filled when a metric first needs it'

const countIn = (table: string): string => `SELECT '${table}' AS table_name, count(*) AS table_rows FROM "${table}"`

/** The system knows only estimates, which count rows that are gone. */
const countRows = async (database: Tables, tables: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const counts = { table: text('table_name'), rows: count('table_rows') } as const
  const rows = tables.length === 0 ? [] : await database.query(tables.map(countIn).join(' UNION ALL '), counts)
  return new Map(rows.map((row) => [row.table, row.rows]))
}

export type DescribedTable = Omit<SchemaTable, 'rows' | 'whyNoRows'>

/** Without how many rows they have. */
export const describeTables = async (database: Tables): Promise<readonly DescribedTable[]> => {
  const tables = new Map<string, DescribedTable & { readonly columns: SchemaColumn[] }>()
  for (const { table, isView, tableAbout, name, type, isNullable, about } of await database.query(schemaColumns, columns)) {
    const known = tables.get(table) ?? { name: table, kind: isView ? 'view' : 'table', about: tableAbout, columns: [] }
    known.columns.push({ name, type, isNullable, about })
    tables.set(table, known)
  }
  return [...tables.values()]
}

/** @param toMake derived tables in which rows may be missing */
export const listSchema = async (database: Tables, toMake: ReadonlySet<string>): Promise<readonly SchemaTable[]> => {
  const isMade = (table: string): boolean => !toMake.has(table)
  const tables = await describeTables(database)
  const counted = tables.filter(({ name, kind }) => kind === 'table' && isMade(name))
  const counts = await countRows(
    database,
    counted.map(({ name }) => name),
  )
  return tables.map(({ columns: own, ...table }) => ({
    ...table,
    rows: counts.get(table.name) ?? null,
    whyNoRows: table.kind === 'view' || isMade(table.name) ? null : notMade,
    columns: own,
  }))
}
