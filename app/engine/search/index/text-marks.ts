/** Words of the index that no text has: they say which passages have texts of a tool or a file, and failures. */

/** Private use characters: letters of no script, so a text has no word with them. */
const ofName = '\ue000'

/** @param number of a tool or a file, as the index names it */
export const nameMark = (number: number): string => `${ofName}${number.toString(36)}`

export const failureMark = '\ue001'

/** Of a passage: each mark once. */
export const marksOf = (
  pieces: readonly { readonly tool: number; readonly file: number; readonly isError: boolean }[],
): readonly string[] => {
  const names = new Set(pieces.flatMap(({ tool, file }) => [tool, file]))
  names.delete(0)
  return [...[...names].map(nameMark), ...(pieces.some(({ isError }) => isError) ? [failureMark] : [])]
}
