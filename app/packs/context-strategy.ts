/** A context strategy: which messages of a history are shown to an agent, with their defaults. docs/packs.md describes the fields. */
import { z } from 'zod'
import { StrataError } from '../model/failure.ts'
import { inputReasons, reportInput } from '../model/input-reason.ts'
import { isObject } from '../model/json-object.ts'

export const priorities = ['required', 'high', 'medium', 'low'] as const
export type Priority = (typeof priorities)[number]

const selections = ['latest', 'oldest', 'all'] as const
export type Selection = (typeof selections)[number]

const sinceNames = ['cluster_start', 'last_task_end', 'last_agent_start'] as const

/** What a strategy without `maxTokens` may take, estimated tokens. */
const defaultMaxTokens = 100_000

const amount = z.number().int().min(1).max(1_000_000)
const name = z.string().min(1).max(200)

const instant = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()])
const isSince = (text: string): boolean => (sinceNames as readonly string[]).includes(text) || instant.safeParse(text).success

const since = z.string().refine(isSince, { error: `must be ${sinceNames.join(', ')} or a time such as 2026-01-31T12:00:00Z` })

const sourceSchema = z
  .strictObject({
    topic: name,
    sender: name.optional(),
    since: since.optional(),
    strategy: z.enum(selections).optional(),
    amount: amount.optional(),
    limit: amount.optional(),
    priority: z.enum(priorities).optional(),
    compactAmount: amount.optional(),
    compactStrategy: z.enum(selections).optional(),
  })
  .refine((source) => source.amount === undefined || source.limit === undefined || source.amount === source.limit, {
    error: 'differs from amount, of which it is the former name',
    path: ['limit'],
  })

const innerSchema = z.strictObject({
  sources: z.array(sourceSchema).min(1).max(1000),
  maxTokens: z.number().int().min(1).max(1_000_000_000).default(defaultMaxTokens),
})

const outerSchema = z.strictObject({ contextStrategy: innerSchema })

/** A source with its defaults. */
export interface StrategySource {
  readonly topic: string
  readonly sender: string | undefined
  readonly since: string | undefined
  readonly strategy: Selection
  /** Undefined: no limit. */
  readonly amount: number | undefined
  readonly priority: Priority
  readonly compactAmount: number
  readonly compactStrategy: Selection
}

export interface ContextStrategy {
  readonly sources: readonly StrategySource[]
  readonly maxTokens: number
}

const requiredTopics: ReadonlySet<string> = new Set(['STATE_SNAPSHOT', 'ISSUE_OPENED', 'PLAN_READY'])
const highTopics: ReadonlySet<string> = new Set(['VALIDATION_RESULT', 'IMPLEMENTATION_READY'])

const priorityOf = (topic: string): Priority => (requiredTopics.has(topic) ? 'required' : highTopics.has(topic) ? 'high' : 'medium')

const withDefaults = (source: z.infer<typeof sourceSchema>): StrategySource => {
  const limit = source.amount ?? source.limit
  const strategy = source.strategy ?? (limit === undefined ? 'all' : 'latest')
  return {
    topic: source.topic,
    sender: source.sender,
    since: source.since,
    strategy,
    amount: limit,
    priority: source.priority ?? priorityOf(source.topic),
    compactAmount: source.compactAmount ?? 1,
    compactStrategy: source.compactStrategy ?? (strategy === 'all' ? 'latest' : strategy),
  }
}

/**
 * Reads a strategy, with or without the object `contextStrategy` around it.
 * @param file name of the file that contains it, for the problem
 * @throws StrataError invalid-input, with the path of each wrong field
 */
export const readStrategy = (value: unknown, file: string): ContextStrategy => {
  const isInner = isObject(value) && !('contextStrategy' in value) && 'sources' in value
  const read = isInner
    ? innerSchema.safeParse(value, reportInput)
    : outerSchema.transform(({ contextStrategy }) => contextStrategy).safeParse(value, reportInput)
  if (!read.success) {
    const reasons = inputReasons(read.error, 'the strategy')
    throw new StrataError('invalid-input', `${file} is not a context strategy: ${reasons.join('; ')}`, { file, reasons })
  }
  const { sources, maxTokens } = read.data
  return { sources: sources.map(withDefaults), maxTokens }
}
