/** The size of the context at the replies of a commit, as its records report it. */
import type { ExactCount } from '../model/exact-count.ts'
import type { Measured } from '../model/streamed-event.ts'
import type { TranscriptLine, UsageMark } from '../model/transcript-line.ts'
import type { PlacedLine } from './session-lines.ts'
import { addedFromStart, type MeasuredContext } from './weigh-chain.ts'

/** Undefined: not recorded, or larger than any context is. */
const numberOf = (count: ExactCount | undefined): number | undefined => (typeof count === 'number' ? count : undefined)

/** Undefined: one is not known, or the sum is larger than any context is. */
const sumOf = (...parts: readonly (number | undefined)[]): number | undefined => {
  const sum = parts.reduce((all, part) => (all === undefined || part === undefined ? undefined : all + part), 0)
  return sum !== undefined && Number.isSafeInteger(sum) ? sum : undefined
}

const contextOf = ({ inputTokens, cacheReadTokens, cacheWriteTokens }: UsageMark): number | undefined =>
  sumOf(numberOf(inputTokens), numberOf(cacheReadTokens), numberOf(cacheWriteTokens))

const measuredIn = ({ usage, model, messageId, uuid, line }: TranscriptLine): Measured | undefined => {
  if (usage === undefined || model === '<synthetic>') return undefined
  const [context, output] = [contextOf(usage), numberOf(usage.outputTokens) ?? null]
  if (context === undefined || context === 0) return undefined
  return { reply: messageId ?? uuid ?? `line ${line}`, context, output }
}

/** Gathers it line by line. */
export class ContextTally {
  #first: Measured | undefined
  #last: Measured | undefined
  #openingChars = 0

  add({ line, carriesCopy }: PlacedLine): void {
    if (carriesCopy) return
    const measured = measuredIn(line)
    if (measured !== undefined) this.addReply(measured)
    else for (const { kind, body = '' } of line.events) if (kind === 'prompt') this.addPrompt(body.length)
  }

  /** @param chars length of a prompt, which counts before the first reply */
  addPrompt(chars: number): void {
    if (this.#first === undefined) this.#openingChars += chars
  }

  /** Undefined: no reply reports it. */
  get context(): MeasuredContext | undefined {
    if (this.#first === undefined || this.#last === undefined) return undefined
    const { context: lastTokens, output: outputTokens } = this.#last
    return { firstTokens: this.#first.context, lastTokens, outputTokens, openingChars: this.#openingChars }
  }

  /** Adds a record of a reply. When a reply has several records, the one with the most output tokens is complete. */
  addReply(measured: Measured): void {
    this.#first ??= measured
    if (this.#last?.reply !== measured.reply || (measured.output ?? 0) >= (this.#last.output ?? 0)) this.#last = measured
  }
}

/** Facts about a commit; from those of all commits of a session, its tokens are computed. */
export interface ContextCommitFacts {
  readonly commitId: string
  readonly parentId: string | undefined
  readonly chain: string
  readonly isCompaction: boolean
  readonly context: MeasuredContext | undefined
}

/** Undefined: what the last reply wrote is not available. */
const sizeAfter = ({ lastTokens, outputTokens }: MeasuredContext): number | undefined => sumOf(lastTokens, outputTokens ?? undefined)

/**
 * Tokens that a commit added to the context; null: its replies do not report them.
 * @param before size of the context before the commit; undefined: not available
 */
const addedIn = (context: MeasuredContext | undefined, before: number | undefined): number | null => {
  const after = context && sizeAfter(context)
  if (context === undefined || after === undefined) return null
  if (before === undefined) return addedFromStart(context).tokens
  // A context that shrank, for example by a microcompaction, does not say what was added.
  return after > before ? after - before : null
}

/**
 * Tokens that a commit adds to the context of its chain, and the size of the context after it.
 * @param before size of the context before the commit; undefined: not available, for example at the beginning of a chain
 */
export const weighContext = (
  context: MeasuredContext | undefined,
  before: number | undefined,
): { readonly tokens: number | null; readonly after: number | undefined } => ({
  tokens: addedIn(context, before),
  after: context === undefined ? before : sizeAfter(context),
})

/**
 * Tokens of each commit of a session, by its id: how much larger the context is after it, as its replies report it. Where a chain begins,
 * and after a compaction, what the model saw before the first reply is estimated from the text.
 * @param commits each after its parent
 */
export const tokensOfCommits = (commits: readonly ContextCommitFacts[]): ReadonlyMap<string, number | null> => {
  const sizes = new Map<string, { readonly chain: string; readonly after: number | undefined }>()
  const tokens = new Map<string, number | null>()
  for (const { commitId, parentId, chain, isCompaction, context } of commits) {
    const parent = parentId === undefined ? undefined : sizes.get(parentId)
    const before = isCompaction || parent?.chain !== chain ? undefined : parent.after
    const weighed = weighContext(context, before)
    tokens.set(commitId, weighed.tokens)
    sizes.set(commitId, { chain, after: weighed.after })
  }
  return tokens
}
