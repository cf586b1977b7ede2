/**
 * How many tokens the commits of a chain take, as their records and replies report. Only the first prompt after a compaction is estimated:
 * the first reply after it reports it together with the summary and the instructions.
 */

/** The context as the model reported it at the replies of a commit. */
export interface MeasuredContext {
  readonly firstTokens: number
  readonly lastTokens: number
  /** Output tokens of the last reply, which are part of the context of the next one. Null: not available, and not part of the sum. */
  readonly outputTokens: number | null
  /** Length of the conversation before the first reply, characters. */
  readonly openingChars: number
}

export interface WeighedCommit {
  /** A compaction or a snapshot: the context starts again with it. */
  readonly replacesEarlier: boolean
  /** Tokens in the record of the commit. When replies report its context, that takes precedence. */
  readonly tokenCount: number | null
  /** Undefined: no reply of it says. */
  readonly context: MeasuredContext | undefined
}

interface Walk {
  /** Size of the context before the commit; null: not available, because the context was just compacted. */
  readonly before: number | null
  readonly added: AddedTokens
  /** How many tokens the context lost since the last reply, for example to a microcompaction. */
  readonly lost: number
}

export interface AddedTokens {
  /** Null: nothing in the commit says. */
  readonly tokens: number | null
  /** The estimated part of them, from the length of the text. */
  readonly estimated: number
}

/** Characters per token for English text and code in the known tokenizers. */
const charsPerToken = 4

const reported = (tokens: number | null): AddedTokens => ({ tokens, estimated: 0 })

/** The tokens that a commit adds when the size of the context before it is unknown, for example after a compaction. */
export const addedFromStart = ({ firstTokens, lastTokens, outputTokens, openingChars }: MeasuredContext): AddedTokens => {
  const estimated = Math.min(firstTokens, Math.ceil(openingChars / charsPerToken))
  return { tokens: Math.max(0, lastTokens + (outputTokens ?? 0) - firstTokens) + estimated, estimated }
}

const next = (before: number | null, { replacesEarlier, tokenCount, context }: WeighedCommit): Walk => {
  const from = replacesEarlier ? null : before
  if (tokenCount !== null && context === undefined) return { before: (from ?? 0) + tokenCount, added: reported(tokenCount), lost: 0 }
  if (context === undefined) return { before: from, added: reported(null), lost: 0 }
  const after = context.lastTokens + (context.outputTokens ?? 0)
  if (from === null) return { before: after, added: addedFromStart(context), lost: 0 }
  return { before: after, added: reported(Math.max(0, after - from)), lost: Math.max(0, from - after) }
}

/** Takes lost tokens from what was added last, so that the sum is the size that the last reply reported. */
const subtractLost = (counted: AddedTokens[], first: number, lost: number): void => {
  let rest = lost
  for (let at = counted.length - 1; at >= first && rest > 0; at -= 1) {
    const { tokens, estimated } = counted[at] ?? reported(null)
    if (tokens === null) continue
    const removed = Math.min(tokens, rest)
    rest -= removed
    counted[at] = { tokens: tokens - removed, estimated: Math.min(estimated, tokens - removed) }
  }
}

/**
 * What each commit of a stretch added to the context. The context is counted whole where the stretch begins; after a compaction in
 * the middle of it, what the summary and the instructions take is not counted again. Without a compaction in the middle, the sum is the
 * size that the last reply reported, less the size before the stretch.
 * @param before size of the context where the stretch begins; null: it was just compacted
 * @returns in the same order
 */
export const addedTokens = (stretch: readonly WeighedCommit[], before: number | null = 0): readonly AddedTokens[] => {
  let size = before
  let first = 0
  const counted: AddedTokens[] = []
  for (const [at, commit] of stretch.entries()) {
    const replacesContext = commit.replacesEarlier && at > 0
    if (replacesContext) first = at
    const step = next(size, { ...commit, replacesEarlier: replacesContext })
    size = step.before
    counted.push(step.added)
    subtractLost(counted, first, step.lost)
  }
  return counted
}

/** The sum of what is known; null: nothing is, or the sum is larger than any that is exact. */
export const sumKnown = (counts: readonly (number | null)[]): number | null => {
  const sum = counts.reduce((all, each) => (each === null ? all : (all ?? 0) + each), null)
  return sum === null || Number.isSafeInteger(sum) ? sum : null
}
