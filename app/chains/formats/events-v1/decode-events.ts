/** Reads deltas of the format events-v1, as tolerant and as strict as the reference decoder (events-v1 §1.1). */
import type { Event } from '../../../model/event.ts'
import { event } from '../../../model/event.ts'
import type { FieldKind, StructFields } from '../../../store/cbor/cbor-struct.ts'
import { readCbor } from '../../../store/cbor/cbor-struct.ts'
import { StrataError } from '../../../model/failure.ts'
import { inputReasons } from '../../../model/input-reason.ts'
import { Losses } from '../../../model/losses.ts'
import { refusing } from '../refuse-delta.ts'

const payloads: Readonly<Record<Event['type'], StructFields>> = {
  prompt: { source: 'text', content: 'text' },
  tool_call: { id: 'text', name: 'text', input: 'raw', server_tool: 'bool', model: 'text' },
  tool_result: { id: 'text', is_error: 'bool', output: 'text' },
  response: { content: 'text', model: 'text' },
  metric: {
    input_tokens: 'int',
    output_tokens: 'int',
    cache_read_tokens: 'int',
    cache_write_tokens: 'int',
    cost_usd: 'float',
    duration_seconds: 'float',
    turn_count: 'int',
    status: 'text',
    model: 'text',
    stop_reason: 'text',
  },
  output: { raw: 'raw' },
  error: { message: 'text' },
  system: { subtype: 'text', message: 'text', metadata: 'raw' },
  thinking: { content: 'text', signature: 'text', model: 'text' },
}

const delta: FieldKind = {
  list: {
    struct: {
      timestamp: 'time',
      type: 'text',
      ...Object.fromEntries(Object.entries(payloads).map(([type, struct]) => [type, { struct }])),
    },
  },
}

type ReadStruct = Readonly<Record<string, unknown>>

/** An event of a type that the format does not know: what was read of it, as output. */
const unknownEvent = ({ timestamp, ...rest }: ReadStruct): Event => ({
  type: 'output',
  timestamp: typeof timestamp === 'number' ? timestamp : null,
  payload: { raw: Uint8Array.from(Buffer.from(JSON.stringify(rest))) },
})

const otherPayloads = (struct: ReadStruct): readonly string[] =>
  Object.keys(payloads).filter((type) => type !== struct['type'] && struct[type] !== undefined)

/** @throws StrataError delta-malformed for a number that an event cannot have */
const knownEvent = (read: ReadStruct): Event => {
  const { data, error } = event.safeParse(read)
  if (data !== undefined) return data
  const reasons = inputReasons(error, 'the event').join('; ')
  throw new StrataError('delta-malformed', `No delta of the format events-v1: ${reasons}`, { format: 'events-v1' })
}

const eventOf = (struct: ReadStruct, losses: Losses): Event => {
  const type = typeof struct['type'] === 'string' ? struct['type'] : ''
  for (const other of otherPayloads(struct))
    losses.add(`payload “${other}” of an event of another type`, 'an event has the payload that its type names')
  if (Object.hasOwn(payloads, type)) return knownEvent({ type, timestamp: struct['timestamp'] ?? null, payload: struct[type] ?? {} })
  losses.add(`changed: event of the type “${type}”`, 'events-v1 has no such type; it reads as output')
  return unknownEvent(struct)
}

/** Events, and what they said that has no place in them. @throws StrataError delta-malformed */
export const readEventList = (bytes: Uint8Array, losses: Losses): readonly Event[] => {
  const structs = (refusing('events-v1', () => readCbor(bytes, delta, 'the delta')) ?? []) as readonly (ReadStruct | undefined)[]
  return structs.map((struct) => eventOf(struct ?? {}, losses))
}

/**
 * Decodes a delta. Times may be whole or fractional seconds, tagged dates or RFC 3339 text; unknown keys are ignored.
 * @throws StrataError delta-malformed
 */
export const decodeEvents = (bytes: Uint8Array): readonly Event[] => readEventList(bytes, new Losses())
