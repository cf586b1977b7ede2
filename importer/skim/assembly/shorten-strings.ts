/**
 * Shortens the long strings of JSON lines, sixteen bytes at a time (WASM SIMD, written in AssemblyScript).
 *
 * Everything but the content of long strings is copied as it is. A long string that is no key becomes "\u0001<number>", the
 * number being that of its entry in the table of left-out strings. What is left out is checked to be a string as RFC 8259 has
 * it, so that the short line is valid JSON exactly when the whole line is. A line of which that cannot be said is marked.
 * The bytes are UTF-8; the caller has checked that.
 */

const quote: u8 = 0x22
const backslash: u8 = 0x5c
const newline: u8 = 0x0a
const firstPrintable: u8 = 0x20

/** The short line holds a byte beyond ASCII. */
const notAscii: u32 = 1
/** A string was left out. */
const shortened: u32 = 2
/** The short line must not be used: read the whole line. */
const inexact: u32 = 4

/** Numbers per entry: start and length of the short line, start and length of the line without its newline, marks. */
const lineEntry: usize = 20
/** Numbers per entry: start and length of the content in bytes, its length in UTF-16 code units. */
const stringEntry: usize = 12

/** First byte of the memory that the caller lays out. */
export let free: usize = __heap_base
/** Bytes of whole lines that the last call has read. */
export let consumed: u32 = 0
/** Strings that the last call has left out. */
export let strings: u32 = 0

let marks: u32 = 0
let out: usize = 0

/** One past the last byte of the content of the string that starts at `at`; a string without an end stops at the newline. */
function endOfString(at: usize): usize {
  const vq = i8x16.splat(quote),
    vb = i8x16.splat(backslash),
    vc = i8x16.splat(firstPrintable)
  let e = at
  while (true) {
    const v = v128.load(e)
    const found = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, vq), i8x16.eq(v, vb)), i8x16.lt_u(v, vc)))
    if (found == 0) {
      e += 16
      continue
    }
    e += <usize>ctz(found)
    const c = load<u8>(e)
    if (c == quote) return e
    if (c == newline) {
      marks |= inexact
      return e
    }
    if (c == backslash) e = afterEscape(e)
    else {
      marks |= inexact
      e++
    }
  }
}

function isHex(c: u8): bool {
  return (c >= 0x30 && c <= 0x39) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66)
}

/** UTF-16 code units fewer than bytes, because of escapes in the string read last. */
let escaped: u32 = 0

function afterEscape(e: usize): usize {
  const c = load<u8>(e + 1)
  if (c == 0x6e || c == quote || c == backslash || c == 0x74 || c == 0x72 || c == 0x2f || c == 0x62 || c == 0x66) {
    escaped += 1
    return e + 2
  }
  if (c == 0x75 && isHex(load<u8>(e + 2)) && isHex(load<u8>(e + 3)) && isHex(load<u8>(e + 4)) && isHex(load<u8>(e + 5))) {
    // Looks like what stands for a left-out string.
    if (load<u32>(e + 2) == 0x31303030) marks |= inexact
    escaped += 5
    return e + 6
  }
  marks |= inexact
  return e + 1
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

/** Copies bytes to the output; may write up to fifteen bytes more than it says. */
function copy(from: usize, to: usize): void {
  let at = from
  let beyond: i32 = 0
  while (at + 16 <= to) {
    const v = v128.load(at)
    v128.store(out, v)
    beyond |= i8x16.bitmask(v)
    at += 16
    out += 16
  }
  const rest = <i32>(to - at)
  if (rest > 0) {
    const v = v128.load(at)
    v128.store(out, v)
    beyond |= i8x16.bitmask(v) & ((1 << rest) - 1)
    out += rest
  }
  if (beyond != 0) marks |= notAscii
}

function isKey(end: usize): bool {
  let at = end + 1
  let c = load<u8>(at)
  while (c == 0x20 || c == 0x09 || c == 0x0d) c = load<u8>(++at)
  return c == 0x3a
}

/** Writes what stands for a left-out string: "\u0001<number>". */
function standIn(number: u32): void {
  store<u64>(out, 0x31303030755c22)
  out += 7
  let digits: usize = 1
  for (let n = number / 10; n > 0; n /= 10) digits++
  let n = number
  for (let at = out + digits - 1; at >= out; at--) {
    store<u8>(at, <u8>(0x30 + (n % 10)))
    n /= 10
  }
  out += digits
  store<u8>(out++, quote)
}

/**
 * @param input start of whole lines, the last byte of which is a newline; sixteen more bytes can be read.
 * @param length bytes of the lines.
 * @param output where the short lines go; @param room bytes there; a line that finds no room is marked inexact.
 * @param lines where the table of lines goes; @param mostLines how many fit.
 * @param left where the table of left-out strings goes: one entry for every `threshold` bytes fits.
 * @param threshold longest string that is kept, bytes.
 * @returns the number of lines read.
 */
export function shorten(
  input: usize,
  length: usize,
  output: usize,
  room: usize,
  lines: usize,
  mostLines: u32,
  left: usize,
  threshold: u32,
): u32 {
  const end = input + length
  const roomEnd = output + room - 64
  const vq = i8x16.splat(quote),
    vn = i8x16.splat(newline)
  let i = input
  let count: u32 = 0
  let lineIn = i
  let leftBefore: u32 = 0
  out = output
  let lineOut = out
  strings = 0
  marks = 0
  let beyond: i32 = 0
  while (i < end) {
    const v = v128.load(i)
    v128.store(out, v)
    const found = i8x16.bitmask(v128.or(i8x16.eq(v, vq), i8x16.eq(v, vn)))
    if (found == 0) {
      beyond |= i8x16.bitmask(v)
      i += 16
      out += 16
      if (out > roomEnd) {
        marks |= inexact
        out = lineOut
      }
      continue
    }
    const skip = <usize>ctz(found)
    beyond |= i8x16.bitmask(v) & ((1 << (<i32>skip)) - 1)
    i += skip
    out += skip
    if (load<u8>(i) == newline) {
      if (beyond != 0) marks |= notAscii
      store<u32>(lines, <u32>(lineOut - output))
      store<u32>(lines, <u32>(out - lineOut), 4)
      store<u32>(lines, <u32>(lineIn - input), 8)
      store<u32>(lines, <u32>(i - lineIn), 12)
      store<u32>(lines, marks, 16)
      if (marks & inexact) {
        strings = leftBefore
        out = lineOut
      }
      lines += lineEntry
      count++
      i++
      lineIn = i
      lineOut = out
      leftBefore = strings
      marks = 0
      beyond = 0
      if (count == mostLines) break
      continue
    }
    escaped = 0
    const start = i + 1
    const stop = endOfString(start)
    if (load<u8>(stop) == newline) {
      i = stop
      continue
    }
    const size = <u32>(stop - start)
    if (size > threshold && !isKey(stop)) {
      const entry = left + <usize>strings * stringEntry
      store<u32>(entry, <u32>(start - input))
      store<u32>(entry, size, 4)
      store<u32>(entry, unitsOf(start, stop) - escaped, 8)
      standIn(strings)
      strings++
      marks |= shortened
    } else if (out + size + 2 > roomEnd) {
      marks |= inexact
      out = lineOut
    } else copy(i, stop + 1)
    i = stop + 1
    if (out > roomEnd) {
      marks |= inexact
      out = lineOut
    }
  }
  consumed = <u32>(lineIn - input)
  return count
}
