/**
 * Reads the iterations of a reply: the requests that the service made for it. The counts of the reply are the sum of its iterations of type
 * `message`; other types, such as `advisor_message`, are separate requests, mostly to another model.
 */
import { addCounts, largestCount, type ExactCount } from '../../app/model/exact-count.ts'
import type { FurtherUsage, RequestUsage, TokenCounts } from '../../app/model/transcript-line.ts'
import type { CountedPlace } from './counted-place.ts'
import { countedFields, requestOf } from './request-usage.ts'

export interface Iteration extends FurtherUsage {
  /** True for a request to the model of the reply. */
  readonly isOwnModel: boolean
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const message = 'message'

/** @param model of the reply. */
export const readIterations = (places: readonly CountedPlace[], model: string | undefined): readonly Iteration[] =>
  places.map((place, iteration) => {
    const kind = textIn(place.object['type']) ?? message
    const named = textIn(place.object['model'])
    // A message without a model is the reply's own; an advisor's model must be stated.
    const own = named ?? (kind === message ? model : undefined)
    return { ...requestOf(place, countedFields, undefined), iteration, kind, model: own, isOwnModel: own === model }
  })

const fields = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const
const parts = ['cacheWrite5mTokens', 'cacheWrite1hTokens', 'webSearches', 'webFetches'] as const

type Field = (typeof fields)[number] | (typeof parts)[number]

/** Undefined when one of them is, or when the tables cannot contain the sum. */
const add = (values: readonly (ExactCount | undefined)[]): ExactCount | undefined => {
  const sum = values.reduce((all, value) => (all === undefined || value === undefined ? undefined : addCounts(all, value)), 0)
  return sum !== undefined && BigInt(sum) > largestCount ? undefined : sum
}

const sumOf = (requests: readonly RequestUsage[], field: Field): ExactCount | undefined => add(requests.map((request) => request[field]))

const isSum = (request: TokenCounts, requests: readonly RequestUsage[]): boolean =>
  requests.length > 0 && fields.every((field) => request[field] !== undefined && request[field] === sumOf(requests, field))

const totalOf = (request: RequestUsage, own: readonly RequestUsage[]): RequestUsage => ({
  ...request,
  ...Object.fromEntries([...fields, ...parts].map((field) => [field, sumOf(own, field)])),
})

/** A cost that the record states is that of the whole reply. */
const asFurther = (iteration: Iteration, { costUsd }: RequestUsage): FurtherUsage => ({
  ...iteration,
  costUsd: costUsd === undefined ? undefined : 0,
})

/** What the counts that a record states are the sum of. */
type Stated = 'messages' | 'all' | 'nothing' | 'unclear'

const statedAs = (request: RequestUsage, isStated: boolean, iterations: readonly Iteration[]): Stated => {
  if (!isStated) return 'nothing'
  const messages = iterations.filter(({ kind }) => kind === message)
  if (isSum(request, messages)) return 'messages'
  return isSum(request, iterations) ? 'all' : 'unclear'
}

/**
 * Splits a reply into its own request and those that its counts exclude. Counts that include other models are split by the iterations.
 * @param isStated whether the record states counts beside the iterations.
 */
export const withoutFurther = (
  request: RequestUsage,
  isStated: boolean,
  iterations: readonly Iteration[],
): { readonly request: RequestUsage; readonly further: readonly FurtherUsage[] } => {
  if (iterations.length === 0) return { request, further: [] }
  const stated = statedAs(request, isStated, iterations)
  const isOwn = ({ kind, isOwnModel }: Iteration): boolean => kind === message && (isOwnModel || stated === 'unclear')
  const own = iterations.filter(isOwn)
  const further = iterations.filter((one) => !isOwn(one)).map((one) => asFurther(one, request))
  const isWhole = stated === 'unclear' || (stated === 'messages' && own.length === iterations.filter(({ kind }) => kind === message).length)
  return { request: isWhole ? request : totalOf(request, own), further }
}

const lastOwn = (iterations: readonly Iteration[]): Iteration | undefined =>
  iterations.filter(({ kind, isOwnModel }) => kind === message && isOwnModel).at(-1)

/**
 * Tokens that the model saw: for a reply with several iterations, those of the last iteration to its own model. Undefined: a part is not
 * available.
 */
export const contextOf = (request: RequestUsage, iterations: readonly Iteration[]): ExactCount | undefined => {
  const last = lastOwn(iterations) ?? request
  return add([last.inputTokens, last.cacheReadTokens, last.cacheWriteTokens])
}
