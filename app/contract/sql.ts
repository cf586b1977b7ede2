/** SQL that a person wrote, and saved queries. */
import { z } from 'zod'
import { tableFormats, type SqlRows } from '../model/sql-rows.ts'
import { allRows, call, noRows } from './call.ts'
import type { JobView } from './jobs.ts'

const sql = z.string().min(1).max(1_000_000)

const timeLimitMs = z.number().int().min(100).max(86_400_000)

const name = z.string().trim().min(1).max(200)

/** CSV has texts as they are; false: those that a spreadsheet would run as a formula begin with an apostrophe. */
export const raw = z.boolean().default(false)

/** Rows to a file that a dialog chooses. */
export const savedTable = z.object({ sql, format: z.enum(tableFormats), raw })

export interface SqlResult extends SqlRows {
  readonly elapsedMs: number
}

export interface SchemaColumn {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** null: no description exists. */
  readonly about: string | null
}

export interface SchemaTable {
  readonly name: string
  readonly kind: 'table' | 'view'
  readonly about: string | null
  /** null for a view, and for a table that is filled only when a query asks for it. */
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

export const sqlCalls = {
  'sql.run': call<SqlResult>(
    'reads',
    allRows,
  )(() =>
    z.object({
      sql,
      /** Name under which the query can be stopped; the caller chooses it. */
      queryId: z.string().min(1).max(100),
      rowLimit: z.number().int().min(1).max(100_000).default(10_000),
      timeLimitMs: timeLimitMs.default(60_000),
    }),
  ),
  /** Stops a query that runs; whether there was one. */
  'sql.cancel': call<boolean>('repeatable', noRows)(() => z.object({ queryId: z.string().min(1).max(100) })),
  'sql.schema': call<readonly SchemaTable[]>('reads')(() => z.object({})),
  'sql.save': call<JobView<SavedTable>>(
    'repeatable',
    allRows,
  )(() =>
    savedTable.extend({
      /** Absolute. */
      path: z.string().min(1).max(4096),
      /** True: an existing file is replaced, in one step; false: the call is refused. */
      replace: z.boolean().default(false),
      timeLimitMs: timeLimitMs.default(3_600_000),
    }),
  ),
  'queries.list': call<readonly SavedQuery[]>('reads', noRows)(() => z.object({})),
  /** Keeps it; one of the same name is replaced only when that is said. */
  'queries.set': call<readonly SavedQuery[]>('repeatable', noRows)(() => z.object({ name, sql, replace: z.boolean().default(false) })),
  'queries.remove': call<readonly SavedQuery[]>('once', noRows)(() => z.object({ name })),
} as const
