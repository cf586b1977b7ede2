/** Scans JSON byte by byte, to find where an object ends or where the bytes stop being one. */

const quote = 0x22

const backslash = 0x5c

const comma = 0x2c

const colon = 0x3a

const openObject = 0x7b

const closeObject = 0x7d

const openList = 0x5b

const closeList = 0x5d

export const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a

const escapes = new Set(Array.from('"\\/bfnrtu', (character) => character.charCodeAt(0)))

/** Bytes of numbers and of true, false and null; whether they make one is left to the parser. */
const scalars = new Set(Array.from('+-.0123456789Eaeflnrstu', (character) => character.charCodeAt(0)))

/** The token that may follow. */
type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'separator'

export class JsonScan {
  /** Where the scan stands: after an object, or at the first byte that cannot be part of it. */
  at = 0
  /** The object inside that ended last: its first byte and one past its last. */
  inner: { readonly from: number; readonly to: number } | undefined
  private readonly bytes: Uint8Array
  /** First bytes of the containers that are open. */
  private readonly open: number[] = []
  private expected: Expected = 'value'

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** True when an object begins at `from` and ends before the end of the bytes. */
  object(from: number): boolean {
    this.at = from
    this.inner = undefined
    this.open.length = 0
    this.expected = 'value'
    do {
      this.skipSpace()
      if (!this.step()) return false
    } while (this.open.length > 0)
    return true
  }

  private skipSpace(): void {
    while (isSpace(this.bytes[this.at])) this.at += 1
  }

  private step(): boolean {
    const byte = this.bytes[this.at]
    if (byte === undefined) return false
    switch (this.expected) {
      case 'name or end':
        return byte === closeObject ? this.close() : this.name(byte)
      case 'name':
        return this.name(byte)
      case 'separator':
        return this.separator(byte)
      case 'value or end':
        return byte === closeList ? this.close() : this.value(byte)
      case 'value':
        return this.value(byte)
    }
  }

  private value(byte: number): boolean {
    if (byte === openObject || byte === openList) {
      this.open.push(this.at)
      this.at += 1
      this.expected = byte === openObject ? 'name or end' : 'value or end'
      return true
    }
    this.expected = 'separator'
    return byte === quote ? this.text() : this.scalar(byte)
  }

  private scalar(byte: number): boolean {
    if (!scalars.has(byte)) return false
    while (scalars.has(this.bytes[this.at] ?? 0)) this.at += 1
    return true
  }

  private name(byte: number): boolean {
    if (byte !== quote || !this.text()) return false
    this.skipSpace()
    if (this.bytes[this.at] !== colon) return false
    this.at += 1
    this.expected = 'value'
    return true
  }

  private separator(byte: number): boolean {
    const inObject = this.bytes[this.open.at(-1) ?? 0] === openObject
    if (byte === comma) {
      this.at += 1
      this.expected = inObject ? 'name' : 'value'
      return true
    }
    return byte === (inObject ? closeObject : closeList) && this.close()
  }

  private close(): boolean {
    const from = this.open.pop() ?? 0
    this.at += 1
    if (this.open.length > 0 && this.bytes[from] === openObject) this.inner = { from, to: this.at }
    this.expected = 'separator'
    return true
  }

  /** A string, its quotes included. */
  private text(): boolean {
    this.at += 1
    for (;;) {
      const byte = this.bytes[this.at]
      if (byte === quote) break
      if (byte === undefined || byte < 0x20) return false
      if (byte === backslash) {
        if (!escapes.has(this.bytes[this.at + 1] ?? 0)) return false
        this.at += 1
      }
      this.at += 1
    }
    this.at += 1
    return true
  }
}
