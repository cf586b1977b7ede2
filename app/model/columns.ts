/** Columns of tables: the name in SQL, the DuckDB type, and the TypeScript type of the values. */
import type { ExactCount } from './exact-count.ts'

export type SqlType = 'VARCHAR' | 'BIGINT' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP WITH TIME ZONE' | 'VARCHAR[]'

export interface Column<T> {
  readonly name: string
  readonly sqlType: SqlType
  readonly nullable: boolean
  /** True for a BIGINT that is read exactly: as text beyond 2^53 − 1. */
  readonly isExact?: boolean
  /** Carries T to the row type; never present at run time. */
  readonly value?: T
}

/** Property name → column, in the order of the result or of the table. */
export type Columns = Readonly<Record<string, Column<unknown>>>
export type Row<C extends Columns> = { readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never }

const column =
  <T>(sqlType: SqlType) =>
  (name: string): Column<T> => ({ name, sqlType, nullable: false })

/** VARCHAR. */
export const text = column<string>('VARCHAR')
/** VARCHAR whose values are known. */
export const choice = <T extends string>(name: string): Column<T> => column<T>('VARCHAR')(name)
/** BIGINT as a number; beyond 2^53 − 1 reading fails rather than round. */
export const count = column<number>('BIGINT')
/** BIGINT as a number, beyond 2^53 − 1 as text. */
export const exact = (name: string): Column<ExactCount> => ({ name, sqlType: 'BIGINT', nullable: false, isExact: true })
/** INTEGER. */
export const integer = column<number>('INTEGER')
/** DOUBLE. */
export const real = column<number>('DOUBLE')
/** BOOLEAN. */
export const flag = column<boolean>('BOOLEAN')
/** TIMESTAMPTZ as milliseconds since 1970, UTC. */
export const instant = column<number>('TIMESTAMP WITH TIME ZONE')
/** VARCHAR[]; its elements are never null. */
export const texts = column<readonly string[]>('VARCHAR[]')

/** The same column, but it may be null. */
export const optional = <T>(of: Column<T>): Column<T | null> => ({ ...(of as Column<T | null>), nullable: true })

/** Some of the columns, in the order of the names. */
export const pickColumns = <C extends Columns, K extends keyof C & string>(columns: C, ...names: readonly K[]): Pick<C, K> =>
  Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<C, K>
