/** Deltas of the format events-v1: canonical CBOR arrays of events (events-v1 §1). */
import { event, type Event } from '../../model/event.ts'
import { StrataError } from '../../model/failure.ts'
import { arrayHead, CborFloat, decodeCbor, encodeCbor, type CborMap, type CborValue } from '../../store/canonical-cbor.ts'
import { arrayItems } from '../../store/cbor-items.ts'

/** Written even when empty; every other field is left out then (events-v1 §1.4). */
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

/** Encodes a delta. Fractions of a second are dropped. */
export const encodeEvents = (events: readonly Event[]): Buffer =>
  encodeCbor(
    events.map((one) => ({
      type: one.type,
      timestamp: one.timestamp === null ? null : Math.floor(one.timestamp),
      [one.type]: encodePayload(one),
    })),
  )

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

/**
 * Decodes a delta. Times may be whole or fractional seconds, tagged dates or RFC 3339 text; unknown keys are ignored.
 * @throws StrataError artifact-corrupt
 */
export const decodeEvents = (bytes: Uint8Array): readonly Event[] => {
  try {
    const decoded = decodeCbor(bytes) ?? []
    if (!Array.isArray(decoded)) throw new TypeError('it is not a list')
    return decoded.map(decodeEvent)
  } catch (cause) {
    throw new StrataError('artifact-corrupt', 'The artifact is not a list of events-v1 events', { bytes: bytes.length }, cause)
  }
}

const decodeEvent = (item: unknown): Event => {
  const map = item as Readonly<Record<string, unknown>>
  const { type, timestamp } = map
  return event.parse({ type, timestamp: seconds(timestamp), payload: map[String(type)] ?? {} })
}

const seconds = (time: unknown): unknown => {
  if (time instanceof Date) return time.getTime() / 1000
  return typeof time === 'string' ? Date.parse(time) / 1000 : (time ?? null)
}

/** One delta with the events of all, in order; each is copied as it is, unknown keys included. @throws StrataError artifact-corrupt */
export const concatenateEvents = (deltas: readonly Uint8Array[]): Buffer => {
  try {
    const items = deltas.flatMap(arrayItems)
    return Buffer.concat([arrayHead(items.length), ...items])
  } catch (cause) {
    throw new StrataError('artifact-corrupt', 'An artifact is not a list of events-v1 events', {}, cause)
  }
}
