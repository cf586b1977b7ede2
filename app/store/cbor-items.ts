/** The items of a CBOR array as the bytes they are, so that they can be copied without being encoded again. */

const arrayType = 4
const indefinite = 31
const breakByte = 0xff
/** Deeper than this nothing sensible is nested; the reference decoder stops here too (events-v1 §1.1). */
const maxDepth = 32

interface Head {
  readonly major: number
  /** Additional information: 31 means that a break ends the item. */
  readonly info: number
  readonly argument: number
  readonly end: number
}

/** Encoded items of one array, which must be all there is. Throws RangeError on anything else; null counts as empty. */
export const arrayItems = (bytes: Uint8Array): readonly Uint8Array[] => {
  if (bytes.length === 1 && bytes[0] === 0xf6) return []
  const head = headAt(bytes, 0)
  if (head.major !== arrayType) throw new RangeError('The CBOR is not an array')
  const items: Uint8Array[] = []
  let at = head.end
  while (head.info === indefinite ? bytes[at] !== breakByte : items.length < head.argument) {
    const end = itemEnd(bytes, at, 1)
    items.push(bytes.subarray(at, end))
    at = end
  }
  if (at + (head.info === indefinite ? 1 : 0) !== bytes.length) throw new RangeError('Something follows the CBOR array')
  return items
}

const itemEnd = (bytes: Uint8Array, start: number, depth: number): number => {
  if (depth > maxDepth) throw new RangeError('The CBOR is nested too deeply')
  const head = headAt(bytes, start)
  const isText = head.major === 2 || head.major === 3
  if (head.info !== indefinite && isText) return within(bytes, head.end + head.argument)
  if (head.info === indefinite) return afterBreak(bytes, head.end, depth)
  let at = head.end
  for (let left = childrenOf(head); left > 0; left--) at = itemEnd(bytes, at, depth + 1)
  return at
}

const afterBreak = (bytes: Uint8Array, start: number, depth: number): number => {
  let at = start
  while (byteAt(bytes, at) !== breakByte) at = itemEnd(bytes, at, depth + 1)
  return at + 1
}

/** How many items follow within an array, a map or behind a tag. */
const childrenOf = ({ major, argument }: Head): number => {
  if (major === arrayType) return argument
  if (major === 5) return argument * 2
  return major === 6 ? 1 : 0
}

const headAt = (bytes: Uint8Array, at: number): Head => {
  const first = byteAt(bytes, at)
  const [major, info] = [first >>> 5, first & 31]
  if (info < 24) return { major, info, argument: info, end: at + 1 }
  if (info === indefinite) return { major, info, argument: 0, end: at + 1 }
  if (info > 27) throw new RangeError('The CBOR is malformed')
  const size = 1 << (info - 24)
  const end = within(bytes, at + 1 + size)
  let argument = 0
  for (let next = at + 1; next < end; next++) argument = argument * 256 + byteAt(bytes, next)
  return { major, info, argument, end }
}

const byteAt = (bytes: Uint8Array, at: number): number => {
  const byte = bytes[at]
  if (byte === undefined) throw new RangeError('The CBOR is cut short')
  return byte
}

const within = (bytes: Uint8Array, end: number): number => {
  if (end > bytes.length) throw new RangeError('The CBOR is cut short')
  return end
}
