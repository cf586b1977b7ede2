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
  /** Context of the first reply after it; null: none with usage follows. */
  readonly nextTokens: ExactCount | null
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

/** One thing that a context contains. */
export interface ContextItem {
  /** `call`: the input of a tool; `output`: what it answered. */
  readonly kind: 'prompt' | 'injected' | 'summary' | 'response' | 'call' | 'output'
  /** Tool of a call or an output. */
  readonly tool: string | null
  readonly path: string | null
  /** The beginning of the text, or what the call is about. */
  readonly about: string | null
  /** UTF-16 code units of the whole text; no client records the tokens of a part. */
  readonly chars: number
  readonly sourceId: string
  /** Key of its record in the file; the number of the line itself is `fileLine`. */
  readonly line: number
  readonly fileLine: number
}

export interface ContextItems {
  /** The largest first. */
  readonly items: readonly ContextItem[]
  readonly total: number
  /** Characters of all items. */
  readonly chars: number
  /** Whether the items were added since a compaction; false: since the beginning. */
  readonly isAfterCompaction: boolean
  /** Whether a microcompaction removed some of the outputs; which ones is not recorded. */
  readonly isThinned: boolean
}

export const contextCalls = {
  'session.context': call<ContextView>('reads')(() => z.object({ sessionId: id })),
} as const

export const contextPartCalls = {
  /**
   * The items of the context at the end of a commit, since the last compaction. Thinking is excluded, because how much of it is sent again
   * is not recorded.
   */
  'commit.context': call<ContextItems>('reads')(() => z.object({ commitId: id, limit: z.number().int().min(1).max(1000).default(50) })),
} as const
