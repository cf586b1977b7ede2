/** Calls for the files that agents read and changed. */
import { z } from 'zod'
import { call, id } from './call.ts'
import type { FilesPage, FileVersionsPage } from './file-views.ts'

const path = z.string().min(1).max(4096)
const page = { offset: z.number().int().min(0).default(0), limit: z.number().int().min(1).max(100_000).default(1000) }

export const fileCalls = {
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
