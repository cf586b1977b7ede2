/** The memory of a project: `.agent-context/` in its folder. */
import { z } from 'zod'
import { call, id, path } from './call.ts'

export interface ExtractedView {
  /** Sessions of the store that worked in the project. */
  readonly sessions: number
  /** Events of the memory. */
  readonly events: number
  /** Events that it had not before. */
  readonly added: number
  /** Names of the files that were written. */
  readonly written: readonly string[]
}

export const agentContextCalls = {
  /** Puts the events of the sessions that worked in a project into its memory, with their commits. */
  'memory.extract': call<ExtractedView>('repeatable')(() => z.object({ root: path, sessionId: id.optional() })),
} as const
