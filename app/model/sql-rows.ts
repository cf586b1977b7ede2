/** Rows of a query as they travel, and the forms of a file of rows. */

/** A value as JSON knows it; times, blobs and whole numbers beyond 2^53 − 1 are text. */
export type SqlValue = null | boolean | number | string | readonly SqlValue[] | { readonly [name: string]: SqlValue }

export interface SqlColumn {
  readonly name: string
  /** As DuckDB calls it, such as BIGINT or VARCHAR[]. */
  readonly type: string
}

const numeric = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|DOUBLE|FLOAT|DECIMAL.*)$/

/** Whether values of the column are numbers, which are aligned right. */
export const isNumeric = ({ type }: SqlColumn): boolean => numeric.test(type)

export interface SqlRows {
  readonly columns: readonly SqlColumn[]
  readonly rows: readonly (readonly SqlValue[])[]
  /** Why there may be more rows than these: the most rows, or the most text, that was asked for; null: these are all. */
  readonly cut: 'rows' | 'chars' | null
}

export const tableFormats = ['csv', 'json', 'parquet'] as const
export type TableFormat = (typeof tableFormats)[number]
