/** The call that writes the tables for other programs. */
import { z } from 'zod'
import { call } from './call.ts'
import type { JobView } from './signals.ts'

export const lakeCalls = {
  /** A job; its result is a LakeResult. */
  'lake.start': call<JobView>('repeatable')(
    z.object({
      /** Absolute. */
      dir: z.string().min(1).max(4096),
      /** Hashes projects, principals and paths, and leaves texts out. */
      anonymise: z.boolean().default(false),
      /** Writes over the lake of another store, or one that was written the other way. */
      replace: z.boolean().default(false),
    }),
  ),
} as const
