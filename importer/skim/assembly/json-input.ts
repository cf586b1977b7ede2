/** The bytes of JSON text, read sixteen at a time: white space, strings, numbers and literals as RFC 8259 has them. */

export const quote: u8 = 0x22
export const backslash: u8 = 0x5c
export const firstPrintable: u8 = 0x20
const minus: u8 = 0x2d

/** Where reading has come to; sixteen bytes beyond the last can be read. */
export class Input {
  /** The next byte. */
  static at: usize = 0
  /** UTF-16 code units fewer than bytes, because of escapes in the string that was skipped last. */
  static escaped: u32 = 0
  /** Wide letters that are written as escapes in the string that was skipped last. */
  static wideEscapes: u32 = 0
}

/** Skips white space; gives the byte after it. */
export function space(): u8 {
  let c = load<u8>(Input.at)
  while (c == 0x20 || c == 0x09 || c == 0x0d) c = load<u8>(++Input.at)
  return c
}

function isHex(c: u8): bool {
  return (c >= 0x30 && c <= 0x39) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66)
}

/** Bytes of the escape at `e`; 0 when it is none. */
export function escapeLength(e: usize): usize {
  const c = load<u8>(e + 1)
  if (c == 0x6e || c == quote || c == backslash || c == 0x74 || c == 0x72 || c == 0x2f || c == 0x62 || c == 0x66) return 2
  if (c == 0x75 && isHex(load<u8>(e + 2)) && isHex(load<u8>(e + 3)) && isHex(load<u8>(e + 4)) && isHex(load<u8>(e + 5))) return 6
  return 0
}

/** Whether the code unit of the escape at `e` is a wide letter; see utf16-length.ts. */
function isWideEscape(e: usize): bool {
  if (load<u8>(e + 1) != 0x75) return false
  const first = load<u8>(e + 2) | 0x20
  if (first == 0x64) return load<u8>(e + 3) < 0x38
  return first >= 0x33
}

/** Skips the string that begins at the next byte; false when it is none. */
export function skipString(): bool {
  const vq = i8x16.splat(quote),
    vb = i8x16.splat(backslash),
    vc = i8x16.splat(firstPrintable)
  let e = Input.at + 1
  Input.escaped = 0
  Input.wideEscapes = 0
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
      Input.at = e + 1
      return true
    }
    if (c != backslash) return false
    const length = escapeLength(e)
    if (length == 0) return false
    Input.escaped += <u32>length - 1
    if (isWideEscape(e)) Input.wideEscapes++
    e += length
  }
}

function skipDigits(at: usize): usize {
  while (load<u8>(at) - 0x30 < 10) at++
  return at
}

/** One past the number at the next byte; 0 when it is none. */
function endOfNumber(): usize {
  let at = Input.at
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

/** One past the literal or number at the next byte; 0 when it is neither. */
export function endOfScalar(c: u8): usize {
  if (c == 0x74) return load<u32>(Input.at) == 0x65757274 ? Input.at + 4 : 0
  if (c == 0x66) return load<u32>(Input.at + 1) == 0x65736c61 ? Input.at + 5 : 0
  if (c == 0x6e) return load<u32>(Input.at) == 0x6c6c756e ? Input.at + 4 : 0
  return endOfNumber()
}
