/** Rows of the tables for the events of a made commit. */
import type { Event } from '../model/event.ts'
import { mainChain } from '../model/agent-chain.ts'
import { continuationStart } from '../model/continuation.ts'
import type { RecordClass } from '../model/record-class.ts'
import { fileIn, isPersonsPrompt, timeOf } from '../chains/describe-events.ts'
import { withOwnCallIds } from '../chains/own-call-ids.ts'
import { resultRefusal } from '../model/refusal.ts'
import { compactionIn, initIn, jsonOf } from '../chains/read-system-events.ts'
import { bodyLimit, shorten } from '../../importer/records/normalise.ts'
import type { TableRow } from '../store/tables/tables.ts'
import { noSize, sizeOfCall, sizeOfText, type ContentSize } from '../model/text-size.ts'
import { detailJson } from '../model/detail-json.ts'

/** The commit that the events belong to. Their place is their number in it, from 1; it stands where rows of transcripts have a file. */
export interface EventsOwner {
  readonly commitId: string
  /** Null: it is a root. */
  readonly parentId: string | null
  /** Session of the tables. */
  readonly key: string
  readonly chain: string
  /** They repeat what other commits hold. */
  readonly isCopy: boolean
  /** They are the summary that replaces what was before. */
  readonly isSummary: boolean
}

const classes: Readonly<Record<Event['type'], RecordClass>> = {
  prompt: 'meta',
  response: 'reply',
  thinking: 'reply',
  tool_call: 'reply',
  tool_result: 'tool_result',
  system: 'system',
  metric: 'metric',
  error: 'error',
  output: 'unknown',
}

/** Class of an event, as a record with the same content would have. */
export const classOf = (event: Event): RecordClass => {
  if (isPersonsPrompt(event)) return 'human_prompt'
  if (event.type === 'prompt' && event.payload.content.trim() === '') return 'empty'
  if (event.type === 'prompt' && event.payload.content.trimStart().startsWith(continuationStart)) return 'compaction_summary'
  if (event.type === 'system' && event.payload.subtype === 'compact_boundary') return 'compaction'
  return classes[event.type]
}

type BodyColumns = Pick<TableRow<'events'>, 'body' | 'chars' | 'weighedChars' | 'countedTokens'>
type Parts = BodyColumns &
  Partial<Pick<TableRow<'events'>, 'toolName' | 'toolUseId' | 'filePath' | 'isError' | 'subtype' | 'model' | 'permission'>>

/** The class of an event in its commit: prompts that no person gave are the summary of a compaction, or the task of a sub-agent. */
const classIn = (event: Event, { isSummary, chain }: EventsOwner): RecordClass => {
  const own = classOf(event)
  if (event.type !== 'prompt' || own !== 'meta') return own
  if (isSummary) return 'compaction_summary'
  return chain === mainChain ? own : 'sidechain_prompt'
}

const sizeColumns = ({ weighed, counted }: ContentSize): Pick<BodyColumns, 'weighedChars' | 'countedTokens'> => ({
  weighedChars: weighed,
  countedTokens: counted,
})

const bodyColumns = (text: string): BodyColumns => ({
  body: shorten(text, bodyLimit),
  chars: text.length,
  ...sizeColumns(sizeOfText(text)),
})
const silent: BodyColumns = { body: null, chars: 0, ...sizeColumns(noSize) }

/** Maximum length of the message in the details of a boundary, UTF-16 code units. A longer message is cut, so that the JSON is complete. */
const maxMessageLength = 1_000

/** The fields that metrics of compactions read; missing fields are omitted. */
const compactionJson = (payload: Extract<Event, { readonly type: 'system' }>['payload']): string | undefined => {
  const detail = compactionIn(payload)
  if (detail === undefined) return undefined
  const { trigger, preTokens, postTokens } = detail
  return detailJson({ trigger, pre_tokens: preTokens, post_tokens: postTokens, message: payload.message?.slice(0, maxMessageLength) })
}

/** One reader for each type of event. */
type PartsReaders = { readonly [T in Event['type']]: (payload: Extract<Event, { readonly type: T }>['payload']) => Parts }

const parts: PartsReaders = {
  prompt: ({ content }) => bodyColumns(content),
  response: ({ content, model }) => ({ ...bodyColumns(content), model: model ?? null }),
  thinking: ({ content, model }) => ({ ...bodyColumns(content), model: model ?? null }),
  tool_call: ({ id, name, input, server_tool: isServer, model }) => {
    const json = jsonOf(input)
    const subtype = isServer === true ? 'server' : null
    return {
      ...bodyColumns(json ?? ''),
      ...sizeColumns(sizeOfCall(name, json ?? '')),
      toolName: name,
      toolUseId: id ?? null,
      filePath: fileIn(json) ?? null,
      subtype,
      model: model ?? null,
    }
  },
  tool_result: (payload) => {
    const { id, output, is_error: isError } = payload
    const permission = resultRefusal(payload) ?? null
    const size = sizeColumns(sizeOfText(output ?? ''))
    return { body: null, chars: output?.length ?? 0, ...size, toolUseId: id ?? null, isError: isError === true, permission }
  },
  system: (payload) => ({
    ...bodyColumns(compactionJson(payload) ?? payload.message ?? ''),
    subtype: payload.subtype,
    model: initIn(payload)?.model ?? null,
  }),
  metric: ({ status, model }) => ({ ...silent, subtype: status ?? null, model: model ?? null }),
  error: ({ message }) => ({ ...bodyColumns(message), isError: true }),
  output: ({ raw }) => ({ ...silent, chars: raw?.length ?? 0 }),
}

const partsOf = ({ type, payload }: Event): Parts => (parts[type] as (payload: Event['payload']) => Parts)(payload)

const absent = { toolName: null, toolUseId: null, filePath: null, isError: false, subtype: null, permission: null, runMs: null } as const

/** One row for each event. */
export const eventRows = (events: readonly Event[], owner: EventsOwner): readonly TableRow<'events'>[] => {
  const { commitId, parentId, key, chain, isCopy } = owner
  return withOwnCallIds(events, { own: commitId, parent: parentId ?? commitId }).map((event, at) => ({
    sourceId: commitId,
    line: at + 1,
    block: 0,
    sessionId: key,
    chain,
    commitId,
    isCopy,
    kind: event.type,
    class: classIn(event, owner),
    occurredAt: timeOf(event) ?? null,
    ...absent,
    model: null,
    ...partsOf(event),
  }))
}

const unpriced = {
  cacheWrite5mTokens: null,
  cacheWrite1hTokens: null,
  webSearches: null,
  webFetches: null,
  service: null,
  iteration: null,
  iterationKind: null,
  contextTokens: null,
  thinkingTokens: null,
  skill: null,
  cacheMissReason: null,
  cacheMissedTokens: null,
} as const

type Metric = Extract<Event, { readonly type: 'metric' }>['payload']

/** Whether a metric says what was used. */
const saysUsage = (metric: Metric): boolean =>
  [metric.input_tokens, metric.output_tokens, metric.cache_read_tokens, metric.cache_write_tokens].some((tokens = 0) => tokens !== 0) ||
  metric.cost_usd !== undefined

const used = (metric: Metric) => ({
  model: metric.model ?? '',
  inputTokens: metric.input_tokens ?? 0,
  outputTokens: metric.output_tokens ?? null,
  cacheReadTokens: metric.cache_read_tokens ?? 0,
  cacheWriteTokens: metric.cache_write_tokens ?? 0,
  costUsd: metric.cost_usd ?? null,
  // Without the output that it does not say, the cost is at least what the rest costs.
  isUnderstated: metric.output_tokens === undefined,
  stopReason: metric.stop_reason ?? null,
})

/** One row for each metric that says what was used. */
export const usageRows = (events: readonly Event[], { commitId, key, chain, isCopy }: EventsOwner): readonly TableRow<'token_usage'>[] =>
  events.flatMap((event, at) => {
    if (event.type !== 'metric' || !saysUsage(event.payload)) return []
    return [
      {
        sourceId: commitId,
        line: at + 1,
        sessionId: key,
        chain,
        isCopy,
        replyKey: `${commitId}:${at + 1}`,
        messageId: null,
        occurredAt: timeOf(event) ?? null,
        ...used(event.payload),
        ...unpriced,
        accountRank: event.payload.output_tokens ?? 0,
      },
    ]
  })
