/** Events as the intermediate form of translations between formats: those of events-v1, with further fields of formats. */
import type { Event } from './event.ts'

/** An event, with the id of the reply it is a part of where the format says so: parts of one reply belong in one message. */
export type ChainEvent = Event & { readonly reply?: string | undefined }

/** A loss of a translation. */
export interface Lost {
  readonly what: string
  readonly count: number
  readonly why: string
}

/** The events in the bytes of a format. */
export interface EventsRead {
  readonly events: readonly ChainEvent[]
  readonly lost: readonly Lost[]
  /** Number of items that could only be written as plain text. */
  readonly rendered: number
}
