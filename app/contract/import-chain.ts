/** Conversations of other programs, imported as commits. */
import { z } from 'zod'
import { call, id } from './call.ts'

/** Kinds of files that are imported as separate commits; docs/formats.md describes each kind. */
export const outsideFormats = ['events-v1', 'session-log', 'bureau-agent-v1', 'messages'] as const

export interface OutsideImportView {
  readonly files: readonly { readonly path: string; readonly commits: readonly string[]; readonly bytes: number }[]
  readonly problems: readonly {
    readonly path: string
    readonly line: number | null
    /** Byte in the file. */
    readonly offset: number | null
    readonly reason: string
    /** The action that solves the problem. */
    readonly action: string
  }[]
}

export const importChainCalls = {
  /** Imports what other programs recorded, from files and folders. Importing the same files again gives the same commits. */
  'outside.import': call<OutsideImportView>('repeatable')(() =>
    z.object({
      format: z.enum(outsideFormats),
      paths: z.array(z.string().min(1).max(4096)).min(1).max(1000),
      /** Default: the folder's name for deltas that follow each other, else the file's name. */
      sessionId: id.optional(),
      principal: id.optional(),
      template: id.optional(),
    }),
  ),
} as const
