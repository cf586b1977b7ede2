/** How many tokens the commits of a chain take, as far as their records and the replies in them say: nothing is estimated. */

/** The context as the model reported it at the replies of a commit. */
export interface MeasuredContext {
  readonly firstTokens: number
  readonly lastTokens: number
  /** What the last reply wrote; it is part of the context of the next one. */
  readonly outputTokens: number
}

export interface WeighedCommit {
  /** A compaction or a snapshot: the context begins anew with it. */
  readonly standsForWhatIsBefore: boolean
  /** As its record says. */
  readonly tokenCount: number | null
  /** Undefined: no reply of it says. */
  readonly context: MeasuredContext | undefined
}

interface Walk {
  /** Size of the context before the commit; null: nobody knows, since it was just compacted. */
  readonly before: number | null
  readonly added: number | null
}

const next = (before: number | null, { standsForWhatIsBefore, tokenCount, context }: WeighedCommit): Walk => {
  if (tokenCount !== null) return { before: (standsForWhatIsBefore ? 0 : (before ?? 0)) + tokenCount, added: tokenCount }
  if (context === undefined) return { before: standsForWhatIsBefore ? null : before, added: null }
  const after = context.lastTokens + context.outputTokens
  const from = standsForWhatIsBefore ? null : before
  return { before: after, added: Math.max(0, after - (from ?? context.firstTokens)) }
}

/**
 * What each commit of a stretch added to the context. The context is counted whole where the stretch begins; after a compaction in
 * the middle of it, what the summary and the instructions take is not counted again.
 * @param before size of the context where the stretch begins
 * @returns in the same order; null: nothing in the commit says
 */
export const addedTokens = (stretch: readonly WeighedCommit[], before = 0): readonly (number | null)[] => {
  let size: number | null = before
  return stretch.map((commit, at) => {
    const step = next(size, at === 0 ? { ...commit, standsForWhatIsBefore: false } : commit)
    size = step.before
    return step.added
  })
}

/** The sum of what is known; null: nothing is. */
export const sumKnown = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, each) => (each === null ? sum : (sum ?? 0) + each), null)
