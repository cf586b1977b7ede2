/** Conversations of other programs, imported as commits. */
import { z } from 'zod'
import { call, id } from './call.ts'

/** Kinds of files that are taken in as commits of their own; what each is, docs/formats.md says. */
export const outsideFormats = ['events-v1', 'session-log', 'bureau-agent-v1', 'messages'] as const

export interface OutsideImportView {
  readonly files: readonly { readonly path: string; readonly commits: readonly string[]; readonly bytes: number }[]
  readonly problems: readonly {
    readonly path: string
    readonly line: number | null
    /** Byte in the file. */
    readonly offset: number | null
    readonly reason: string
    /** What to do. */
    readonly action: string
  }[]
}

export const importChainCalls = {
  /** Takes in what other programs recorded, from files and from folders; the same files again give the same commits. */
  'outside.import': call<OutsideImportView>('repeatable')(
    z.object({
      format: z.enum(outsideFormats),
      paths: z.array(z.string().min(1).max(4096)).min(1).max(1000),
      /** Left out: the folder's name for deltas that follow each other, else the file's. */
      sessionId: id.optional(),
      principal: id.optional(),
      template: id.optional(),
    }),
  ),
} as const
