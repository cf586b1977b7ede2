/** The part of an address after the question mark: fields by name, without absent ones. */

export type Query = Readonly<Record<string, string | undefined>>

/** `?a=1&b=2`, or nothing when no field is set. An empty field counts as absent. */
export const query = (fields: Query): string => {
  const set = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
  return set.length === 0 ? '' : `?${set.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

/** The fields of `a=1&b=2`; a field that cannot be decoded is ignored. */
export const parseQuery = (text: string): Query => {
  const fields: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text.replaceAll('+', '%2B'))) if (value !== '') fields[name] = value
  return fields
}
