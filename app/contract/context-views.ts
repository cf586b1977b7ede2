/** Shapes of context sizes: tokens that the model saw. Times in milliseconds since 1970; null: not recorded. */

export interface ContextReply {
  readonly at: number | null
  readonly model: string
  /** Input, cache read and cache write together. */
  readonly tokens: number
  readonly inputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly outputTokens: number
}

export interface ContextCompaction {
  readonly at: number | null
  readonly trigger: string | null
  readonly preTokens: number | null
  /** What the client says; it leaves out what every request carries, so the next reply says more. */
  readonly postTokens: number | null
  readonly commitId: string | null
}

/** Main chain or sub-agent: its replies and compactions in the order of time. */
export interface ContextChain {
  readonly chain: string
  readonly replies: readonly ContextReply[]
  readonly compactions: readonly ContextCompaction[]
  /** null: no usage is recorded. */
  readonly largest: number | null
  readonly last: number | null
}

export interface ContextView {
  readonly sessionId: string
  /** The main chain first. */
  readonly chains: readonly ContextChain[]
  /** Why the sizes cannot be known; null: they can. */
  readonly unknownBecause: string | null
}
