/** Calls that put the chain of a commit in a form that others read. */
import { z } from 'zod'
import { call, id } from './call.ts'
import { exportTargets } from './export-views.ts'
import type { ExportView } from './export-views.ts'

const path = z.string().min(1).max(4096)

/** An export to a file that a dialog chooses. */
export const savedExport = z.object({ commitId: id, target: z.enum(exportTargets), stop: id.default('compaction'), cwd: path.optional() })

export const exportCalls = {
  /** The conversation at a commit in a form that others read; without `to` and `install` the answer has its content. */
  'export.make': call<ExportView>()(
    z.object({
      commitId: id,
      target: z.enum(exportTargets),
      /** compaction, root, or a name of an ancestor at which it begins. */
      stop: id.default('compaction'),
      /** File to write; one that is there is never touched. */
      to: path.optional(),
      /** Working directory that a transcript is for; left out: that of the session. */
      cwd: path.optional(),
      /** A transcript for Claude Code: into the client's own folder, as a new session that is recorded as a fork. */
      install: z.boolean().default(false),
      /** Name of the fork; left out: one is made. */
      name: z.string().min(1).max(200).optional(),
      /** Folder of the client's settings, when it is not the usual one. */
      configDir: path.optional(),
    }),
  ),
} as const
