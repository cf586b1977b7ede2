/** Rows of the tables for the events of a made commit. */
import type { Event } from '../../model/event.ts'
import type { RecordClass } from '../../model/record-class.ts'
import { mainChain } from '../../model/agent-chain.ts'
import { fileIn, isPersonsPrompt, jsonOf, timeOf } from '../../chains/describe-events.ts'
import { bodyLimit, shorten } from '../../../importer/claude-code/normalise.ts'
import type { TableRow } from '../../store/tables.ts'

/** The commit that the events belong to. Their place is their number in it, from 1; it stands where rows of transcripts have a file. */
export interface EventsOwner {
  readonly commitId: string
  /** Session of the tables. */
  readonly key: string
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
  if (event.type === 'system' && event.payload.subtype === 'compact_boundary') return 'compaction'
  return classes[event.type]
}

type Said = Pick<TableRow<'events'>, 'body' | 'chars'>
type Parts = Said & Partial<Pick<TableRow<'events'>, 'toolName' | 'toolUseId' | 'filePath' | 'isError' | 'subtype'>>

const said = (text: string): Said => ({ body: shorten(text, bodyLimit), chars: text.length })
const silent: Said = { body: null, chars: 0 }

/** One reader for each type of event. */
type PartsReaders = { readonly [T in Event['type']]: (payload: Extract<Event, { readonly type: T }>['payload']) => Parts }

const parts: PartsReaders = {
  prompt: ({ content }) => said(content),
  response: ({ content }) => said(content),
  thinking: ({ content }) => said(content),
  tool_call: ({ id, name, input, server_tool: isServer }) => {
    const json = jsonOf(input)
    const subtype = isServer === true ? 'server' : null
    return { ...said(json ?? ''), toolName: name, toolUseId: id ?? null, filePath: fileIn(json) ?? null, subtype }
  },
  tool_result: ({ id, output, is_error: isError }) => {
    return { body: null, chars: output?.length ?? 0, toolUseId: id ?? null, isError: isError === true }
  },
  system: ({ message, subtype }) => ({ ...said(message ?? ''), subtype }),
  metric: ({ status }) => ({ ...silent, subtype: status ?? null }),
  error: ({ message }) => ({ ...said(message), isError: true }),
  output: ({ raw }) => ({ body: null, chars: raw?.length ?? 0 }),
}

const partsOf = ({ type, payload }: Event): Parts => (parts[type] as (payload: Event['payload']) => Parts)(payload)

const absent = { toolName: null, toolUseId: null, filePath: null, isError: false, subtype: null, permission: null, runMs: null } as const

/** One row for each event. */
export const eventRows = (events: readonly Event[], { commitId, key }: EventsOwner): readonly TableRow<'events'>[] =>
  events.map((event, at) => ({
    sourceId: commitId,
    line: at + 1,
    block: 0,
    sessionId: key,
    chain: mainChain,
    commitId,
    isCopy: false,
    kind: event.type,
    class: classOf(event),
    occurredAt: timeOf(event) ?? null,
    ...absent,
    ...partsOf(event),
    model: null,
  }))

const unpriced = {
  cacheWrite5mTokens: null,
  cacheWrite1hTokens: null,
  webSearches: null,
  webFetches: null,
  service: null,
  iteration: null,
  iterationKind: null,
  contextTokens: null,
  isUnderstated: false,
} as const

/** One row for each metric that says what was used. */
export const usageRows = (events: readonly Event[], { commitId, key }: EventsOwner): readonly TableRow<'token_usage'>[] =>
  events.flatMap((event, at) => {
    if (event.type !== 'metric') return []
    const { input_tokens: input = 0, output_tokens: output = 0, cost_usd: costUsd } = event.payload
    const { cache_read_tokens: read = 0, cache_write_tokens: written = 0 } = event.payload
    if (input + output + read + written === 0 && costUsd === undefined) return []
    return [
      {
        sourceId: commitId,
        line: at + 1,
        sessionId: key,
        chain: mainChain,
        isCopy: false,
        replyKey: `${commitId}:${at + 1}`,
        messageId: null,
        model: '',
        occurredAt: timeOf(event) ?? null,
        inputTokens: input,
        outputTokens: output,
        cacheReadTokens: read,
        cacheWriteTokens: written,
        ...unpriced,
        costUsd: costUsd ?? null,
        accountRank: output,
      },
    ]
  })
