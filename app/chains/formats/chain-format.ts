/**
 * The interface of a format for the chain; only the format knows the rest of its bytes. To add a format, add a folder and an entry in
 * app/engine/kernel/chain-formats.ts; the lines of an agent need neither.
 */
import type { ChainEvent, EventsRead, Lost } from '../../model/chain-event.ts'

/** Takes bytes, in order; they may not change any more. */
export type Write = (bytes: Uint8Array) => void

/** Joins deltas, root first; the result is written as soon as it is certain. */
export interface Joiner {
  /** Adds a delta of the same format: its items are copied unchanged. @throws StrataError delta-malformed */
  readonly add: (delta: Uint8Array) => void
  /** Adds the events of a delta of another format. The same events after the same deltas always produce the same bytes. */
  readonly addEvents: (events: readonly ChainEvent[]) => void
  /** Writes the rest. Everything that was written is one artifact. */
  readonly end: () => Joined
}

export interface Joined {
  /** Number of messages, events or lines, depending on the format. */
  readonly count: number
  readonly lost: readonly Lost[]
  /** Number of items that could only be written as plain text. */
  readonly rendered: number
}

export interface ChainFormat<Item = unknown> {
  readonly id: string
  /** Media type of its artifacts. */
  readonly contentType: string
  /** Returns messages, events or lines, depending on the format. @throws StrataError delta-malformed */
  decode(bytes: Uint8Array): readonly Item[]
  encode(items: readonly Item[]): Buffer
  /** How many items there are. @throws StrataError delta-malformed */
  count(bytes: Uint8Array): number
  joiner(write: Write): Joiner
  /** @throws StrataError delta-malformed */
  readEvents(bytes: Uint8Array): EventsRead
}

/** One delta in memory, and what was joined in it. */
export interface JoinedDelta extends Joined {
  readonly bytes: Buffer
}

/** One delta of everything that `add` adds. @throws StrataError delta-malformed */
export const joined = (format: ChainFormat, add: (joiner: Joiner) => void): JoinedDelta => {
  const parts: Uint8Array[] = []
  const joiner = format.joiner((bytes) => parts.push(bytes))
  add(joiner)
  const end = joiner.end()
  return { ...end, bytes: Buffer.concat(parts) }
}

/** One delta with everything that the deltas hold, in order. @throws StrataError delta-malformed */
export const concatenate = (format: ChainFormat, deltas: Iterable<Uint8Array>): Buffer =>
  joined(format, (joiner) => {
    for (const delta of deltas) joiner.add(delta)
  }).bytes

/** One delta that says what the events say. */
export const writeEvents = (format: ChainFormat, events: readonly ChainEvent[]): JoinedDelta =>
  joined(format, (joiner) => {
    joiner.addEvents(events)
  })
