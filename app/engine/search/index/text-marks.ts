/** Words of the index that no text has: they say which passages have texts of a tool, of a file or of a month, and failures. */

/** Private use characters: letters of no script, so a text has no word with them. */
const ofName = '\ue000'

/** @param number of a tool, a file or a month, as the index names it */
export const nameMark = (number: number): string => `${ofName}${number.toString(36)}`

export const failureMark = '\ue001'

/** Months since January 1970, UTC. @param at milliseconds since 1970 */
export const monthOf = (at: number): number => {
  const date = new Date(at)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

interface Marked {
  readonly tool: number
  readonly file: number
  readonly isError: boolean
  readonly occurredAt: number | null
}

/** The marks of a passage, each once. @param numberOfMonth the number of a month in the index */
export const marksOf = (pieces: readonly Marked[], numberOfMonth: (month: number) => number): readonly string[] => {
  const months = new Set(pieces.flatMap(({ occurredAt }) => (occurredAt === null ? [] : [monthOf(occurredAt)])))
  const names = new Set([...pieces.flatMap(({ tool, file }) => [tool, file]), ...[...months].map(numberOfMonth)])
  names.delete(0)
  return [...[...names].map(nameMark), ...(pieces.some(({ isError }) => isError) ? [failureMark] : [])]
}
