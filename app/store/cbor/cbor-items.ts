/** The items of a CBOR array as the bytes they are, so that they can be copied without being encoded again. */
import { breakByte, byteAt, cborTypes, CborError, checkWellFormed, endOfItem, headAfterTags, indefinite, isNothing } from './cbor-head.ts'

/** Where each item of an array starts, and after them where the last ends. Throws CborError on anything else; null counts as empty. */
const itemStarts = (bytes: Uint8Array): readonly number[] => {
  checkWellFormed(bytes)
  const head = headAfterTags(bytes, 0)
  if (isNothing(head)) return [head.end]
  if (head.major !== cborTypes.array) throw new CborError('there is no list', head.start)
  const starts = [head.end]
  for (let at = head.end; head.info === indefinite ? byteAt(bytes, at) !== breakByte : starts.length <= head.argument;) {
    at = endOfItem(bytes, at)
    starts.push(at)
  }
  return starts
}

/** All items of one array, in one piece, and how many they are. */
export interface CborItems {
  readonly count: number
  readonly bytes: Uint8Array
}

/** Encoded items of one array, which must be all there is. @throws CborError */
export const arrayItems = (bytes: Uint8Array): CborItems => {
  const starts = itemStarts(bytes)
  return { count: starts.length - 1, bytes: bytes.subarray(starts[0] ?? 0, starts.at(-1) ?? 0) }
}
