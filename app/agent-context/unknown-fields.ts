/** Fields that a newer version of Strata wrote: they are found beside the known ones, and written with them again. */
import { isObject, type JsonObject } from '../model/json-object.ts'

/** Whether each value of JSON that was read is in what was read, unchanged: writing it again loses none. Unknown fields do not count. */
export const isWhole = (json: unknown, read: unknown): boolean => {
  if (Array.isArray(json) && Array.isArray(read)) return json.length === read.length && json.every((each, at) => isWhole(each, read[at]))
  if (!isObject(json) || !isObject(read)) return json === read
  return Object.entries(json).every(([name, value]) => !Object.hasOwn(read, name) || isWhole(value, read[name]))
}

/** Unknown fields of objects, and of objects in lists at the same index; undefined: there are none. */
export const unknownFields = (json: unknown, read: unknown): object | undefined => {
  if (Array.isArray(json) && Array.isArray(read)) {
    const parts = json.map((each, at) => unknownFields(each, read[at]))
    return parts.some((part) => part !== undefined) ? parts.map((part) => part ?? {}) : undefined
  }
  if (!isObject(json) || !isObject(read)) return undefined
  const found = Object.entries(json).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    if (!Object.hasOwn(read, name)) return [[name, value]]
    const part = unknownFields(value, read[name])
    return part === undefined ? [] : [[name, part]]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** What was read with its unknown fields: no known value changes. */
export const withUnknown = (read: unknown, more: unknown): unknown => {
  if (Array.isArray(read) && Array.isArray(more)) return read.map((each, at) => withUnknown(each, more[at]))
  if (!isObject(read) || !isObject(more)) return read
  const added = Object.entries(more).filter(([name]) => !Object.hasOwn(read, name))
  const known = Object.entries(read).map(([name, value]) => [name, withUnknown(value, more[name])])
  return Object.fromEntries([...known, ...added])
}

/** The unknown fields of two versions of an event; where both have one, the larger text counts: the same in either order. */
export const joinedUnknown = (one: JsonObject, other: JsonObject): JsonObject => {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()
  const larger = (name: string): unknown => {
    if (!Object.hasOwn(one, name)) return other[name]
    if (!Object.hasOwn(other, name)) return one[name]
    return JSON.stringify(one[name]) >= JSON.stringify(other[name]) ? one[name] : other[name]
  }
  return Object.fromEntries(names.map((name) => [name, larger(name)]))
}
