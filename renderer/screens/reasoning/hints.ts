/** The files that a question is about: one a line in the address, and with commas between them where they are typed. */

const partsOf = (text: string | undefined, separator: string | RegExp): readonly string[] =>
  (text ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const hintedFiles = (hints: string | undefined): readonly string[] => partsOf(hints, '\n')

/** Between files that a person types is a comma with a space, since a name may have a comma. */
export const hintsOf = (typed: string): string | undefined => partsOf(typed, /,\s/).join('\n') || undefined
