/** The lines of a text, as they are compared. */

/** At the end of a last line that no line feed ends: so it differs from a line that one ends. */
export const noLineFeed = '\0'

/** The lines of a content. Nothing follows the last line feed; a last line without one has a mark. */
export const textLines = (content: string): readonly string[] => {
  const lines = content.split('\n')
  const last = lines.pop() ?? ''
  return last === '' ? lines : [...lines, last + noLineFeed]
}
