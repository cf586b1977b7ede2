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
/** Keys whose value is undefined are omitted. */
export interface CborMap {
  readonly [key: string]: CborValue | undefined
}

/** 64-bit integers arrive as numbers, so one beyond 2^53 − 1 is no safe integer: a schema with `int()` refuses it. */
const options: Options & { readonly int64AsNumber: boolean } = { useRecords: false, mapsAsObjects: true, int64AsNumber: true }
const decoder = new Decoder(options)

/** Decodes one CBOR item. Throws what the decoder throws on anything else: trailing bytes, truncation, bad items. */
export const decodeCbor = (bytes: Uint8Array): unknown => decoder.decode(bytes) as unknown

/** Buffer for the encoded bytes, which are copied one time at the end; the memory of a large value is released. */
const defaultRoom = 1 << 16
let room = Buffer.allocUnsafeSlow(defaultRoom)
let end = 0

const need = (bytes: number): void => {
  if (end + bytes > room.length) room = Buffer.concat([room.subarray(0, end)], Math.max(end + bytes, room.length * 2))
}

const gathered = (put: () => void): Buffer => {
  end = 0
  try {
    put()
    return Buffer.from(room.subarray(0, end))
  } finally {
    if (room.length > defaultRoom) room = Buffer.allocUnsafeSlow(defaultRoom)
  }
}

/** Encodes a value. Numbers that are not integers become the shortest float that is exact; unsafe integers are a bug. */
export const encodeCbor = (value: CborValue): Buffer => gathered(() => write(value))

/** Head of an array of `length` items; items that are already encoded follow it. */
export const arrayHead = (length: number): Buffer => gathered(() => writeHead(4, length))

const write = (value: CborValue): void => {
  if (value === null) writeByte(0xf6)
  else if (typeof value === 'boolean') writeByte(value ? 0xf5 : 0xf4)
  else if (typeof value === 'number') writeNumber(value)
  else if (typeof value === 'string') writeText(value)
  else if (value instanceof Uint8Array) writeBytes(value)
  else if (value instanceof CborFloat) writeFloat(value.value)
  else if (isArray(value)) writeArray(value)
  else writeMap(value)
}

const isArray = (value: readonly CborValue[] | CborMap): value is readonly CborValue[] => Array.isArray(value)

const writeByte = (byte: number): void => {
  need(1)
  room[end++] = byte
}

const writeText = (text: string): void => {
  const length = Buffer.byteLength(text)
  writeHead(3, length)
  need(length)
  end += room.write(text, end, 'utf8')
}

const append = (bytes: Uint8Array): void => {
  need(bytes.length)
  room.set(bytes, end)
  end += bytes.length
}

const writeBytes = (bytes: Uint8Array): void => {
  writeHead(2, bytes.length)
  append(bytes)
}

const writeArray = (items: readonly CborValue[]): void => {
  writeHead(4, items.length)
  for (const item of items) write(item)
}

/** Keys, encoded: most maps are records of a few kinds. */
const encodedKeys = new Map<string, Buffer>()
const maxKeys = 1_000

const encodedKey = (key: string): Buffer => {
  const known = encodedKeys.get(key)
  if (known !== undefined) return known
  const start = end
  writeText(key)
  const encoded = Buffer.from(room.subarray(start, end))
  end = start
  if (encodedKeys.size < maxKeys) encodedKeys.set(key, encoded)
  return encoded
}

/** In the order of the encoded keys, by bytes. */
const writeMap = (map: CborMap): void => {
  const entries = Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [{ key: encodedKey(key), value }]))
  entries.sort((a, b) => Buffer.compare(a.key, b.key))
  writeHead(5, entries.length)
  for (const { key, value } of entries) {
    append(key)
    write(value)
  }
}

const writeNumber = (value: number): void => {
  if (!Number.isInteger(value)) writeFloat(value)
  else if (!Number.isSafeInteger(value)) throw new Error(`${value} is no safe integer`)
  else if (value >= 0) writeHead(0, value)
  else writeHead(1, -1 - value)
}

/** Major type and argument in the shortest form. */
const writeHead = (major: number, argument: number): void => {
  need(9)
  const first = major << 5
  if (argument < 24) room[end++] = first | argument
  else if (argument < 0x100) {
    room[end++] = first | 24
    room[end++] = argument
  } else if (argument < 0x1_0000) {
    room[end++] = first | 25
    end = room.writeUInt16BE(argument, end)
  } else if (argument < 0x1_0000_0000) {
    room[end++] = first | 26
    end = room.writeUInt32BE(argument, end)
  } else {
    room[end++] = first | 27
    end = room.writeBigUInt64BE(BigInt(argument), end)
  }
}

/** The shortest of half, single and double precision that is exact. */
const writeFloat = (value: number): void => {
  need(9)
  const half = halfBits(value)
  const isSingle = Object.is(Math.fround(value), value)
  if (half !== undefined) {
    room[end++] = 0xf9
    end = room.writeUInt16BE(half, end)
  } else if (isSingle) {
    room[end++] = 0xfa
    end = room.writeFloatBE(value, end)
  } else {
    room[end++] = 0xfb
    end = room.writeDoubleBE(value, end)
  }
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
