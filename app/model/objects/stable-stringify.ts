/** JSON in which equal values have equal text: hashes of objects are computed from it. */

/** A JSON value. An undefined field is omitted. */
export type StableValue = null | boolean | number | string | readonly StableValue[] | StableFields
export interface StableFields {
  readonly [field: string]: StableValue | undefined
}

const isList = (value: readonly StableValue[] | StableFields): value is readonly StableValue[] => Array.isArray(value)

/** JSON with the keys of every level sorted by code unit, without white space, and without unnecessary escapes. */
export const stableStringify = (value: StableValue): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(stableStringify).join(',')}]`
  const fields = Object.keys(value)
    .sort()
    .flatMap((field) => {
      const content = value[field]
      return content === undefined ? [] : [`${JSON.stringify(field)}:${stableStringify(content)}`]
    })
  return `{${fields.join(',')}}`
}
