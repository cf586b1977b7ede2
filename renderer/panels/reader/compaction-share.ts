/** How much of the context a compaction kept. */

/** How much of the context a compaction left. */
interface CompactionShare {
  /** 0 to 1. */
  readonly kept: number
  readonly words: string
}

/** undefined: one of the sizes is not known, or the size before was nothing. Tokens. */
export const compactionShare = (sizes: {
  readonly preTokens: number | null
  readonly postTokens: number | null
}): CompactionShare | undefined => {
  const { preTokens, postTokens } = sizes
  if (preTokens === null || postTokens === null || preTokens === 0) return undefined
  const kept = Math.min(1, postTokens / preTokens)
  return { kept, words: `${Math.round((1 - kept) * 100)} % smaller` }
}
