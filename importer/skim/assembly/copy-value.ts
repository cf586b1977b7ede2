/** Copies a JSON value whole, or leaves it out; either way it is proven to be one. */
import { backslash, endOfScalar, escapeLength, firstPrintable, Input, quote, skipString, space } from './json-input'
import { copyBeyond, copyShort, noRoom, Output, put } from './latin-output'

export const openObject: u8 = 0x7b
export const closeObject: u8 = 0x7d
export const openList: u8 = 0x5b
export const comma: u8 = 0x2c
export const colon: u8 = 0x3a

/** Values may be nested this deeply; what is deeper is no value here. */
const maxDepth: u32 = 512
const closers = memory.data(512)

/** Copies the string that begins at the next byte; false when it is none, or finds no room. */
function copyString(): bool {
  const vq = i8x16.splat(quote),
    vb = i8x16.splat(backslash),
    vc = i8x16.splat(firstPrintable)
  let e = Input.at + 1
  store<u8>(Output.at++, quote)
  while (true) {
    if (Output.at > Output.limit) return noRoom()
    const v = v128.load(e)
    v128.store(Output.at, v)
    // A byte beyond ASCII is below zero as a signed number.
    const found = i8x16.bitmask(v128.or(v128.or(v128.or(i8x16.eq(v, vq), i8x16.eq(v, vb)), i8x16.lt_u(v, vc)), v))
    if (found == 0) {
      e += 16
      Output.at += 16
      continue
    }
    const clean = <usize>ctz(found)
    e += clean
    Output.at += clean
    const c = load<u8>(e)
    if (c == quote) {
      store<u8>(Output.at++, quote)
      Input.at = e + 1
      return true
    }
    if (c >= 0x80) {
      const length = copyBeyond(e)
      if (length == 0) return false
      e += length
      continue
    }
    if (c != backslash) return false
    const length = escapeLength(e)
    if (length == 0) return false
    store<u64>(Output.at, load<u64>(e))
    Output.at += length
    e += length
  }
}

function scalar(c: u8, isCopied: bool): bool {
  if (c == quote) return isCopied ? copyString() : skipString()
  const end = endOfScalar(c)
  if (end == 0) return false
  if (isCopied && !copyShort(Input.at, end)) return false
  Input.at = end
  return true
}

/** The name of a member and its colon. */
function name(isCopied: bool): bool {
  if (space() != quote) return false
  if (!(isCopied ? copyString() : skipString())) return false
  if (space() != colon) return false
  Input.at++
  if (isCopied) put(colon)
  return true
}

/** Copies or skips the value at the next byte, of any kind. */
export function wholeValue(isCopied: bool): bool {
  let depth: u32 = 0
  while (true) {
    const c = space()
    if (c == openObject || c == openList) {
      if (depth == maxDepth) return false
      if (isCopied) {
        if (Output.at > Output.limit) return noRoom()
        put(c)
      }
      Input.at++
      const closer = c + 2
      if (space() != closer) {
        store<u8>(closers + depth, closer)
        depth++
        if (c == openObject && !name(isCopied)) return false
        continue
      }
      Input.at++
      if (isCopied) put(closer)
    } else if (!scalar(c, isCopied)) return false
    while (true) {
      if (depth == 0) return true
      const closer = load<u8>(closers + depth - 1)
      const next = space()
      if (next == comma) {
        Input.at++
        if (isCopied) put(comma)
        if (closer == closeObject && !name(isCopied)) return false
        break
      }
      if (next != closer) return false
      Input.at++
      depth--
      if (isCopied) {
        if (Output.at > Output.limit) return noRoom()
        put(closer)
      }
    }
  }
}
