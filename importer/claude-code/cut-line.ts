/**
 * Decodes a line without the long strings that nobody reads here: what tools gave back, images, signatures. On real sessions
 * that is most of the text; only its length matters. Each stands as a short mark that says its length, everything else as it was.
 */
import { randomBytes } from 'node:crypto'

/** No transcript can hold the mark: it is new with every process, and never leaves it. */
const mark = `cut-${randomBytes(12).toString('hex')}:`
/** Shorter strings are cheaper to keep, bytes. */
const shortestCut = 128

/** Length of a text that may have been cut, UTF-16 code units. */
export const charsOf = (text: string): number => (text.startsWith(mark) ? Number(text.slice(mark.length)) : text.length)

/** Where in a record the scan is. In a list every value has the same place: `list` plus that. */
const place = { other: 0, record: 1, message: 2, content: 3, block: 4, data: 5, unread: 6, list: 16 } as const

/** Names of the members that matter, by the place of the object they stand in, with the places of their values. */
const members: readonly ReadonlyMap<string, number>[] = [
  new Map(),
  new Map<string, number>([
    ['message', place.message],
    ['toolUseResult', place.unread],
    ['snapshot', place.unread],
    ['data', place.data],
  ]),
  new Map<string, number>([['content', place.content]]),
  new Map(),
  new Map<string, number>([
    ['content', place.unread],
    ['source', place.unread],
    ['signature', place.unread],
  ]),
  new Map<string, number>([['fullOutput', place.unread]]),
  new Map<string, number>([['agentId', place.other]]),
]
const shortestName = 4
const longestName = 13

const quote = 0x22
const backslash = 0x5c
const braceOpen = 0x7b
const braceClose = 0x7d
const bracketOpen = 0x5b
const bracketClose = 0x5d
const comma = 0x2c

/** Place of a member's value; a name written with escapes is not known, and its value is kept. */
const memberPlace = (inside: number, bytes: Buffer, start: number, end: number): number => {
  const fallback = inside === place.unread ? place.unread : place.other
  const length = end - start
  if (length < shortestName || length > longestName || inside === place.other) return fallback
  return members[inside]?.get(bytes.toString('latin1', start, end)) ?? fallback
}

const listPlace = (value: number): number => {
  if (value === place.content) return place.list + place.block
  return place.list + (value === place.unread ? place.unread : place.other)
}

/** Offset of the quote that ends a string, or the end of the line. */
const stringEnd = (bytes: Buffer, start: number): number => {
  let at = start
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) return at
    if (byte === backslash) at++
  }
  return bytes.length
}

/** What a byte inside a string is; most are plain and only counted. */
const byteKind = { plain: 0, quote: 1, backslash: 2, control: 3, following: 4, longLead: 5 } as const
const kindOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === quote) return byteKind.quote
  if (byte === backslash) return byteKind.backslash
  if (byte < 0x20) return byteKind.control
  if (byte >= 0xf0) return byteKind.longLead
  return byte >= 0x80 && byte < 0xc0 ? byteKind.following : byteKind.plain
})

/** Bytes of an escape by the byte after its backslash; 0 when JSON knows none. */
const escapeBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0x75 ? 6 : '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 2 : 0,
)
const isHex = (bytes: Buffer, at: number): boolean => /^[0-9a-fA-F]{4}$/.test(bytes.toString('latin1', at, at + 4))

/** Bytes of the escape at `at`; 0 when it is none that JSON knows. */
const escapeLength = (bytes: Buffer, at: number): number => {
  const length = escapeBytes[bytes[at + 1] ?? 0] ?? 0
  return length === 6 && !isHex(bytes, at + 2) ? 0 : length
}

/** A string that was measured: the quote that ends it, and its length in UTF-16 code units. One object, reused for every string. */
const measured = { end: 0, chars: 0 }

/** Measures a string of valid UTF-8; false when JSON would not allow it, or it does not end. Runs over most bytes of a corpus. */
const measure = (bytes: Buffer, start: number): boolean => {
  const { length } = bytes
  // Bytes that are no code unit of their own. A character of four bytes is two units.
  let extra = 0
  for (let at = start; at < length; at++) {
    const kind = kindOf[bytes[at] ?? 0]
    if (kind === byteKind.plain) continue
    if (kind === byteKind.backslash) {
      const escaped = escapeLength(bytes, at)
      if (escaped === 0) return false
      at += escaped - 1
      extra += escaped - 1
    } else if (kind === byteKind.following) extra++
    else if (kind === byteKind.longLead) extra--
    else {
      measured.end = at
      measured.chars = at - start - extra
      return kind === byteKind.quote
    }
  }
  return false
}

/** A scan of one line: what was kept so far, and where it stands. */
class LineScan {
  private readonly bytes: Buffer
  private readonly open: number[] = []
  private inside: number = place.other
  /** Place of the value that comes next. */
  private value: number = place.record
  private isName = false
  private text = ''
  private kept = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  run(): string {
    const { bytes } = this
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === quote) at = this.string(at)
      else if (byte === comma) this.comma()
      else if (byte === braceOpen || byte === bracketOpen) this.enter(byte === bracketOpen)
      else if (byte === braceClose || byte === bracketClose) this.inside = this.open.pop() ?? place.other
    }
    return this.text + bytes.toString('utf8', this.kept)
  }

  private comma(): void {
    this.isName = this.inside < place.list
    if (!this.isName) this.value = this.inside - place.list
  }

  private enter(isList: boolean): void {
    this.open.push(this.inside)
    this.isName = !isList
    if (isList) {
      this.inside = listPlace(this.value)
      this.value = this.inside - place.list
    } else this.inside = this.value === place.content ? place.other : this.value
  }

  /** Gives the offset of the quote that ends the string at `start`. */
  private string(start: number): number {
    if (!this.isName && this.value === place.unread && measure(this.bytes, start + 1)) return this.cut(start, measured.end, measured.chars)
    const end = stringEnd(this.bytes, start + 1)
    if (this.isName) this.value = memberPlace(this.inside, this.bytes, start + 1, end)
    this.isName = false
    return end
  }

  private cut(start: number, end: number, chars: number): number {
    if (end - start > shortestCut) {
      this.text += `${this.bytes.toString('utf8', this.kept, start)}"${mark}${chars}"`
      this.kept = end + 1
    }
    return end
  }
}

/** The text of a line of valid UTF-8, with what is not read cut out of it. Parses exactly when the whole line does. */
export const cutLine = (bytes: Buffer): string => new LineScan(bytes).run()
