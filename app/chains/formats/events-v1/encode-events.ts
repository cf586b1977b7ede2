/** Writes deltas of the format events-v1: canonical CBOR arrays of events (events-v1 §1). */
import type { Event } from '../../../model/event.ts'
import { CborFloat, encodeCbor, type CborMap, type CborValue } from '../../../store/cbor/canonical-cbor.ts'

/** Fields written even when empty; every other empty field is omitted (events-v1 §1.4). */
const alwaysWritten: Readonly<Record<Event['type'], readonly string[]>> = {
  prompt: ['source', 'content'],
  response: ['content'],
  thinking: ['content'],
  tool_call: ['name'],
  tool_result: [],
  system: ['subtype'],
  metric: [],
  error: ['message'],
  output: ['raw'],
}
const floats: readonly string[] = ['cost_usd', 'duration_seconds']

/** Whole seconds as the reference writes them, or with the fraction: a float that its decoder reads too. */
export type TimePrecision = 'seconds' | 'milliseconds'

/** Encodes a delta. In seconds fractions are dropped, and the bytes are those that the reference writes. */
export const encodeEvents = (events: readonly Event[], precision: TimePrecision = 'seconds'): Buffer =>
  encodeCbor(
    events.map((one) => ({
      type: one.type,
      timestamp: timeOf(one.timestamp, precision),
      [one.type]: encodePayload(one),
    })),
  )

const timeOf = (timestamp: number | null, precision: TimePrecision): number | null =>
  timestamp === null || precision === 'milliseconds' ? timestamp : Math.floor(timestamp)

const encodePayload = ({ type, payload }: Event): CborMap => {
  const fields = Object.entries(payload).flatMap(([key, value]): [string, CborValue][] => {
    if (isEmpty(value) && !alwaysWritten[type].includes(key)) return []
    return [[key, typeof value === 'number' && floats.includes(key) ? new CborFloat(value) : value]]
  })
  return Object.fromEntries(fields)
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === 0 ||
  value === false ||
  (value instanceof Uint8Array && value.length === 0)
