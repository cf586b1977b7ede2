/** A query of the tables: its SQL, the columns of its answer, and the parameters it needs. */
import type { Column, Columns, Row, SqlType } from '../../model/columns.ts'
import type { Parameter } from '../../store/tables/query.ts'

/** Parameter name → what it may be; written like a column. */
export type ParameterColumns = Readonly<Record<string, Column<Parameter>>>

export interface QuerySpec<C extends Columns, P extends ParameterColumns> {
  readonly sql: string
  readonly columns: C
  readonly parameters: P
}

/** The parameters of a query. */
export type Asked<P extends ParameterColumns> = Row<P>

const parameter =
  <T extends Parameter>(sqlType: SqlType, nullable: boolean) =>
  (name: string): Column<T> => ({ name, sqlType, nullable })

/** A text that must be given. */
export const textParameter = parameter<string>('VARCHAR', false)
/** A text; null: do not restrict by it. */
export const optionalText = parameter<string | null>('VARCHAR', true)
/** A number or a flag; null: do not restrict by it. */
export const optionalCount = parameter<number | null>('BIGINT', true)
export const optionalFlag = parameter<boolean | null>('BOOLEAN', true)
export const countParameter = parameter<number>('BIGINT', false)
export const realParameter = parameter<number>('DOUBLE', false)
export const flagParameter = parameter<boolean>('BOOLEAN', false)
/** Texts; null: do not restrict by them. */
export const optionalTexts = parameter<readonly string[] | null>('VARCHAR[]', true)
export const textsParameter = parameter<readonly string[]>('VARCHAR[]', false)

/** How a query is grouped: by transcript file, session or project; `all`: one group whose key is the empty text. */
export type GroupedBy = 'source' | 'session' | 'project' | 'all'

/** Parameters of every query about groups: how to group, and the one session to look at, or null. */
export const groupParameters = { by: textParameter('by'), session: optionalText('session') } as const
