/** Text in Latin-1 that is written: characters beyond become escapes of JSON. */

/** Where writing has come to; 64 bytes beyond the limit can be written. */
export class Output {
  /** Where the next byte goes. */
  static at: usize = 0
  /** Nothing is written that begins beyond this. */
  static limit: usize = 0
  /** Whether the output had no room for further text. */
  static isFull: bool = false
}

export function noRoom(): bool {
  Output.isFull = true
  return false
}

function isFollow(c: u8): bool {
  return (c & 0xc0) == 0x80
}

/** Copies a character beyond ASCII as Latin-1 or as escapes; gives its length in bytes, 0 when it is none. */
export function copyBeyond(e: usize): usize {
  const a = <u32>load<u8>(e)
  const b = load<u8>(e + 1)
  if (!isFollow(b)) return 0
  if (a < 0xe0) {
    const code = ((a & 0x1f) << 6) | ((<u32>b) & 0x3f)
    if (code <= 0xff) store<u8>(Output.at++, <u8>code)
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
  store<u16>(Output.at, 0x755c)
  store<u8>(Output.at, hexDigit((unit >> 12) & 15), 2)
  store<u8>(Output.at, hexDigit((unit >> 8) & 15), 3)
  store<u8>(Output.at, hexDigit((unit >> 4) & 15), 4)
  store<u8>(Output.at, hexDigit(unit & 15), 5)
  Output.at += 6
}

export function writeNumber(number: u64): void {
  let digits: usize = 1
  for (let n = number / 10; n > 0; n /= 10) digits++
  let n = number
  for (let at = Output.at + digits - 1; at >= Output.at; at--) {
    store<u8>(at, <u8>(0x30 + (n % 10)))
    n /= 10
  }
  Output.at += digits
}

export function put(byte: u8): void {
  store<u8>(Output.at++, byte)
}

/** Copies bytes that are known to be short; may write fifteen more than it says. */
export function copyShort(from: usize, to: usize): bool {
  for (let at = from; at < to; at += 16) {
    if (Output.at > Output.limit) return noRoom()
    v128.store(Output.at, v128.load(at))
    Output.at += 16
  }
  Output.at -= <usize>((16 - ((to - from) & 15)) & 15)
  return true
}
