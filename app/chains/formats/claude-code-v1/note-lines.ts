/** Events that are not messages, as the lines in which the client records them: boundaries, errors, and totals of a run. */
import type { ChainEvent } from '../../../model/chain-event.ts'
import { isObject, jsonIn } from '../json-text.ts'
import type { JsonBlock } from './content-blocks.ts'

type EventOf<T extends ChainEvent['type']> = Extract<ChainEvent, { readonly type: T }>

const metadataOf = ({ payload }: EventOf<'system'>): JsonBlock => {
  const json = payload.metadata ? jsonIn(payload.metadata)?.value : undefined
  return isObject(json) ? json : {}
}

/** The fields of a boundary. They come from a transcript line, from a stream line, or from the event itself. */
export const boundaryLine = (event: EventOf<'system'>): JsonBlock => {
  const metadata = metadataOf(event)
  const own = metadata['compactMetadata'] ?? metadata['compact_metadata'] ?? metadata
  const fields = isObject(own) ? own : {}
  const count = (name: string, snake: string) => {
    const value = fields[name] ?? fields[snake]
    return typeof value === 'number' ? { [name]: value } : {}
  }
  const trigger = typeof fields['trigger'] === 'string' ? { trigger: fields['trigger'] } : {}
  return {
    subtype: event.payload.subtype,
    content: event.payload.message ?? 'Conversation compacted',
    isMeta: false,
    compactMetadata: { ...trigger, ...count('preTokens', 'pre_tokens'), ...count('postTokens', 'post_tokens') },
  }
}

export const systemLine = (event: EventOf<'system'>): JsonBlock => ({
  type: 'system',
  subtype: event.payload.subtype,
  content: event.payload.message ?? '',
})

export const errorLine = (event: EventOf<'error'>): JsonBlock => ({
  type: 'system',
  subtype: 'api_error',
  content: event.payload.message,
  level: 'error',
})

const usageNames = {
  input_tokens: 'input_tokens',
  output_tokens: 'output_tokens',
  cache_read_tokens: 'cache_read_input_tokens',
  cache_write_tokens: 'cache_creation_input_tokens',
} as const

/** Tokens as a reply states them. */
export const usageOf = ({ payload }: EventOf<'metric'>): JsonBlock =>
  Object.fromEntries(
    Object.entries(usageNames).flatMap(([key, name]) => {
      const value = payload[key as keyof typeof usageNames]
      return value === undefined ? [] : [[name, value]]
    }),
  )

export const resultLine = (event: EventOf<'metric'>): JsonBlock => {
  const { status, cost_usd: cost, turn_count: turns, duration_seconds: duration, stop_reason: stopReason } = event.payload
  return {
    type: 'result',
    subtype: status ?? '',
    ...(duration === undefined ? {} : { duration_ms: duration * 1000 }),
    ...(turns === undefined ? {} : { num_turns: turns }),
    ...(cost === undefined ? {} : { total_cost_usd: cost }),
    ...(stopReason === undefined ? {} : { stop_reason: stopReason }),
    usage: usageOf(event),
  }
}
