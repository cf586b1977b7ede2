/**
 * Reads the iterations of a reply: the requests that the service made for it. Each request counts once, under its own model. The counts of
 * the reply repeat some of them (the sum of the messages, of all, or only the last), so they are not added to the iterations.
 */
import { addCounts, maxCount, type ExactCount } from '../../app/model/exact-count.ts'
import { modelKey } from '../../app/model/prices-of-model.ts'
import type { FurtherUsage, RequestUsage, TokenCounts } from '../../app/model/transcript-line.ts'
import type { CountedPlace } from './counted-place.ts'
import { countedFields, requestOf } from './request-usage.ts'

export interface Iteration extends FurtherUsage {
  /** True for a request to the model of the reply. */
  readonly isOwnModel: boolean
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const message = 'message'
/** The reply of another model that the service asked after the first one refused. */
const fallback = 'fallback_message'
const compaction = 'compaction'
const advisor = 'advisor_message'

/** Kinds of requests that write the reply. */
const writesReply = new Set([message, fallback])
/** Kinds that the model of the reply serves unless they name another one; an advisor's model must be stated. */
const ownKinds = new Set([message, fallback, compaction])
const knownKinds = new Set([...ownKinds, advisor])

/** The kinds of a reply's iterations that this version does not know. */
export const unknownKinds = (iterations: readonly Iteration[]): readonly string[] => [
  ...new Set(iterations.map(({ kind }) => kind).filter((kind) => !knownKinds.has(kind))),
]

/** Whether two names are of one model, as prices and metrics take them. */
export const isSameModel = (a: string | undefined, b: string | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && modelKey(a) === modelKey(b))

/**
 * @param model of the reply.
 * @param service of the reply: that of a request to the same model that states none.
 */
export const readIterations = (
  places: readonly CountedPlace[],
  model: string | undefined,
  service: string | undefined,
): readonly Iteration[] => {
  const read = places.map((place, iteration) => {
    const kind = textIn(place.object['type']) ?? message
    const named = textIn(place.object['model'])
    const own = named ?? (ownKinds.has(kind) ? model : undefined)
    const request = requestOf(place, countedFields, undefined)
    const isOwnModel = isSameModel(own, model)
    return { ...request, service: request.service ?? (isOwnModel ? service : undefined), iteration, kind, model: own, isOwnModel, named }
  })
  const isFallback = read.some(({ kind, isOwnModel }) => kind === fallback && isOwnModel)
  return read.map(({ named, ...one }) =>
    // The reply names the model that finished it; a first request without a name was to another one.
    isFallback && one.kind === message && named === undefined ? { ...one, model: undefined, isOwnModel: false } : one,
  )
}

const fields = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const
type Kept = 'cacheWrite5mTokens' | 'cacheWrite1hTokens'
type Used = 'webSearches' | 'webFetches'
type Field = (typeof fields)[number] | Kept | Used

/** Undefined when one of the values is, or when the tables cannot contain the sum. */
const add = (values: readonly (ExactCount | undefined)[]): ExactCount | undefined => {
  const sum = values.reduce((all, value) => (all === undefined || value === undefined ? undefined : addCounts(all, value)), 0)
  return sum !== undefined && BigInt(sum) > maxCount ? undefined : sum
}

const sumOf = (requests: readonly RequestUsage[], field: Field): ExactCount | undefined => add(requests.map((request) => request[field]))

const isSum = (request: TokenCounts, requests: readonly RequestUsage[]): boolean =>
  requests.length > 0 && fields.every((field) => request[field] !== undefined && request[field] === sumOf(requests, field))

/** Maximum number of groups of iterations whose combinations are compared: 2^8 sums. */
const maxGroups = 8

/** Every choice of some of the groups. */
const choicesOf = (groups: readonly string[]): readonly ReadonlySet<string>[] =>
  groups
    .slice(0, maxGroups)
    .reduce<readonly ReadonlySet<string>[]>((all, group) => [...all, ...all.map((one) => new Set([...one, group]))], [new Set<string>()])

const groupOf = ({ kind, model }: Iteration): string => `${kind} ${model ?? ''}`

/** True where the counts of the reply repeat one of its iterations, or those of some kinds and models. */
const repeatsIterations = (request: TokenCounts, iterations: readonly Iteration[]): boolean => {
  if (iterations.some((one) => isSum(request, [one])) || isSum(request, iterations)) return true
  const groups = [...new Set(iterations.map(groupOf))]
  return choicesOf(groups).some((chosen) =>
    isSum(
      request,
      iterations.filter((one) => chosen.has(groupOf(one))),
    ),
  )
}

const isOwn = ({ kind, isOwnModel }: Iteration): boolean => writesReply.has(kind) && isOwnModel

const totalOf = (request: RequestUsage, own: readonly RequestUsage[], iterations: readonly Iteration[]): RequestUsage => {
  const sum = (field: Field): ExactCount | undefined => sumOf(own, field)
  // What no iteration states is stated for the reply only.
  const isSameWrite = sum('cacheWriteTokens') === request.cacheWriteTokens
  const keptFor = (field: Kept): ExactCount | undefined => sum(field) ?? (isSameWrite ? request[field] : undefined)
  const usedIn = (field: Used): ExactCount | undefined => (iterations.some((one) => one[field] !== undefined) ? sum(field) : request[field])
  return {
    ...request,
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cacheReadTokens: sum('cacheReadTokens'),
    cacheWriteTokens: sum('cacheWriteTokens'),
    cacheWrite5mTokens: keptFor('cacheWrite5mTokens'),
    cacheWrite1hTokens: keptFor('cacheWrite1hTokens'),
    webSearches: usedIn('webSearches'),
    webFetches: usedIn('webFetches'),
  }
}

/** A cost that the record states is that of the whole reply. */
const asFurther = (iteration: Iteration, { costUsd }: RequestUsage): FurtherUsage => ({
  ...iteration,
  costUsd: costUsd === undefined ? undefined : 0,
})

const isAtLeast = (request: TokenCounts, own: readonly RequestUsage[]): boolean =>
  fields.every((field) => {
    const sum = sumOf(own, field)
    return sum === undefined || (request[field] !== undefined && BigInt(request[field]) >= BigInt(sum))
  })

/** Whether the counts of the reply are only those of the reply itself, and larger than the counts of its iterations. */
const isBeyond = (request: TokenCounts, iterations: readonly Iteration[]): boolean =>
  !repeatsIterations(request, iterations) && isAtLeast(request, iterations.filter(isOwn))

/** Splits a reply into its own request and the others. @param isStated whether the record has counts besides those of the iterations */
export const withoutFurther = (
  request: RequestUsage,
  isStated: boolean,
  iterations: readonly Iteration[],
): { readonly request: RequestUsage; readonly further: readonly FurtherUsage[] } => {
  if (iterations.length === 0) return { request, further: [] }
  if (!isStated || !isBeyond(request, iterations)) {
    const further = iterations.filter((one) => !isOwn(one)).map((one) => asFurther(one, request))
    return { request: totalOf(request, iterations.filter(isOwn), iterations), further }
  }
  // Counts beyond the iterations can include messages to other models; they exclude an attempt before a fallback.
  const isFallback = iterations.some(({ kind }) => kind === fallback)
  const isIncluded = (one: Iteration): boolean => isOwn(one) || (one.kind === message && !isFallback)
  return { request, further: iterations.filter((one) => !isIncluded(one)).map((one) => asFurther(one, request)) }
}

/**
 * Tokens that the model saw: for a reply with several iterations, those of the last iteration to its own model. Undefined: a part is not
 * available.
 */
export const contextOf = (request: RequestUsage, iterations: readonly Iteration[]): ExactCount | undefined => {
  const last = iterations.filter(isOwn).at(-1) ?? request
  return add([last.inputTokens, last.cacheReadTokens, last.cacheWriteTokens])
}
