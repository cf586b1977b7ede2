/** The reference's session log: one event a line, as JSON (events-v1 §1.6), cut into deltas as the reference cuts them (§1.7). */
import { isUtf8 } from 'node:buffer'
import { event, type Event } from '../../model/event.ts'
import { encodeEvents } from '../../chains/formats/events-v1/encode-events.ts'
import { inputReasons } from '../../model/input-reason.ts'
import { bytesOf, isObject, jsonIn } from '../../chains/formats/json-text.ts'
import type { ChainFileDelta, ChainFileProblem, ChainFileRead } from './chain-file.ts'

const newline = 0x0a
const rawFields: ReadonlySet<string> = new Set(['input', 'metadata', 'raw'])
/** Go's time that was never set. */
const neverSet = '0001-01-01T00:00:00Z'

/** JSON that stands inline in a log stands as bytes in an event. */
const payloadOf = (payload: unknown): unknown =>
  isObject(payload)
    ? Object.fromEntries(
        Object.entries(payload).map(([key, value]) => [key, rawFields.has(key) && value !== null ? bytesOf(JSON.stringify(value)) : value]),
      )
    : {}

const secondsOf = (timestamp: unknown): number | null | undefined => {
  if (timestamp === undefined || timestamp === null || timestamp === neverSet) return null
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN
  return Number.isNaN(at) ? undefined : at / 1000
}

/** The event of a line, or why there is none. */
const eventIn = (line: Uint8Array): Event | string => {
  if (!isUtf8(line)) return 'the line contains bytes that are not UTF-8'
  const json = jsonIn(line)?.value
  if (json === undefined) return 'the line is not valid JSON'
  if (!isObject(json) || typeof json['type'] !== 'string') return 'the line is not an event: it has no type'
  const timestamp = secondsOf(json['timestamp'])
  if (timestamp === undefined) return 'the timestamp is not in RFC 3339 form'
  const read = event.safeParse({ type: json['type'], timestamp, payload: payloadOf(json[json['type']]) })
  if (read.success) return read.data
  return `the line is not an event of events-v1: ${inputReasons(read.error, 'the event').join('; ')}`
}

const boundaries: ReadonlySet<string> = new Set(['compact_boundary', 'microcompact_boundary'])

const checkpointAfter = (last: Event): ChainFileDelta['checkpoint'] | undefined => {
  if (last.type === 'response') return 'turn_boundary'
  if (last.type === 'metric') return 'session_end'
  return last.type === 'system' && boundaries.has(last.payload.subtype) ? 'compaction' : undefined
}

export const lastTime = (events: readonly Event[]): number | undefined => {
  const seconds = events.flatMap(({ timestamp }) => timestamp ?? []).at(-1)
  return seconds === undefined ? undefined : seconds * 1000
}

const cut = (events: readonly Event[]): readonly ChainFileDelta[] => {
  const deltas: ChainFileDelta[] = []
  let pending: Event[] = []
  const close = (checkpoint: ChainFileDelta['checkpoint']): void => {
    const bytes = encodeEvents(pending, 'milliseconds')
    if (pending.length > 0) deltas.push({ commitType: 'delta', checkpoint, format: 'events-v1', bytes, at: lastTime(pending) })
    pending = []
  }
  for (const one of events) {
    pending.push(one)
    const checkpoint = checkpointAfter(one)
    if (checkpoint !== undefined) close(checkpoint)
  }
  close('session_end')
  return deltas
}

export const readSessionLog = (bytes: Uint8Array): ChainFileRead => {
  const events: Event[] = []
  const problems: ChainFileProblem[] = []
  for (let offset = 0, line = 1; offset < bytes.length; line++) {
    const found = bytes.indexOf(newline, offset)
    const end = found === -1 ? bytes.length : found
    const own = bytes.subarray(offset, end)
    const isBlank = own.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)
    const read = isBlank ? undefined : eventIn(own)
    if (typeof read === 'string') problems.push({ line, offset, reason: read })
    else if (read !== undefined) events.push(read)
    offset = end + 1
  }
  return { deltas: cut(events), problems }
}
