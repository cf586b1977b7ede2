/**
 * Copies of each JSON line only what is read of it, sixteen bytes at a time (WASM SIMD, written in AssemblyScript).
 *
 * A tree says what is read: which members of an object, how the elements of a list go on, of which strings only the length. All else is left
 * out, but not before it is proven to be JSON as RFC 8259 has it, so that a line that is none is never taken for one. What is copied
 * is text in Latin-1: characters beyond become escapes. A line of which all this cannot be said is marked, and is to be read whole.
 * The bytes are UTF-8; the caller checks that.
 */

const quote: u8 = 0x22
const comma: u8 = 0x2c
const minus: u8 = 0x2d
const colon: u8 = 0x3a
const openList: u8 = 0x5b
const backslash: u8 = 0x5c
const closeList: u8 = 0x5d
const openObject: u8 = 0x7b
const closeObject: u8 = 0x7d
const newline: u8 = 0x0a
const firstPrintable: u8 = 0x20

/** The short line must not be used: read the whole line. */
const inexact: u32 = 1
/** A length stands in the place of a string. */
const measured: u32 = 2

/** Numbers per entry: start and length of the short line, start and length of the line without its newline, marks. */
const lineEntry: usize = 20

/** How a value is read: not at all, whole, or by the node at this address; see compile-selection.ts, which lays the nodes out. */
const unread: u32 = 0
const whole: u32 = 1

/** Kinds of nodes. */
const fieldsNode: u32 = 0
const listNode: u32 = 1
const lengthNode: u32 = 2

/** A node of fields: its kind, then 64 lists of members, by a hash of their names. */
const firstList: usize = 4
const mostLists: u32 = 64
/** A member: address and length of its name, how it is read, the next of its list. */
const nameLength: usize = 4
const howRead: usize = 8
const nextMember: usize = 12

/** Values that are copied or left out whole may be nested this deeply; what is deeper is read whole. */
const mostDepth: u32 = 512
/** The same for nodes, which call each other. */
const mostNodes: u32 = 64
const closers = memory.data(512)

/** First byte of the memory that the caller lays out. */
export let free: usize = __heap_base
/** Bytes of whole lines that the last call has read. */
export let consumed: u32 = 0

/** The next byte of the input, and where the next byte goes. */
let i: usize = 0
let out: usize = 0
/** Nothing is written that begins beyond this. */
let limit: usize = 0
let marks: u32 = 0
/** The short line finds no room. */
let full: bool = false

/** Skips white space; gives the byte after it. */
function space(): u8 {
  let c = load<u8>(i)
  while (c == 0x20 || c == 0x09 || c == 0x0d) c = load<u8>(++i)
  return c
}

function isHex(c: u8): bool {
  return (c >= 0x30 && c <= 0x39) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66)
}

/** Bytes of the escape at `e`; 0 when it is none. */
function escapeLength(e: usize): usize {
  const c = load<u8>(e + 1)
  if (c == 0x6e || c == quote || c == backslash || c == 0x74 || c == 0x72 || c == 0x2f || c == 0x62 || c == 0x66) return 2
  if (c == 0x75 && isHex(load<u8>(e + 2)) && isHex(load<u8>(e + 3)) && isHex(load<u8>(e + 4)) && isHex(load<u8>(e + 5))) return 6
  return 0
}

/** UTF-16 code units fewer than bytes, because of escapes in the string that was skipped last. */
let escaped: u32 = 0

/** Skips the string that begins at `i`; false when it is none. */
function skipString(): bool {
  const vq = i8x16.splat(quote),
    vb = i8x16.splat(backslash),
    vc = i8x16.splat(firstPrintable)
  let e = i + 1
  escaped = 0
  while (true) {
    const v = v128.load(e)
    const found = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, vq), i8x16.eq(v, vb)), i8x16.lt_u(v, vc)))
    if (found == 0) {
      e += 16
      continue
    }
    e += <usize>ctz(found)
    const c = load<u8>(e)
    if (c == quote) {
      i = e + 1
      return true
    }
    if (c != backslash) return false
    const length = escapeLength(e)
    if (length == 0) return false
    escaped += <u32>length - 1
    e += length
  }
}

/** Copies the string that begins at `i`; false when it is none, or finds no room. */
function copyString(): bool {
  const vq = i8x16.splat(quote),
    vb = i8x16.splat(backslash),
    vc = i8x16.splat(firstPrintable)
  let e = i + 1
  store<u8>(out++, quote)
  while (true) {
    if (out > limit) return noRoom()
    const v = v128.load(e)
    v128.store(out, v)
    // A byte beyond ASCII is below zero as a signed number.
    const found = i8x16.bitmask(v128.or(v128.or(v128.or(i8x16.eq(v, vq), i8x16.eq(v, vb)), i8x16.lt_u(v, vc)), v))
    if (found == 0) {
      e += 16
      out += 16
      continue
    }
    const clean = <usize>ctz(found)
    e += clean
    out += clean
    const c = load<u8>(e)
    if (c == quote) {
      store<u8>(out++, quote)
      i = e + 1
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
    store<u64>(out, load<u64>(e))
    out += length
    e += length
  }
}

function noRoom(): bool {
  full = true
  return false
}

function isFollow(c: u8): bool {
  return (c & 0xc0) == 0x80
}

/** Copies a character beyond ASCII as Latin-1 or as escapes; gives its length in bytes, 0 when it is none. */
function copyBeyond(e: usize): usize {
  const a = <u32>load<u8>(e)
  const b = load<u8>(e + 1)
  if (!isFollow(b)) return 0
  if (a < 0xe0) {
    const code = ((a & 0x1f) << 6) | ((<u32>b) & 0x3f)
    if (code <= 0xff) store<u8>(out++, <u8>code)
    else copyEscape(code)
    return 2
  }
  const c = load<u8>(e + 2)
  if (!isFollow(c)) return 0
  if (a < 0xf0) {
    copyEscape(((a & 0x0f) << 12) | (((<u32>b) & 0x3f) << 6) | ((<u32>c) & 0x3f))
    return 3
  }
  const d = load<u8>(e + 3)
  if (!isFollow(d)) return 0
  const code = (((a & 0x07) << 18) | (((<u32>b) & 0x3f) << 12) | (((<u32>c) & 0x3f) << 6) | ((<u32>d) & 0x3f)) - 0x10000
  copyEscape(0xd800 | (code >> 10))
  copyEscape(0xdc00 | (code & 0x3ff))
  return 4
}

function hexDigit(n: u32): u8 {
  return <u8>(n < 10 ? 0x30 + n : 0x57 + n)
}

/** Writes a UTF-16 code unit as an escape. */
function copyEscape(unit: u32): void {
  store<u16>(out, 0x755c)
  store<u8>(out, hexDigit((unit >> 12) & 15), 2)
  store<u8>(out, hexDigit((unit >> 8) & 15), 3)
  store<u8>(out, hexDigit((unit >> 4) & 15), 4)
  store<u8>(out, hexDigit(unit & 15), 5)
  out += 6
}

/** UTF-16 code units of UTF-8 bytes: one per character, two per character of four bytes. */
function unitsOf(from: usize, to: usize): u32 {
  const v40 = i8x16.splat(<i8>0xc0),
    vf0 = i8x16.splat(<i8>0xf0)
  let units = <i32>(to - from)
  let at = from
  while (at + 16 <= to) {
    let rounds = min<usize>((to - at) >> 4, 255)
    let follow = i64x2.splat(0),
      four = i64x2.splat(0)
    while (rounds > 0) {
      const v = v128.load(at)
      // Bytes 0x80 to 0xbf are, as signed numbers, below -64.
      follow = i8x16.sub(follow, i8x16.lt_s(v, v40))
      four = i8x16.sub(four, i8x16.ge_u(v, vf0))
      at += 16
      rounds--
    }
    units += sumOf(four) - sumOf(follow)
  }
  while (at < to) {
    const c = load<u8>(at)
    if ((c & 0xc0) == 0x80) units--
    else if (c >= 0xf0) units++
    at++
  }
  return <u32>units
}

function sumOf(bytes: v128): i32 {
  const pairs = i16x8.extadd_pairwise_i8x16_u(bytes)
  const fours = i32x4.extadd_pairwise_i16x8_u(pairs)
  return i32x4.extract_lane(fours, 0) + i32x4.extract_lane(fours, 1) + i32x4.extract_lane(fours, 2) + i32x4.extract_lane(fours, 3)
}

function writeNumber(number: u32): void {
  let digits: usize = 1
  for (let n = number / 10; n > 0; n /= 10) digits++
  let n = number
  for (let at = out + digits - 1; at >= out; at--) {
    store<u8>(at, <u8>(0x30 + (n % 10)))
    n /= 10
  }
  out += digits
}

function put(byte: u8): void {
  store<u8>(out++, byte)
}

/** Copies bytes that are known to be short; may write fifteen more than it says. */
function copyShort(from: usize, to: usize): bool {
  for (let at = from; at < to; at += 16) {
    if (out > limit) return noRoom()
    v128.store(out, v128.load(at))
    out += 16
  }
  out -= <usize>((16 - ((to - from) & 15)) & 15)
  return true
}

function skipDigits(at: usize): usize {
  while (load<u8>(at) - 0x30 < 10) at++
  return at
}

/** One past the number at `i`; 0 when it is none. */
function endOfNumber(): usize {
  let at = i
  if (load<u8>(at) == minus) at++
  if (load<u8>(at) == 0x30) at++
  else {
    const digits = at
    at = skipDigits(at)
    if (at == digits) return 0
  }
  if (load<u8>(at) == 0x2e) {
    const digits = at + 1
    at = skipDigits(digits)
    if (at == digits) return 0
  }
  if ((load<u8>(at) | 0x20) == 0x65) {
    let digits = at + 1
    const sign = load<u8>(digits)
    if (sign == 0x2b || sign == minus) digits++
    at = skipDigits(digits)
    if (at == digits) return 0
  }
  return at
}

/** One past the literal or number at `i`; 0 when it is neither. */
function endOfScalar(c: u8): usize {
  if (c == 0x74) return load<u32>(i) == 0x65757274 ? i + 4 : 0
  if (c == 0x66) return load<u32>(i + 1) == 0x65736c61 ? i + 5 : 0
  if (c == 0x6e) return load<u32>(i) == 0x6c6c756e ? i + 4 : 0
  return endOfNumber()
}

function scalar(c: u8, isCopied: bool): bool {
  if (c == quote) return isCopied ? copyString() : skipString()
  const end = endOfScalar(c)
  if (end == 0) return false
  if (isCopied && !copyShort(i, end)) return false
  i = end
  return true
}

/** The name of a member and its colon. */
function name(isCopied: bool): bool {
  if (space() != quote) return false
  if (!(isCopied ? copyString() : skipString())) return false
  if (space() != colon) return false
  i++
  if (isCopied) put(colon)
  return true
}

/** Copies the value at `i` or leaves it out, whatever is in it. */
function wholeValue(isCopied: bool): bool {
  let depth: u32 = 0
  while (true) {
    const c = space()
    if (c == openObject || c == openList) {
      if (depth == mostDepth) return false
      if (isCopied) {
        if (out > limit) return noRoom()
        put(c)
      }
      i++
      const closer = c + 2
      if (space() != closer) {
        store<u8>(closers + depth, closer)
        depth++
        if (c == openObject && !name(isCopied)) return false
        continue
      }
      i++
      if (isCopied) put(closer)
    } else if (!scalar(c, isCopied)) return false
    while (true) {
      if (depth == 0) return true
      const closer = load<u8>(closers + depth - 1)
      const next = space()
      if (next == comma) {
        i++
        if (isCopied) put(comma)
        if (closer == closeObject && !name(isCopied)) return false
        break
      }
      if (next != closer) return false
      i++
      depth--
      if (isCopied) {
        if (out > limit) return noRoom()
        put(closer)
      }
    }
  }
}

/** How the member of this name is read. */
function memberAt(node: usize, from: usize, length: u32): u32 {
  const hash = (length + 3 * <u32>load<u8>(from) + 7 * <u32>load<u8>(from + length - 1)) & (mostLists - 1)
  let member = <usize>load<u32>(node + firstList + <usize>hash * 4)
  while (member != 0) {
    if (load<u32>(member, nameLength) == length && isSame(<usize>load<u32>(member), from, length)) return load<u32>(member, howRead)
    member = <usize>load<u32>(member, nextMember)
  }
  return unread
}

function isSame(a: usize, b: usize, length: u32): bool {
  let left = <i32>length
  while (left > 0) {
    const equal = i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b)))
    const wanted = left >= 16 ? 0xffff : (1 << left) - 1
    if ((equal & wanted) != wanted) return false
    a += 16
    b += 16
    left -= 16
  }
  return true
}

/** What is no object is nothing to whoever reads fields. */
function notRead(): bool {
  if (!copyNull()) return false
  return wholeValue(false)
}

function copyNull(): bool {
  if (out > limit) return noRoom()
  store<u32>(out, 0x6c6c756e)
  out += 4
  return true
}

function fields(node: usize, depth: u32): bool {
  if (out > limit) return noRoom()
  put(openObject)
  i++
  if (space() == closeObject) {
    i++
    put(closeObject)
    return true
  }
  let isFirst = true
  while (true) {
    if (space() != quote) return false
    const from = i
    if (!skipString()) return false
    const to = i
    // A name with escapes may be any name.
    if (escaped != 0) return false
    if (space() != colon) return false
    i++
    const how = to - from == 2 ? unread : memberAt(node, from + 1, <u32>(to - from - 2))
    if (how == unread) {
      if (!wholeValue(false)) return false
    } else {
      if (!isFirst) put(comma)
      isFirst = false
      if (!copyShort(from, to)) return false
      put(colon)
      if (!value(how, depth)) return false
    }
    const next = space()
    if (next != comma && next != closeObject) return false
    i++
    if (next == comma) continue
    put(closeObject)
    return true
  }
}

function list(elements: u32, depth: u32): bool {
  if (out > limit) return noRoom()
  put(openList)
  i++
  if (space() == closeList) {
    i++
    put(closeList)
    return true
  }
  while (true) {
    if (!value(elements, depth)) return false
    const next = space()
    if (next != comma && next != closeList) return false
    i++
    put(next)
    if (next == closeList) return true
  }
}

/** A string of which only the length is read: it is told as a number. */
function length(node: usize, depth: u32): bool {
  const c = space()
  if (c == openList) return list(load<u32>(node, 4), depth)
  if (c == openObject) return fields(<usize>load<u32>(node, 8), depth)
  if (c != quote) return notRead()
  const from = i + 1
  if (!skipString()) return false
  if (out > limit) return noRoom()
  writeNumber(unitsOf(from, i - 1) - escaped)
  marks |= measured
  return true
}

/** Copies what is read of the value at `i`. */
function value(how: u32, depth: u32): bool {
  if (how == whole) return wholeValue(true)
  if (depth == mostNodes) return false
  const node = <usize>how
  const kind = load<u32>(node)
  if (kind == lengthNode) return length(node, depth + 1)
  const c = space()
  if (kind == listNode) return c == openList ? list(load<u32>(node, 4), depth + 1) : wholeValue(true)
  return c == openObject ? fields(node, depth + 1) : notRead()
}

/** Goes on to the newline. */
function toNewline(): void {
  const vn = i8x16.splat(newline)
  while (true) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(i), vn))
    if (found != 0) {
      i += <usize>ctz(found)
      return
    }
    i += 16
  }
}

/**
 * @param input start of whole lines, the last byte of which is a newline; sixteen more bytes can be read.
 * @param size bytes of the lines.
 * @param output where the short lines go; @param room bytes there: a line that finds none, alone, is marked inexact.
 * @param lines where the table of lines goes; @param mostLines how many fit.
 * @param root how a line is read, an object in any case.
 * @returns the number of lines read, which may be fewer than there are.
 */
export function select(input: usize, size: usize, output: usize, room: usize, lines: usize, mostLines: u32, root: usize): u32 {
  const end = input + size
  limit = output + room - 64
  i = input
  out = output
  let count: u32 = 0
  let lineIn = i
  while (i < end && count < mostLines) {
    const lineOut = out
    lineIn = i
    marks = 0
    full = false
    if (space() != openObject || !fields(root, 0) || space() != newline) {
      if (full && count > 0) {
        // The line finds room next time.
        i = lineIn
        break
      }
      marks = inexact
      out = lineOut
      toNewline()
    }
    store<u32>(lines, <u32>(lineOut - output))
    store<u32>(lines, <u32>(out - lineOut), 4)
    store<u32>(lines, <u32>(lineIn - input), 8)
    store<u32>(lines, <u32>(i - lineIn), 12)
    store<u32>(lines, marks, 16)
    lines += lineEntry
    count++
    i++
  }
  consumed = <u32>(i - input)
  return count
}
