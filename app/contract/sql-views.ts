/** Shapes of what SQL gives, and of what there is to ask. */
import type { SqlRows } from '../model/sql-rows.ts'

export interface SqlResult extends SqlRows {
  readonly elapsedMs: number
}

export interface SchemaColumn {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** null: nobody described it. */
  readonly about: string | null
}

export interface SchemaTable {
  readonly name: string
  readonly kind: 'table' | 'view'
  readonly about: string | null
  /** null for a view, and for a table that is not filled before somebody asks. */
  readonly rows: number | null
  /** Why the number of rows is not known; null: it is, or it is a view. */
  readonly whyNoRows: string | null
  readonly columns: readonly SchemaColumn[]
}

/** A query that a person keeps under a name. */
export interface SavedQuery {
  readonly name: string
  readonly sql: string
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/** Result of a job that writes rows to a file. */
export interface SavedTable {
  readonly path: string
  readonly rows: number
  readonly bytes: number
}
