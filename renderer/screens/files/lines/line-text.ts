/** Length and width of drawn lines. */

/** Longer lines, such as generated ones, are cut: a line of megabytes would hold up the window. UTF-16 code units. */
export const maxLineLength = 2000

const tabWidth = 4

/** Estimated number of columns of a text in a fixed-width font: wide characters count twice. */
const columnsOf = (text: string): number => {
  let columns = 0
  for (let at = 0; at < text.length && at < maxLineLength; at += 1) {
    const code = text.charCodeAt(at)
    columns += code === 9 ? tabWidth - (columns % tabWidth) : code >= 0x1100 ? 2 : 1
  }
  return columns
}

/** The number of columns of the widest line. */
export const widest = (lines: Iterable<string>): number => {
  let most = 0
  for (const text of lines) if (text.length > most / 2) most = Math.max(most, columnsOf(text))
  return most
}
