/** Runs a query of the catalog on the tables. */
import { pickColumns, type Columns, type Row } from '../../model/columns.ts'
import type { Database } from '../../store/tables/database.ts'
import type { Parameters } from '../../store/tables/query.ts'
import { composed } from '../compose-sql.ts'
import type { Asked, ParameterColumns, QuerySpec } from './query-spec.ts'
import { chainQueries } from './chain-queries.ts'
import { fileQueries } from './file-queries.ts'
import { ledgerQueries } from './ledger-queries.ts'
import { contextQueries } from './context-queries.ts'
import { costQueries } from './cost-queries.ts'
import { referenceQueries } from './reference-queries.ts'
import { sessionQueries } from './session-queries.ts'
import { statsQueries } from './stats-queries.ts'
import { timelineQueries } from './timeline-queries.ts'

/** The part of the tables that queries need. */
export type Tables = Pick<Database, 'query'>

type Catalog = typeof catalog
export type QueryName = keyof Catalog
/** A row of the answer to a query. */
export type Answer<N extends QueryName> = Row<Catalog[N]['columns']>

/**
 * Runs a query on the last committed state.
 * @throws StrataError query-mismatch when the tables and the catalog disagree
 */
export const runQuery = async <N extends QueryName>(
  tables: Tables,
  name: N,
  parameters: Asked<Catalog[N]['parameters']> & Parameters,
): Promise<readonly Answer<N>[]> => {
  const spec: QuerySpec<Columns, ParameterColumns> = catalog[name]
  return (await tables.query(spec.sql, spec.columns, parameters)) as readonly Answer<N>[]
}

/**
 * The same, of some columns of the answer: DuckDB does not read the others.
 * @param names properties of the columns, each once
 * @throws StrataError query-mismatch when the tables and the catalog disagree
 */
export const runQueryFor = async <N extends QueryName, K extends keyof Answer<N> & string>(
  tables: Tables,
  name: N,
  names: readonly K[],
  parameters: Asked<Catalog[N]['parameters']> & Parameters,
): Promise<readonly Pick<Answer<N>, K>[]> => {
  const spec: QuerySpec<Columns, ParameterColumns> = catalog[name]
  const columns: Columns = pickColumns(spec.columns, ...names)
  const chosen = Object.values(columns).map((column) => column.name)
  return (await tables.query(`SELECT ${chosen.join(', ')}\nFROM (\n${spec.sql}\n)`, columns, parameters)) as readonly Pick<Answer<N>, K>[]
}

type Specs = Readonly<Record<string, QuerySpec<Columns, ParameterColumns>>>

const composedAll = <S extends Specs>(specs: S): S =>
  Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, { ...spec, sql: composed(spec.sql) }])) as unknown as S

/** Every query that Strata runs on its tables, by name. */
export const catalog = composedAll({
  ...sessionQueries,
  ...chainQueries,
  ...timelineQueries,
  ...statsQueries,
  ...costQueries,
  ...contextQueries,
  ...referenceQueries,
  ...ledgerQueries,
  ...fileQueries,
})
