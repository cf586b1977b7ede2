/** Values nested deeper than any client writes: reading them takes no stack, writing them again would. */

/** Levels; clients write some ten. */
const maxLevels = 500

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

const cut = (value: unknown, levels: number): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((inner) => cut(inner, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner, levels - 1)]))
}

/** A cheap test that is true for every value that may be too deep. */
const hasManyBrackets = (line: string): boolean => {
  const bracket = /[[{]/g
  let count = 0
  while (count <= maxLevels && bracket.test(line)) count += 1
  return count > maxLevels
}

/**
 * The value with null in place of what lies deeper than 500 levels; undefined when nothing does.
 * @param line the JSON text of the value.
 */
export const cutDeep = <T>(line: string, value: T): T | undefined =>
  hasManyBrackets(line) && isDeeper(value, maxLevels) ? (cut(value, maxLevels) as T) : undefined
