/** Calls that put the chain of a commit in a form that others read. */
import { z } from 'zod'
import { call, id } from './call.ts'
import { exportTargets } from './export-views.ts'
import type { ExportPlan } from './export-plan-views.ts'
import type { ExportView } from './export-views.ts'
import type { JobView } from './signals.ts'

const path = z.string().min(1).max(4096)

const wish = {
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
  /** What looks like a secret is taken out. */
  redact: z.boolean().default(false),
  /** Ids of secrets that stay. */
  leave: z
    .array(z.string().regex(/^[0-9a-f]{16}$/))
    .max(10_000)
    .default([]),
} as const

export const exportCalls = {
  /** The conversation at a commit in a form that others read; without `to` and `install` the answer has its content. */
  'export.make': call<ExportView>('once')(
    z.object({
      ...wish,
      /** Folder of the client's settings, when it is not the usual one. */
      configDir: path.optional(),
    }),
    ({ to, install }) => (install || to !== undefined ? 'once' : 'reads'),
  ),
  /** What would be in it, of what else, and how many tokens that is. */
  'export.plan': call<ExportPlan>('reads')(
    z.object({
      commitId: id,
      target: z.enum(exportTargets),
      stop: id.default('compaction'),
      /** Tokens that it may take: the answer says from which commit on it does not take more. */
      budget: z.number().int().min(1).optional(),
    }),
  ),
  /** A job that looks for what seems to be a secret in what would be in it; its result is a SecretsView. */
  'export.secrets': call<JobView>('reads')(z.object({ commitId: id, stop: id.default('compaction') })),
  /** The same as export.make as a job, to a file or into the client's folder; its result is an ExportView without content. */
  'export.start': call<JobView>('once')(
    z
      .object({
        ...wish,
        /** What is at `to` is replaced, as a whole: the person was asked. */
        replaces: z.boolean().default(false),
      })
      .refine(({ to, install }) => install !== (to !== undefined), 'say where it goes: a file, or the folder of the client'),
    ({ install }) => (install ? 'once' : 'repeatable'),
  ),
} as const
