/**
 * Reads CBOR into the fields of a struct as the reference decoder does (events-v1 §1.1). Keys match in any case, and the first of two equal
 * keys counts. Unknown keys are skipped, tags are ignored, and a missing field is null. Where that decoder refuses, it throws with the
 * byte.
 */
import {
  breakByte,
  byteAt,
  cborTypes,
  CborError,
  checkWellFormed,
  endOfItem,
  headAfterTags,
  headAt,
  indefinite,
  isNothing,
} from './cbor-head.ts'
import type { CborHead } from './cbor-head.ts'
import { readScalar, type ScalarKind } from './cbor-scalars.ts'

export type FieldKind = ScalarKind | { readonly struct: StructFields } | { readonly list: FieldKind }
export type StructFields = Readonly<Record<string, FieldKind>>

interface Read {
  readonly value: unknown
  readonly end: number
}

const lower = (key: string): string => key.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Fields of a struct by their name in lower case. */
const namesOf = (() => {
  const known = new WeakMap<StructFields, ReadonlyMap<string, string>>()
  return (fields: StructFields): ReadonlyMap<string, string> => {
    const names = known.get(fields) ?? new Map(Object.keys(fields).map((name) => [lower(name), name]))
    known.set(fields, names)
    return names
  }
})()

const textAt = (bytes: Uint8Array, start: number): string => {
  const { value } = readScalar(bytes, headAt(bytes, start), 'text', 'a key')
  return value as string
}

/** The field that a key fills; undefined: none. A key with the exact name never fills a field that is already filled. */
const fieldFor = (fields: StructFields, key: string, filled: ReadonlySet<string>): string | undefined => {
  if (Object.hasOwn(fields, key)) return filled.has(key) ? undefined : key
  const name = namesOf(fields).get(lower(key))
  return name !== undefined && !filled.has(name) ? name : undefined
}

const keyAt = (bytes: Uint8Array, at: number): string | undefined => {
  const head = headAt(bytes, at)
  if (head.major === cborTypes.text) return textAt(bytes, at)
  if (head.major <= cborTypes.negative) return undefined
  throw new CborError('a key of a map is no text', at)
}

const more = (bytes: Uint8Array, head: CborHead, at: number, done: number): boolean =>
  head.info === indefinite ? byteAt(bytes, at) !== breakByte : done < head.argument

const readStruct = (bytes: Uint8Array, head: CborHead, fields: StructFields, what: string): Read => {
  if (head.major !== cborTypes.map) throw new CborError(`${what} is no map`, head.start)
  const struct: Record<string, unknown> = {}
  const filled = new Set<string>()
  let at = head.end
  for (let pair = 0; more(bytes, head, at, pair); pair++) {
    const key = keyAt(bytes, at)
    at = endOfItem(bytes, at)
    const name = key === undefined ? undefined : fieldFor(fields, key, filled)
    const kind = name === undefined ? undefined : fields[name]
    if (name === undefined || kind === undefined) at = endOfItem(bytes, at)
    else {
      filled.add(name)
      const { value, end } = readItem(bytes, at, kind, name)
      if (value !== undefined) struct[name] = value
      at = end
    }
  }
  return { value: struct, end: head.info === indefinite ? at + 1 : at }
}

const readList = (bytes: Uint8Array, head: CborHead, kind: FieldKind, what: string): Read => {
  if (head.major !== cborTypes.array) throw new CborError(`${what} is no list`, head.start)
  const list: unknown[] = []
  let at = head.end
  while (more(bytes, head, at, list.length)) {
    const { value, end } = readItem(bytes, at, kind, what)
    list.push(value)
    at = end
  }
  return { value: list, end: head.info === indefinite ? at + 1 : at }
}

/** Reads one item; undefined for null. `what` names it in messages. */
const readItem = (bytes: Uint8Array, start: number, kind: FieldKind, what: string): Read => {
  const head = headAfterTags(bytes, start)
  if (isNothing(head)) return { value: undefined, end: head.end }
  if (typeof kind === 'string') return readScalar(bytes, head, kind, what)
  return 'struct' in kind ? readStruct(bytes, head, kind.struct, what) : readList(bytes, head, kind.list, what)
}

/**
 * Reads bytes that must be exactly one item of the given kind; undefined for null. Missing fields of a struct are omitted.
 * @param what names it in messages.
 * @throws CborError
 */
export const readCbor = (bytes: Uint8Array, kind: FieldKind, what: string): unknown => {
  checkWellFormed(bytes)
  return readItem(bytes, 0, kind, what).value
}
