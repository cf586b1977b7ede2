/**
 * Lays the values of one column out as DuckDB keeps them in a vector, so that a worker does the work and the tables' owner only copies.
 * Layouts (validity mask, duckdb_string_t) are those of DuckDB's C interface; all hosts it runs on are little-endian.
 */
import type { SqlType } from '../../model/columns.ts'

/** DuckDB's vector size: a vector holds no more rows. */
export const vectorRows = 2_048

/** Up to twelve bytes of a text lie in the vector itself; of a longer one its length, its first four bytes, and where the rest is. */
export const inlineBytes = 12
/** 32-bit words of a text in a vector: length, first bytes, and two more of the text or the address of all of it. */
export const textWords = 4

/**
 * The value of a row, read from what all rows are made of; null or undefined is NULL. A function that stays: one that is made for each block is
 * compiled again and again.
 */
export type Cells<Of> = (index: number, of: Of) => unknown
export type PlainType = Exclude<SqlType, 'VARCHAR[]'>

/** A column laid out. The views are valid until the next column is packed. */
export interface LaidOut {
  readonly data: Uint8Array
  /** One bit a row; undefined when every row has a value. */
  readonly valid: Uint8Array | undefined
  /** UTF-8 of the longer texts; their addresses in `data` count from its beginning. Empty for other types. */
  readonly texts: Uint8Array
}

const valid = new Uint8Array(vectorRows / 8)
const words = new Uint32Array(vectorRows * textWords)
const doubles = new Float64Array(words.buffer, 0, vectorRows)
const bigints = new BigInt64Array(words.buffer, 0, vectorRows)
const integers = new Int32Array(words.buffer, 0, vectorRows)
const bytes = new Uint8Array(words.buffer)
const noTexts = new Uint8Array(0)

const laidOut = (rows: number, width: number, texts = noTexts): LaidOut => ({
  data: bytes.subarray(0, rows * width),
  valid: nulls === 0 ? undefined : valid,
  texts,
})

/** Rows of the column that is packed that have no value. */
let nulls = 0

const isNothing = (value: unknown, index: number): boolean => {
  if (value !== null && value !== undefined) return false
  valid[index >>> 3] = (valid[index >>> 3] ?? 0) & ~(1 << (index & 7))
  nulls++
  return true
}

/** Safe integers, or larger ones as text, each multiplied by `factor` (1,000 turns milliseconds into TIMESTAMPTZ's microseconds). */
const packBigints = <Of>(start: number, rows: number, cells: Cells<Of>, of: Of, factor: number): LaidOut => {
  for (let index = 0; index < rows; index++) {
    const value = cells(start + index, of)
    if (isNothing(value, index)) continue
    if (typeof value === 'string') {
      bigints[index] = BigInt(value) * BigInt(factor)
      continue
    }
    const whole = value as number
    if (!Number.isSafeInteger(whole)) throw new Error(`${String(whole)} is no safe integer`)
    const number = whole * factor
    if (!Number.isSafeInteger(number)) {
      // Microseconds of the years 0000 and 9999, which transcripts do name, are beyond 2^53.
      bigints[index] = BigInt(whole) * BigInt(factor)
      continue
    }
    words[index * 2] = number
    words[index * 2 + 1] = Math.floor(number / 2 ** 32)
  }
  return laidOut(rows, 8)
}

const packIntegers = <Of>(start: number, rows: number, cells: Cells<Of>, of: Of): LaidOut => {
  for (let index = 0; index < rows; index++) {
    const value = cells(start + index, of)
    if (isNothing(value, index)) continue
    const whole = value as number
    integers[index] = whole
    if (integers[index] !== whole) throw new Error(`${String(whole)} is no 32-bit integer`)
  }
  return laidOut(rows, 4)
}

const packDoubles = <Of>(start: number, rows: number, cells: Cells<Of>, of: Of): LaidOut => {
  for (let index = 0; index < rows; index++) {
    const value = cells(start + index, of)
    if (!isNothing(value, index)) doubles[index] = value as number
  }
  return laidOut(rows, 8)
}

const packFlags = <Of>(start: number, rows: number, cells: Cells<Of>, of: Of): LaidOut => {
  for (let index = 0; index < rows; index++) {
    const value = cells(start + index, of)
    if (!isNothing(value, index)) bytes[index] = value === true ? 1 : 0
  }
  return laidOut(rows, 1)
}

/** Beyond this many different texts a column is taken to be one that hardly repeats. */
const repeatsKept = 64
/** Longer texts are not compared with others, UTF-16 code units. */
const maxRepeatLength = 256
/** Row of the first occurrence of each text in the vector. */
const firstRow = new Map<string, number>()

/** Longer texts of the column that is packed; it grows when it must and shrinks again for the next one. */
const textRoom = 1 << 20
let long = Buffer.allocUnsafeSlow(textRoom)
let longBytes = 0

/** A text that is the same as the one before it, or as another before, takes its place in the vector from there. */
const packTexts = <Of>(start: number, rows: number, cells: Cells<Of>, of: Of): LaidOut => {
  firstRow.clear()
  longBytes = 0
  if (long.length > textRoom) long = Buffer.allocUnsafeSlow(textRoom)
  let last: string | undefined
  let lastRow = 0
  for (let index = 0; index < rows; index++) {
    const value = cells(start + index, of)
    if (isNothing(value, index)) continue
    const text = value as string
    const first = text === last ? lastRow : text.length > maxRepeatLength ? undefined : firstRow.get(text)
    if (first !== undefined) copyWords(first, index)
    else putText(text, index)
    last = text
    lastRow = index
  }
  return laidOut(rows, textWords * 4, long.subarray(0, longBytes))
}

const copyWords = (from: number, to: number): void => {
  const source = from * textWords
  const target = to * textWords
  words[target] = words[source] ?? 0
  words[target + 1] = words[source + 1] ?? 0
  words[target + 2] = words[source + 2] ?? 0
  words[target + 3] = words[source + 3] ?? 0
}

const putText = (text: string, index: number): void => {
  if (firstRow.size < repeatsKept && text.length <= maxRepeatLength) firstRow.set(text, index)
  if (text.length <= inlineBytes && putInline(text, index)) return
  // A UTF-16 code unit is three bytes at most.
  const needed = longBytes + text.length * 3
  if (needed > long.length) long = Buffer.concat([long.subarray(0, longBytes)], Math.max(needed, long.length * 2))
  const length = writeShort(text) ?? long.write(text, longBytes, 'utf8')
  const at = index * textWords
  words[at] = length
  if (length <= inlineBytes) {
    bytes.set(long.subarray(longBytes, longBytes + length), at * 4 + 4)
    return
  }
  words[at + 1] = long.readUInt32LE(longBytes)
  words[at + 2] = longBytes
  longBytes += length
}

/** Longest text, such as an id, that is written sooner here than by asking the system to, UTF-16 code units. */
const shortText = 64

/** Writes a short text of ASCII alone; gives its length, undefined for any other. */
const writeShort = (text: string): number | undefined => {
  const { length } = text
  if (length > shortText) return undefined
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return undefined
    long[longBytes + at] = code
  }
  return length
}

/** Puts a short text of ASCII alone into the vector; false for any other. */
const putInline = (text: string, index: number): boolean => {
  const start = index * textWords * 4 + 4
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) {
      bytes.fill(0, start, start + inlineBytes)
      return false
    }
    bytes[start + at] = code
  }
  words[index * textWords] = text.length
  return true
}

type Packer = <Of>(start: number, rows: number, cells: Cells<Of>, of: Of) => LaidOut

const packers: Readonly<Record<PlainType, Packer>> = {
  VARCHAR: packTexts,
  BIGINT: (start, rows, cells, of) => packBigints(start, rows, cells, of, 1),
  INTEGER: packIntegers,
  DOUBLE: packDoubles,
  BOOLEAN: packFlags,
  'TIMESTAMP WITH TIME ZONE': (start, rows, cells, of) => packBigints(start, rows, cells, of, 1_000),
}

/** Lays out the values of up to 2,048 rows from `start` on. */
export const packColumn = <Of>(type: PlainType, start: number, rows: number, cells: Cells<Of>, of: Of): LaidOut => {
  nulls = 0
  // A row without a value holds nothing of what was packed before: nothing may be taken for its address, and equal rows are equal bytes.
  words.fill(0, 0, rows * textWords)
  valid.fill(0xff)
  return packers[type](start, rows, cells, of)
}
