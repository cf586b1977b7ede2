/** Puts CBOR lists together: each item is copied as it is, unknown keys and odd encodings included (events-v1 §1.5). */
import type { ChainEvent, Lost } from '../../model/chain-event.ts'
import { Losses } from '../../model/losses.ts'
import { arrayHead } from '../../store/cbor/canonical-cbor.ts'
import { maxItems } from '../../store/cbor/cbor-head.ts'
import { arrayItems } from '../../store/cbor/cbor-items.ts'
import type { Joiner, Write } from './chain-format.ts'
import { refusing } from './refuse-delta.ts'

const tooMany = (count: number): readonly Lost[] =>
  count <= maxItems
    ? []
    : [{ what: 'a list that every program reads', count: 1, why: `of its ${count} items the reference decoder reads 131,072 at most` }]

/**
 * A list begins with the number of its items, so that nothing is written before the end.
 * Unlike the reference, a chain of empty deltas only gives an empty list (80), not null (f6).
 * @param encode gives events as a delta, and says what is lost.
 */
export const cborJoiner = (format: string, write: Write, encode: (events: readonly ChainEvent[], losses: Losses) => Uint8Array): Joiner => {
  const parts: Uint8Array[] = []
  const losses = new Losses()
  let count = 0
  const add = (delta: Uint8Array): void => {
    const items = refusing(format, () => arrayItems(delta))
    count += items.count
    parts.push(items.bytes)
  }
  return {
    add,
    addEvents: (events) => {
      add(encode(events, losses))
    },
    end: () => {
      write(arrayHead(count))
      for (const part of parts) write(part)
      return { count, lost: [...losses.list(), ...tooMany(count)], rendered: losses.rendered }
    },
  }
}
