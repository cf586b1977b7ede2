/** Files that agents read and changed. */
import { z } from 'zod'
import { call, id, page, path } from './call.ts'

export interface TouchedFile {
  /** As the calls name it. */
  readonly path: string
  /** Calls that are known to have read it, to have changed it, to have failed; all of them, those of other tools and without a result too. */
  readonly reads: number
  readonly changes: number
  readonly failed: number
  readonly calls: number
  readonly sessions: number
  readonly firstAt: number | null
  readonly lastAt: number | null
}

export interface FilesPage {
  readonly rows: readonly TouchedFile[]
  readonly total: number
}

/** A call that was given a file: what an agent saw of it or made of it then. */
export interface FileVersion {
  readonly sourceId: string
  readonly line: number
  readonly block: number
  readonly kind: 'read' | 'change' | 'other'
  readonly toolName: string
  readonly outcome: 'result' | 'error' | 'refused' | 'no result'
  readonly sessionId: string
  readonly title: string
  readonly chain: string
  readonly commitId: string | null
  readonly occurredAt: number | null
}

export interface FileVersionsPage {
  readonly rows: readonly FileVersion[]
  readonly total: number
}

export const filesCalls = {
  /** Those touched last first. */
  'files.list': call<FilesPage>('reads')(
    z.object({
      ...page,
      /** A part of the path, capitals or not. */
      text: z.string().max(1000).optional(),
      project: path.optional(),
      sessionId: id.optional(),
    }),
  ),
  /** Every call that was given the file, the newest first. */
  'files.versions': call<FileVersionsPage>('reads')(z.object({ ...page, path, sessionId: id.optional() })),
} as const
