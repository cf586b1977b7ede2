/** Heads of CBOR items, and where items end: what the format's own decoder takes as well formed, and nothing else (events-v1 §1.1). */

export const cborTypes = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6, simple: 7 } as const
export const indefinite = 31
export const breakByte = 0xff
/** Deeper, or with more items in one array or pairs in one map, the reference decoder does not read. */
const maxDepth = 32
export const maxItems = 131_072

/** CBOR that the reference decoder refuses, and the byte at which it does. */
export class CborError extends RangeError {
  override readonly name = 'CborError'
  readonly offset: number

  constructor(reason: string, offset: number) {
    super(`${reason} at byte ${offset}`)
    this.offset = offset
  }
}

export interface CborHead {
  readonly major: number
  /** Additional information: 31 means that a break ends the item. */
  readonly info: number
  readonly argument: number
  readonly start: number
  readonly end: number
}

export const byteAt = (bytes: Uint8Array, at: number): number => {
  const byte = bytes[at]
  if (byte === undefined) throw new CborError('the CBOR is cut short', bytes.length)
  return byte
}

const argumentAt = (bytes: Uint8Array, from: number, end: number): number => {
  let argument = 0
  for (let at = from; at < end; at++) argument = argument * 256 + byteAt(bytes, at)
  return argument
}

const refuseInfo = (major: number, info: number, at: number): void => {
  if (info < 28 || (info === indefinite && major >= cborTypes.bytes && major <= cborTypes.map)) return
  const reason = major === cborTypes.simple && info === indefinite ? 'a break stands where an item should' : 'the CBOR is malformed'
  throw new CborError(reason, at)
}

/** @throws CborError */
export const headAt = (bytes: Uint8Array, start: number): CborHead => {
  const first = byteAt(bytes, start)
  const [major, info] = [first >>> 5, first & 31]
  if (info < 24) return { major, info, argument: info, start, end: start + 1 }
  refuseInfo(major, info, start)
  if (info === indefinite) return { major, info, argument: 0, start, end: start + 1 }
  const end = start + 1 + (1 << (info - 24))
  const argument = argumentAt(bytes, start + 1, end)
  if (major === cborTypes.simple && info === 24 && argument < 32) throw new CborError('the CBOR has a malformed simple value', start)
  return { major, info, argument, start, end }
}

/** Null and undefined. */
export const isNothing = ({ major, argument, info }: CborHead): boolean =>
  major === cborTypes.simple && info < 24 && (argument === 22 || argument === 23)

/** The first head that is no tag: tags say nothing to the reference decoder. */
export const headAfterTags = (bytes: Uint8Array, start: number): CborHead => {
  let head = headAt(bytes, start)
  while (head.major === cborTypes.tag) head = headAt(bytes, head.end)
  return head
}

const within = (bytes: Uint8Array, end: number): number => {
  if (end > bytes.length) throw new CborError('the CBOR is cut short', bytes.length)
  return end
}

/** @throws CborError */
export const checkCount = (head: CborHead, count: number): void => {
  if (count <= maxItems) return
  const what = head.major === cborTypes.map ? 'a map has more than 131,072 pairs' : 'an array has more than 131,072 items'
  throw new CborError(what, head.start)
}

/** The next level. @throws CborError */
export const deeper = (depth: number, at: number): number => {
  if (depth >= maxDepth) throw new CborError('the CBOR is nested deeper than 32 levels', at)
  return depth + 1
}

/** Chunks of a string of indefinite length are strings of the same kind, each of a definite length. */
const endOfChunks = (bytes: Uint8Array, head: CborHead): number => {
  let at = head.end
  while (byteAt(bytes, at) !== breakByte) {
    const chunk = headAt(bytes, at)
    if (chunk.major !== head.major || chunk.info === indefinite)
      throw new CborError('a string has a part that is no string of its kind', at)
    at = within(bytes, chunk.end + chunk.argument)
  }
  return at + 1
}

const endOfContainer = (bytes: Uint8Array, head: CborHead, depth: number): number => {
  const perEntry = head.major === cborTypes.map ? 2 : 1
  const isEndless = head.info === indefinite
  if (!isEndless) checkCount(head, head.argument)
  let at = head.end
  for (let entry = 0; isEndless ? byteAt(bytes, at) !== breakByte : entry < head.argument; entry++) {
    if (isEndless) checkCount(head, entry + 1)
    for (let part = 0; part < perEntry; part++) at = endOfItem(bytes, at, depth)
  }
  return isEndless ? at + 1 : at
}

/** A tag counts as a level when it stands on another tag, as the reference decoder counts. */
const endOfTagged = (bytes: Uint8Array, head: CborHead, depth: number): number => {
  let [at, level] = [head.end, depth]
  while (byteAt(bytes, at) >>> 5 === cborTypes.tag) {
    level = deeper(level, at)
    at = headAt(bytes, at).end
  }
  return endOfItem(bytes, at, level)
}

/**
 * The end of the item that starts at `start`, everything in it checked for being well formed.
 * @param depth levels around it.
 * @throws CborError
 */
export const endOfItem = (bytes: Uint8Array, start: number, depth = 0): number => {
  const head = headAt(bytes, start)
  switch (head.major) {
    case cborTypes.bytes:
    case cborTypes.text:
      return head.info === indefinite ? endOfChunks(bytes, head) : within(bytes, head.end + head.argument)
    case cborTypes.array:
    case cborTypes.map:
      return endOfContainer(bytes, head, deeper(depth, start))
    case cborTypes.tag:
      return endOfTagged(bytes, head, depth)
    default:
      return head.end
  }
}

/** Refuses bytes that are not one well-formed item and nothing behind it. @throws CborError */
export const checkWellFormed = (bytes: Uint8Array): void => {
  if (bytes.length === 0) throw new CborError('there are no bytes', 0)
  const end = endOfItem(bytes, 0)
  if (end < bytes.length) throw new CborError(`${bytes.length - end} bytes too many follow the CBOR`, end)
}
