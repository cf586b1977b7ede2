/** Reads the fields of an address; a value that is not valid is as if it were not given. */

export const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T | undefined => known.find((each) => each === text)

/** A day, YYYY-MM-DD. Date.parse takes the 30th of February for a day of March. */
export const dayOf = (text: string | undefined): string | undefined => {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined
}

/** A number from 1. */
export const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined

/** Milliseconds since 1970. */
export const instantOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,16}$/.test(text) ? Number(text) : undefined
