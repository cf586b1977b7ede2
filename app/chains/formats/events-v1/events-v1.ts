/** The format events-v1: what any agent did, event by event (events-v1 §1). */
import type { Event } from '../../../model/event.ts'
import { arrayItems } from '../../../store/cbor/cbor-items.ts'
import type { ChainFormat } from '../chain-format.ts'
import { cborJoiner } from '../join-cbor.ts'
import { Losses } from '../../../model/losses.ts'
import { refusing } from '../refuse-delta.ts'
import { decodeEvents, readEventList } from './decode-events.ts'
import { encodeEvents } from './encode-events.ts'

const id = 'events-v1'

export const eventsV1: ChainFormat<Event> = {
  id,
  contentType: 'application/cbor',
  decode: decodeEvents,
  encode: (events) => encodeEvents(events),
  count: (bytes) => refusing(id, () => arrayItems(bytes).count),
  // Other formats have milliseconds, and what reads events-v1 reads them.
  joiner: (write) => cborJoiner(id, write, (events) => encodeEvents(events, 'milliseconds')),
  readEvents: (bytes) => {
    const losses = new Losses()
    const events = readEventList(bytes, losses)
    return { events, lost: losses.list(), rendered: 0 }
  },
}
