/**
 * Runs a query of the catalog whose answer has many rows: DuckDB gives them as one text of JSON. Reading each text of each row from its
 * vectors takes five times as long.
 */
import { exactCount } from '../../model/exact-count.ts'
import { StrataError } from '../../model/failure.ts'
import { optional, pickColumns, text, type Column, type Columns, type SqlType } from '../../model/columns.ts'
import { catalog, type Answer, type QueryName, type Tables } from './run-query.ts'
import type { Asked, ParameterColumns, QuerySpec } from './query-spec.ts'
import type { Parameters } from '../../store/tables/query.ts'

/** How a value of each type becomes a text. DuckDB's division cuts off, as does reading a single value. */
const asText: Readonly<Record<SqlType, (column: string) => string>> = {
  VARCHAR: (column) => column,
  BIGINT: (column) => `${column}::VARCHAR`,
  INTEGER: (column) => `${column}::VARCHAR`,
  DOUBLE: (column) => `${column}::VARCHAR`,
  BOOLEAN: (column) => `${column}::VARCHAR`,
  'TIMESTAMP WITH TIME ZONE': (column) => `(epoch_us(${column}) // 1000)::VARCHAR`,
  'VARCHAR[]': (column) => `to_json(${column})::VARCHAR`,
}

const countFrom = (value: string, { name, isExact }: Column<unknown>): unknown => {
  if (isExact === true) return exactCount(BigInt(value))
  const number = Number(value)
  if (!Number.isSafeInteger(number))
    throw new StrataError('query-mismatch', `A number in ${name} is too large to be exact`, { column: name })
  return number
}

/** The value of such a text; a DOUBLE has to be finite. */
const fromText: Readonly<Record<SqlType, (value: string, column: Column<unknown>) => unknown>> = {
  VARCHAR: (value) => value,
  BIGINT: countFrom,
  INTEGER: Number,
  DOUBLE: Number,
  BOOLEAN: (value) => value === 'true',
  'TIMESTAMP WITH TIME ZONE': Number,
  'VARCHAR[]': (value) => JSON.parse(value) as unknown,
}

const valueFrom = (value: string | null, column: Column<unknown>): unknown => {
  if (value !== null) return fromText[column.sqlType](value, column)
  if (!column.nullable) throw new StrataError('query-mismatch', `The column ${column.name} is null`, { column: column.name })
  return null
}

/**
 * Reads some columns of all rows on the last committed state; DuckDB does not read the others.
 * @param names properties of the columns, each once
 * @throws StrataError query-mismatch on an unexpected null, or a number that would not be exact
 */
export const runQueryAtOnce = async <N extends QueryName, K extends keyof Answer<N> & string>(
  tables: Tables,
  name: N,
  names: readonly K[],
  parameters: Asked<(typeof catalog)[N]['parameters']> & Parameters,
): Promise<readonly Pick<Answer<N>, K>[]> => {
  const spec: QuerySpec<Columns, ParameterColumns> = catalog[name]
  const columns = Object.entries<Column<unknown>>(pickColumns(spec.columns, ...names))
  const texts = columns.map(([, column]) => asText[column.sqlType](column.name))
  const sql = `SELECT to_json(list([${texts.join(', ')}]))::VARCHAR AS answer\nFROM (\n${spec.sql}\n)`
  const [row] = await tables.query(sql, { answer: optional(text('answer')) }, parameters)
  const rows = JSON.parse(row?.answer ?? '[]') as (readonly (string | null)[])[]
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(columns.map(([property]) => [property, undefined]))
  const read = (values: readonly (string | null)[]): Record<string, unknown> => {
    const made = { ...empty }
    columns.forEach(([property, column], at) => (made[property] = valueFrom(values[at] ?? null, column)))
    return made
  }
  return rows.map(read) as unknown as readonly Pick<Answer<N>, K>[]
}
