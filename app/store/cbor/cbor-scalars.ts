/** Single values of CBOR as Go's decoder reads them into a field: text, whole numbers, floats, flags, raw JSON and times (events-v1 §1.1). */
import { isUtf8 } from 'node:buffer'
import { breakByte, byteAt, cborTypes, CborError, endOfItem, headAt, indefinite, isNothing } from './cbor-head.ts'
import type { CborHead } from './cbor-head.ts'

export type ScalarKind = 'text' | 'int' | 'float' | 'bool' | 'raw' | 'time'

interface Scalar {
  readonly value: unknown
  readonly end: number
}

const kinds = ['a whole number', 'a negative number', 'bytes', 'text', 'a list', 'a map', 'a tag', 'a simple value or a float'] as const

const refuse = (head: CborHead, wanted: string, what: string): never => {
  throw new CborError(`${what} should be ${wanted}, but is ${kinds[head.major] ?? 'something else'}`, head.start)
}

/** A string of either kind, its parts joined. */
const stringOf = (bytes: Uint8Array, head: CborHead): { readonly value: Uint8Array; readonly end: number } => {
  if (head.info !== indefinite) return { value: bytes.subarray(head.end, head.end + head.argument), end: head.end + head.argument }
  const parts: Uint8Array[] = []
  let at = head.end
  while (byteAt(bytes, at) !== breakByte) {
    const part = headAt(bytes, at)
    parts.push(bytes.subarray(part.end, part.end + part.argument))
    at = part.end + part.argument
  }
  return { value: Buffer.concat(parts), end: at + 1 }
}

const textOf = (bytes: Uint8Array, head: CborHead, what: string): Scalar => {
  if (head.major !== cborTypes.text) refuse(head, 'text', what)
  const { value, end } = stringOf(bytes, head)
  if (!isUtf8(value)) throw new CborError(`${what} is text that is not UTF-8`, head.start)
  return { value: Buffer.from(value.buffer, value.byteOffset, value.length).toString('utf8'), end }
}

const isInteger = ({ major }: CborHead): boolean => major <= cborTypes.negative

/** Whole numbers of 64 bits with a sign. */
const integerOf = (bytes: Uint8Array, head: CborHead, what: string): Scalar => {
  if (!isInteger(head)) refuse(head, 'a whole number', what)
  if (head.info === 27 && byteAt(bytes, head.start + 1) >= 0x80) throw new CborError(`${what} is too large a number`, head.start)
  return { value: head.major === cborTypes.unsigned ? head.argument : -1 - head.argument, end: head.end }
}

const isFloat = ({ major, info }: CborHead): boolean => major === cborTypes.simple && info >= 25 && info <= 27

const halfOf = (bits: number): number => {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >>> 10) & 31, bits & 1023]
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

const floatIn = (bytes: Uint8Array, head: CborHead): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (head.info === 25) return halfOf(head.argument)
  return head.info === 26 ? view.getFloat32(head.start + 1) : view.getFloat64(head.start + 1)
}

const floatOf = (bytes: Uint8Array, head: CborHead, what: string): Scalar => {
  if (isInteger(head)) return { value: head.major === cborTypes.unsigned ? head.argument : -1 - head.argument, end: head.end }
  if (!isFloat(head)) refuse(head, 'a number', what)
  return { value: floatIn(bytes, head), end: head.end }
}

const flagOf = (head: CborHead, what: string): Scalar => {
  if (head.major !== cborTypes.simple || (head.argument !== 20 && head.argument !== 21) || head.info > 24)
    refuse(head, 'true or false', what)
  return { value: head.argument === 21, end: head.end }
}

/** A list of small numbers reads as the bytes that they are, null as 0: Go's decoder does so by accident. */
const listedBytes = (bytes: Uint8Array, head: CborHead, what: string): Scalar => {
  const values: number[] = []
  let at = head.end
  while (head.info === indefinite ? byteAt(bytes, at) !== breakByte : values.length < head.argument) {
    const item = headAt(bytes, at)
    const isNull = isNothing(item)
    if (!isNull && (item.major !== cborTypes.unsigned || item.argument > 255)) refuse(item, 'a number from 0 to 255', `an item of ${what}`)
    values.push(isNull ? 0 : item.argument)
    at = endOfItem(bytes, at)
  }
  return { value: Uint8Array.from(values), end: head.info === indefinite ? at + 1 : at }
}

const rawOf = (bytes: Uint8Array, head: CborHead, what: string): Scalar => {
  if (head.major === cborTypes.array) return listedBytes(bytes, head, what)
  if (head.major !== cborTypes.bytes) refuse(head, 'bytes with JSON in them', what)
  const { value, end } = stringOf(bytes, head)
  return { value: Uint8Array.from(value), end }
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** Seconds since 1970; a float that is no number reads as no time at all. */
const timeOf = (bytes: Uint8Array, head: CborHead, what: string): Scalar => {
  if (isInteger(head) || isFloat(head)) {
    const { value, end } = floatOf(bytes, head, what)
    return { value: Number.isFinite(value) ? value : undefined, end }
  }
  if (head.major !== cborTypes.text) refuse(head, 'a time', what)
  const { value, end } = textOf(bytes, head, what)
  const time = rfc3339.test(value as string) ? Date.parse((value as string).replace(',', '.')) : NaN
  if (Number.isNaN(time)) throw new CborError(`${what} is text that is no time in RFC 3339 form`, head.start)
  return { value: time / 1000, end }
}

/** @throws CborError when Go's decoder refuses the item for a field of that kind. */
export const readScalar = (bytes: Uint8Array, head: CborHead, kind: ScalarKind, what: string): Scalar => {
  switch (kind) {
    case 'text':
      return textOf(bytes, head, what)
    case 'int':
      return integerOf(bytes, head, what)
    case 'float':
      return floatOf(bytes, head, what)
    case 'bool':
      return flagOf(head, what)
    case 'raw':
      return rawOf(bytes, head, what)
    case 'time':
      return timeOf(bytes, head, what)
  }
}
