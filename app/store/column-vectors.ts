/**
 * Fills DuckDB vectors with the values of one column, several times faster than value by value:
 * numbers and flags go through one typed array, and a text that repeats within a vector is handed over once.
 * Layouts (validity mask, duckdb_string_t) are those of DuckDB's C interface; all hosts it runs on are little-endian.
 */
import {
  copy_data_to_vector,
  copy_data_to_vector_validity,
  vector_assign_string_element,
  vector_ensure_validity_writable,
  vector_get_data,
} from '@duckdb/node-bindings'
import type { Vector } from '@duckdb/node-bindings'

/** DuckDB's vector size: a vector holds no more rows. */
export const vectorRows = 2_048

/** The value of each row in turn; null or undefined is NULL. */
export type Cells = (index: number) => unknown

const valid = new Uint8Array(vectorRows / 8)
const words = new Uint32Array(vectorRows * 4)
const bigints = new BigInt64Array(words.buffer, 0, vectorRows)
const doubles = new Float64Array(words.buffer, 0, vectorRows)
const integers = new Int32Array(words.buffer, 0, vectorRows)
const bytes = new Uint8Array(words.buffer)

/** Marks the rows without a value, which leaves only the others to `put`. */
const eachValue = (vector: Vector, rows: number, cells: Cells, put: (index: number, value: unknown) => void): void => {
  valid.fill(0xff)
  let nulls = 0
  for (let index = 0; index < rows; index++) {
    const value = cells(index)
    if (value === null || value === undefined) {
      valid[index >>> 3] = (valid[index >>> 3] ?? 0) & ~(1 << (index & 7))
      nulls++
    } else {
      put(index, value)
    }
  }
  if (nulls === 0) return
  vector_ensure_validity_writable(vector)
  copy_data_to_vector_validity(vector, 0, valid.buffer, 0, valid.length)
}

const copy = (vector: Vector, byteCount: number): void => copy_data_to_vector(vector, 0, words.buffer, 0, byteCount)

/** Fills a BIGINT vector with safe integers, each multiplied by `factor` (1,000 turns milliseconds into TIMESTAMPTZ's microseconds). */
export const fillBigints = (vector: Vector, rows: number, cells: Cells, factor: number): void => {
  eachValue(vector, rows, cells, (index, value) => {
    if (!Number.isSafeInteger(value)) throw new Error(`${String(value)} is no safe integer`)
    const number = (value as number) * factor
    if (!Number.isSafeInteger(number)) {
      // Microseconds of the years 0000 and 9999, which transcripts do name, are beyond 2^53.
      bigints[index] = BigInt(value as number) * BigInt(factor)
      return
    }
    words[index * 2] = number
    words[index * 2 + 1] = Math.floor(number / 2 ** 32)
  })
  copy(vector, rows * 8)
}

/** Fills an INTEGER vector. */
export const fillIntegers = (vector: Vector, rows: number, cells: Cells): void => {
  eachValue(vector, rows, cells, (index, value) => {
    integers[index] = value as number
    if (integers[index] !== value) throw new Error(`${String(value)} is no 32-bit integer`)
  })
  copy(vector, rows * 4)
}

/** Fills a DOUBLE vector. */
export const fillDoubles = (vector: Vector, rows: number, cells: Cells): void => {
  eachValue(vector, rows, cells, (index, value) => {
    doubles[index] = value as number
  })
  copy(vector, rows * 8)
}

/** Fills a BOOLEAN vector. */
export const fillFlags = (vector: Vector, rows: number, cells: Cells): void => {
  eachValue(vector, rows, cells, (index, value) => {
    bytes[index] = value === true ? 1 : 0
  })
  copy(vector, rows)
}

/** Beyond this many different texts a column is taken to be one that hardly repeats. */
const repeatsKept = 64
/** Row of the first occurrence of each text in the vector. */
const firstRow = new Map<string, number>()
const copiesOf = new Int32Array(vectorRows)
const copyRows = new Int32Array(vectorRows)
const handedOver = new Int32Array(vectorRows)

/** Fills a VARCHAR vector. */
export const fillTexts = (vector: Vector, rows: number, cells: Cells): void => {
  firstRow.clear()
  let copies = 0
  let long = 0
  eachValue(vector, rows, cells, (index, value) => {
    const text = value as string
    const first = firstRow.get(text)
    if (first !== undefined) {
      copyRows[copies] = index
      copiesOf[copies++] = first
      return
    }
    if (firstRow.size < repeatsKept) firstRow.set(text, index)
    if (putInline(text, index)) return
    vector_assign_string_element(vector, index, text)
    handedOver[long++] = index
  })
  if (long > 0) readBack(vector, rows, long)
  for (let at = 0; at < copies; at++) copyString(words, copiesOf[at] ?? 0, copyRows[at] ?? 0)
  copy(vector, rows * 16)
}

/** Texts of up to twelve bytes lie in the vector itself: length, then the bytes, then zeros. */
const putInline = (text: string, index: number): boolean => {
  if (text.length > 12) return false
  const start = index * 16
  bytes.fill(0, start, start + 16)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return false
    bytes[start + 4 + at] = code
  }
  words[index * 4] = text.length
  return true
}

/** Takes over what DuckDB wrote for the longer texts: length, first four bytes, and where it keeps the rest. */
const readBack = (vector: Vector, rows: number, count: number): void => {
  const data = vector_get_data(vector, rows * 16)
  const written = new Uint32Array(data.buffer, data.byteOffset, rows * 4)
  for (let at = 0; at < count; at++) {
    const start = (handedOver[at] ?? 0) * 4
    for (let word = start; word < start + 4; word++) words[word] = written[word] ?? 0
  }
}

const copyString = (strings: Uint32Array, from: number, to: number): void => {
  for (let word = 0; word < 4; word++) strings[to * 4 + word] = strings[from * 4 + word] ?? 0
}
