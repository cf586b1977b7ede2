/** Canonical CBOR (RFC 8949 §4.2.1, text keys only): one value has exactly one encoding, so its hash names it. */
import { Decoder, type Options } from 'cbor-x'

/** A number that stays a float even when it is integral, as Go's float64 fields do (events-v1 §0.3). */
export class CborFloat {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

export type CborValue = null | boolean | number | string | Uint8Array | CborFloat | readonly CborValue[] | CborMap
/** Keys whose value is undefined are left out. */
export interface CborMap {
  readonly [key: string]: CborValue | undefined
}

/** 64-bit integers arrive as numbers, so one beyond 2^53 − 1 is no safe integer: a schema with `int()` refuses it. */
const options: Options & { readonly int64AsNumber: boolean } = { useRecords: false, mapsAsObjects: true, int64AsNumber: true }
const decoder = new Decoder(options)

/** Decodes one CBOR item. Throws what the decoder throws on anything else: trailing bytes, truncation, bad items. */
export const decodeCbor = (bytes: Uint8Array): unknown => decoder.decode(bytes) as unknown

/** Encodes a value. Numbers that are not integers become the shortest float that is exact; unsafe integers are a bug. */
export const encodeCbor = (value: CborValue): Buffer => {
  const parts: Uint8Array[] = []
  write(value, parts)
  return Buffer.concat(parts)
}

/** Head of an array of `length` items; items that are already encoded follow it. */
export const arrayHead = (length: number): Buffer => head(4, length)

const write = (value: CborValue, parts: Uint8Array[]): void => {
  if (value === null) parts.push(Buffer.of(0xf6))
  else if (typeof value === 'boolean') parts.push(Buffer.of(value ? 0xf5 : 0xf4))
  else if (typeof value === 'number') parts.push(Number.isInteger(value) ? integer(value) : float(value))
  else if (typeof value === 'string') writeBytes(3, Buffer.from(value, 'utf8'), parts)
  else if (value instanceof Uint8Array) writeBytes(2, value, parts)
  else if (value instanceof CborFloat) parts.push(float(value.value))
  else if (isArray(value)) writeArray(value, parts)
  else writeMap(value, parts)
}

const isArray = (value: readonly CborValue[] | CborMap): value is readonly CborValue[] => Array.isArray(value)

const writeBytes = (major: number, bytes: Uint8Array, parts: Uint8Array[]): void => {
  parts.push(head(major, bytes.length), bytes)
}

const writeArray = (items: readonly CborValue[], parts: Uint8Array[]): void => {
  parts.push(arrayHead(items.length))
  for (const item of items) write(item, parts)
}

/** With text keys only, ordering the encoded keys by bytes is the same as: the shorter first, then by bytes. */
const writeMap = (map: CborMap, parts: Uint8Array[]): void => {
  const entries = Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [{ key: Buffer.from(key, 'utf8'), value }]))
  entries.sort((a, b) => a.key.length - b.key.length || Buffer.compare(a.key, b.key))
  parts.push(head(5, entries.length))
  for (const { key, value } of entries) {
    writeBytes(3, key, parts)
    write(value, parts)
  }
}

const integer = (value: number): Buffer => {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no safe integer`)
  return value >= 0 ? head(0, value) : head(1, -1 - value)
}

/** Major type and argument in the shortest form. */
const head = (major: number, argument: number): Buffer => {
  const first = major << 5
  if (argument < 24) return Buffer.of(first | argument)
  if (argument < 0x100) return Buffer.of(first | 24, argument)
  if (argument < 0x1_0000) return Buffer.of(first | 25, argument >>> 8, argument & 0xff)
  const large = argument >= 0x1_0000_0000
  const bytes = Buffer.alloc(large ? 9 : 5)
  bytes[0] = first | (large ? 27 : 26)
  if (large) bytes.writeBigUInt64BE(BigInt(argument), 1)
  else bytes.writeUInt32BE(argument, 1)
  return bytes
}

/** The shortest of half, single and double precision that is exact. */
const float = (value: number): Buffer => {
  const half = halfBits(value)
  if (half !== undefined) return Buffer.of(0xf9, half >>> 8, half & 0xff)
  const single = Object.is(Math.fround(value), value)
  const bytes = Buffer.alloc(single ? 5 : 9)
  bytes[0] = single ? 0xfa : 0xfb
  if (single) bytes.writeFloatBE(value, 1)
  else bytes.writeDoubleBE(value, 1)
  return bytes
}

/** Bits of the half-precision number that equals `value`; undefined when there is none. */
const halfBits = (value: number): number | undefined => {
  if (Number.isNaN(value)) return 0x7e00
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const size = Math.abs(value)
  if (size === Infinity) return sign | 0x7c00
  if (size === 0) return sign
  // Subnormal halves are multiples of 2^-24; normal ones have ten bits below the leading one and exponents -14 to 15.
  if (size < 2 ** -14) return Number.isInteger(size * 2 ** 24) ? sign | (size * 2 ** 24) : undefined
  const exponent = Math.floor(Math.log2(size))
  const fraction = (size / 2 ** exponent - 1) * 1024
  if (exponent > 15 || !Number.isInteger(fraction)) return undefined
  return sign | ((exponent + 15) << 10) | fraction
}
