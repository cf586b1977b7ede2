/** Estimates of parts, scaled so that they add up to the recorded tokens of the request. */
import { sizeTokens, weightsOf, type ContentKind } from '../../../model/estimate-tokens.ts'
import { largestRemainder } from '../../../model/largest-remainder.ts'
import type { RequestPartKind } from '../../../model/request-part.ts'
import type { ContentSize } from '../../../model/text-size.ts'

interface Sized {
  readonly kind: RequestPartKind
  readonly size: ContentSize
  /** By the weight of which kind; undefined: that of what the client injected. */
  readonly as?: ContentKind
}

/** By the weights of the model that reads it. */
export const estimateOf = ({ kind, size, as = 'injected' }: Sized, model: string): number => {
  const weights = weightsOf(model)
  return sizeTokens(weights, as, size) + (kind === 'call' ? weights.per_call : 0)
}

export interface SharedTokens {
  /** Tokens of each part that no record contains. */
  readonly unrecorded: readonly number[]
  readonly parts: readonly number[]
  /** What is left where the parts cannot be so large: it is in the request, and no record contains it. */
  readonly surplus: number
  /** What each estimate was multiplied by; null: there was none. */
  readonly scale: number | null
}

/** Text has hardly ever more than one and a half tokens a character. */
const largestScale = 4

const sum = (numbers: readonly number[]): number => numbers.reduce((so, one) => so + one, 0)

/**
 * @param total recorded tokens
 * @param unrecorded tokens of the parts that no record contains
 * @param estimates of the other parts
 */
export const shareTokens = (total: number, unrecorded: readonly number[], estimates: readonly number[]): SharedTokens => {
  const [known, estimated] = [sum(unrecorded), sum(estimates)]
  if (estimated === 0 && unrecorded.length > 0)
    return { unrecorded: largestRemainder(total, unrecorded), parts: estimates.map(() => 0), surplus: 0, scale: null }
  if (known >= total) {
    // The request is smaller than what earlier ones left for these parts: everything shrinks alike.
    const shared = largestRemainder(total, [...unrecorded, ...estimates])
    const scale = known + estimated === 0 ? null : total / (known + estimated)
    return { unrecorded: shared.slice(0, unrecorded.length), parts: shared.slice(unrecorded.length), surplus: 0, scale }
  }
  const surplus = Math.max(0, Math.floor(total - known - largestScale * estimated))
  const rest = total - known - surplus
  return { unrecorded, parts: largestRemainder(rest, estimates), surplus, scale: estimated === 0 ? null : rest / estimated }
}
