/**
 * JSON without values that are nested too deeply. V8 reads any depth, but everything that walks a value level by level, as `JSON.stringify`
 * does, ends with a full stack: one such record would stop every answer that reads it.
 */

/** No client nests what it records nearly as deeply. Exports report what is nested more than 500 levels deep. */
const maxDepth = 1000

const tooDeep = 'not available: nested too deeply'

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

const isDeeper = (value: object, levels: number): boolean => {
  if (levels === 0) return true
  for (const part of Object.values(value) as readonly unknown[]) if (isNested(part) && isDeeper(part, levels - 1)) return true
  return false
}

const cut = (value: unknown, levels: number): unknown => {
  if (!isNested(value)) return value
  if (levels === 0) return tooDeep
  if (Array.isArray(value)) return value.map((part) => cut(part, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part, levels - 1)]))
}

/** The value itself, or a copy in which a text that says so replaces what is nested too deeply. */
export const boundedDepth = (value: unknown): unknown => (isNested(value) && isDeeper(value, maxDepth) ? cut(value, maxDepth) : value)

/** @throws SyntaxError */
export const parseBounded = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  // Each level needs two characters.
  return text.length < 2 * maxDepth ? value : boundedDepth(value)
}
