/** The members of a JSON object as the bytes they are, so that what is kept verbatim keeps its white space. */

const quote = 0x22
const backslash = 0x5c
const openers: readonly number[] = [0x7b, 0x5b]
const closers: readonly number[] = [0x7d, 0x5d]
const colon = 0x3a
const comma = 0x2c

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

const afterSpace = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (isSpace(bytes[at])) at += 1
  return at
}

/** Where the string ends that begins at `start`. */
const afterString = (bytes: Uint8Array, start: number): number => {
  let at = start + 1
  while (bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at + 1
}

const isEndOfScalar = (byte: number | undefined): boolean => byte === undefined || byte === comma || isSpace(byte) || closers.includes(byte)

/** Where the value ends that begins at `start`. */
const afterValue = (bytes: Uint8Array, start: number): number => {
  let at = start
  let depth = 0
  do {
    const byte = bytes[at] ?? 0
    if (byte === quote) at = afterString(bytes, at)
    else {
      if (openers.includes(byte)) depth += 1
      if (closers.includes(byte)) depth -= 1
      at += 1
    }
  } while (depth > 0)
  const first = bytes[start] ?? 0
  if (first !== quote && !openers.includes(first)) while (!isEndOfScalar(bytes[at])) at += 1
  return at
}

interface Member {
  readonly key: string
  readonly value: Uint8Array
}

const parsed = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))

/** Members of an object, in their order, repeated ones included. @param bytes JSON text, known to be whole, of an object */
const membersOf = (bytes: Uint8Array): readonly Member[] => {
  const members: Member[] = []
  let at = afterSpace(bytes, afterSpace(bytes, 0) + 1)
  while (bytes[at] === quote) {
    const end = afterString(bytes, at)
    const start = afterSpace(bytes, bytes[afterSpace(bytes, end)] === colon ? afterSpace(bytes, end) + 1 : end)
    const valueEnd = afterValue(bytes, start)
    members.push({ key: String(parsed(bytes.subarray(at, end))), value: bytes.subarray(start, valueEnd) })
    at = afterSpace(bytes, valueEnd)
    if (bytes[at] === comma) at = afterSpace(bytes, at + 1)
  }
  return members
}

/** Items of a list, in their order. @param bytes JSON text, known to be whole, of a list */
const itemsOf = (bytes: Uint8Array): readonly Uint8Array[] => {
  const items: Uint8Array[] = []
  let at = afterSpace(bytes, afterSpace(bytes, 0) + 1)
  while (at < bytes.length && !closers.includes(bytes[at] ?? 0)) {
    const end = afterValue(bytes, at)
    items.push(bytes.subarray(at, end))
    at = afterSpace(bytes, end)
    if (bytes[at] === comma) at = afterSpace(bytes, at + 1)
  }
  return items
}

/** The fields of an object as the reference reads them: names in any case, the last value of the right type; other values are skipped. */
export class Fields {
  readonly #values = new Map<string, Uint8Array[]>()

  /** @param bytes JSON text, known to be whole; anything but an object has no fields. */
  constructor(bytes: Uint8Array) {
    if (bytes[afterSpace(bytes, 0)] !== openers[0]) return
    for (const { key, value } of membersOf(bytes)) {
      const name = key.toLowerCase()
      this.#values.set(name, [...(this.#values.get(name) ?? []), value])
    }
  }

  /** The unchanged value, null included. */
  raw(name: string): Uint8Array | undefined {
    return this.#values.get(name)?.at(-1)
  }

  /** The value if it is an object. */
  object(name: string): Fields | undefined {
    const value = this.#last(name, (bytes) => (bytes[0] === openers[0] ? bytes : undefined))
    return value === undefined ? undefined : new Fields(value)
  }

  list(name: string): readonly Uint8Array[] | undefined {
    const value = this.#last(name, (bytes) => (bytes[0] === openers[1] ? bytes : undefined))
    return value === undefined ? undefined : itemsOf(value)
  }

  text(name: string): string {
    return this.#last(name, (bytes) => (bytes[0] === quote ? String(parsed(bytes)) : undefined)) ?? ''
  }

  /** A whole number; 0 when there is none. */
  whole(name: string): number {
    return (
      this.#last(name, (bytes) => {
        const text = Buffer.from(bytes).toString('latin1')
        return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
      }) ?? 0
    )
  }

  /** Any number; 0 when there is none. */
  number(name: string): number {
    return (
      this.#last(name, (bytes) => {
        const value = bytes[0] === quote || openers.includes(bytes[0] ?? 0) ? undefined : parsed(bytes)
        return typeof value === 'number' && Number.isFinite(value) ? value : undefined
      }) ?? 0
    )
  }

  flag(name: string): boolean {
    return this.#last(name, (bytes) => (bytes[0] === 0x74 ? true : bytes[0] === 0x66 ? false : undefined)) ?? false
  }

  /** Whether a value exists that is not null and not of the field's type. */
  isWrong(name: string): boolean {
    return (this.#values.get(name) ?? []).some((bytes) => bytes[0] !== quote && bytes[0] !== 0x6e)
  }

  #last<T>(name: string, read: (bytes: Uint8Array) => T | undefined): T | undefined {
    let found: T | undefined
    for (const bytes of this.#values.get(name) ?? []) found = read(bytes) ?? found
    return found
  }
}
