/** How large the context of a session was. */
import { z } from 'zod'
import type { ExactCount } from '../model/exact-count.ts'
import { call, id } from './call.ts'

export interface ContextReply {
  readonly at: number | null
  readonly model: string
  /** Input, cache read and cache write together. */
  readonly tokens: ExactCount
  readonly inputTokens: ExactCount | null
  readonly cacheReadTokens: ExactCount | null
  readonly cacheWriteTokens: ExactCount | null
  readonly outputTokens: ExactCount | null
}

export interface ContextCompaction {
  readonly at: number | null
  readonly trigger: string | null
  readonly preTokens: number | null
  /** As the client reports it. The client excludes what every request carries, so the next reply reports more. */
  readonly postTokens: number | null
  readonly commitId: string | null
}

/** Main chain or sub-agent: its replies and compactions in the order of time. */
export interface ContextChain {
  readonly chain: string
  readonly replies: readonly ContextReply[]
  readonly compactions: readonly ContextCompaction[]
  /** null: no usage is recorded. */
  readonly largest: ExactCount | null
  readonly last: ExactCount | null
}

export interface ContextView {
  readonly sessionId: string
  /** The main chain first. */
  readonly chains: readonly ContextChain[]
  /** Why the sizes cannot be known; null: they can. */
  readonly unknownBecause: string | null
}

export const contextCalls = {
  'session.context': call<ContextView>('reads')(() => z.object({ sessionId: id })),
} as const
