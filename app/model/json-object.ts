/** Reads values of unknown JSON. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field that is text and not empty. */
export const textIn = (object: JsonObject, name: string): string | undefined => {
  const value = object[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const objectIn = (object: JsonObject, name: string): JsonObject => {
  const value = object[name]
  return isObject(value) ? value : {}
}

/** The objects of a list; nothing for what is no list. */
export const objectsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
