/** Reads the usage of an API reply. A count that is not valid is not available and is reported; the other counts remain. */
import type { ExactCount } from '../../app/model/exact-count.ts'
import type { Problem } from '../../app/model/problem.ts'
import type { FurtherUsage, LineUsage, RequestUsage } from '../../app/model/transcript-line.ts'
import type { RawLine } from '../read-lines.ts'
import { CountedPlace } from './counted-place.ts'
import { contextOf, readIterations, unknownKinds, withoutFurther, type Iteration } from './read-iterations.ts'
import { problemAt } from './problem-at.ts'
import type { JsonObject } from '../../app/model/json-object.ts'
import { countedFields, olderFields, requestOf, saysAny } from './request-usage.ts'

/** Where a record may state usage. */
export interface UsageSource {
  /** `message.usage`; undefined when the record has none. */
  readonly usage: JsonObject | undefined
  /** Keys that lead to it. */
  readonly path: readonly string[]
  /** The record; older clients write usage to its top level. */
  readonly record: JsonObject
  readonly model: string | undefined
  /** The cost of the reply in the record, US dollars. */
  readonly cost: unknown
  /** Why the model stopped; undefined: the record was written before it did, or does not say. */
  readonly stopReason: string | undefined
}

/** Decides from the output tokens whether they are fewer than the model wrote. */
type Doubt = (outputTokens: ExactCount | undefined) => boolean

const alone = { iterations: [], further: [] } as const

/** Written out, because every reply has one: objects of one shape are read fastest. */
const lineUsage = (
  request: RequestUsage,
  { iterations, further }: { readonly iterations: readonly Iteration[]; readonly further: readonly FurtherUsage[] },
  stopReason: string | undefined,
  doubt: Doubt,
): LineUsage => ({
  inputTokens: request.inputTokens,
  outputTokens: request.outputTokens,
  cacheReadTokens: request.cacheReadTokens,
  cacheWriteTokens: request.cacheWriteTokens,
  cacheWrite5mTokens: request.cacheWrite5mTokens,
  cacheWrite1hTokens: request.cacheWrite1hTokens,
  webSearches: request.webSearches,
  webFetches: request.webFetches,
  service: request.service,
  costUsd: request.costUsd,
  contextTokens: contextOf(request, iterations),
  stopReason,
  isUnderstated: doubt(request.outputTokens),
  further,
})

/**
 * Usage as a record states it; undefined when it states none.
 * @param problems takes a problem for each value that is no count.
 */
export const readUsage = (raw: RawLine, source: UsageSource, doubt: Doubt, problems: Problem[]): LineUsage | undefined => {
  const { usage, record, cost, stopReason } = source
  const costUsd = typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : undefined
  if (usage === undefined) {
    const place = new CountedPlace(raw, [], record, problems)
    if (!saysAny(place, olderFields)) return undefined
    return lineUsage(requestOf(place, olderFields, costUsd), alone, stopReason, doubt)
  }
  const place = new CountedPlace(raw, source.path, usage, problems)
  const stated = requestOf(place, countedFields, costUsd)
  const iterations = readIterations(place.items('iterations'), source.model, stated.service)
  for (const kind of unknownKinds(iterations)) problems.push(problemAt(raw, 'unknown-request', `the kind of a request is unknown: ${kind}`))
  const isStated = saysAny(place, countedFields)
  if (!isStated && iterations.length === 0) return undefined
  const { request, further } = withoutFurther(stated, isStated, iterations)
  return lineUsage(request, { iterations, further }, stopReason, doubt)
}
