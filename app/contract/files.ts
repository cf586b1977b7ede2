/** Files that agents read and changed. */
import { z } from 'zod'
import type { Row } from '../model/columns.ts'
import type { fileVersionColumns, touchedFileColumns } from '../model/rows/file-row.ts'
import { allRows, call, id, page, path } from './call.ts'

export type TouchedFile = Row<typeof touchedFileColumns>

export interface FilesPage {
  readonly rows: readonly TouchedFile[]
  readonly total: number
}

/** A call that was given a file: what an agent saw of it or made of it then. */
export type FileVersion = Row<typeof fileVersionColumns>

export interface FileVersionsPage {
  readonly rows: readonly FileVersion[]
  readonly total: number
}

export const filesCalls = {
  /** Files of the store, the one that was touched last first. */
  'files.list': call<FilesPage>(
    'reads',
    allRows,
  )(() =>
    z.object({
      ...page,
      /** A part of the path; case is ignored. */
      text: z.string().max(1000).optional(),
      project: path.optional(),
      sessionId: id.optional(),
    }),
  ),
  /** Every call on the file, the newest first. */
  'files.versions': call<FileVersionsPage>('reads', allRows)(() => z.object({ ...page, path, sessionId: id.optional() })),
} as const
