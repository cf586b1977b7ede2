/** Why no line of a file is known. */
import { formatCount } from '../format/count.ts'

/** An edit may multiply a content. What would be longer is not computed. UTF-16 code units. */
export const maxComputedLength = 8 * 1024 * 1024

export const unknownFileText = (path: string, isTooLarge: boolean): string =>
  isTooLarge
    ? `${path} is not available: too large: contents of more than ${formatCount(maxComputedLength)} characters, or with too many edits of a long one, are not computed.`
    : `No line of ${path} is known: no record shows its content.`
