/** Length and width of drawn lines. */

/** Longer lines, such as generated ones, are cut: a line of megabytes would hold up the window. UTF-16 code units. */
export const longestLine = 2000

const tabWidth = 4

/** Columns that a text takes in a fixed width, about: wide characters count twice. */
const columnsOf = (text: string): number => {
  let columns = 0
  for (let at = 0; at < text.length && at < longestLine; at += 1) {
    const code = text.charCodeAt(at)
    columns += code === 9 ? tabWidth - (columns % tabWidth) : code >= 0x1100 ? 2 : 1
  }
  return columns
}

/** The most columns of all lines. */
export const widest = (lines: Iterable<string>): number => {
  let most = 0
  for (const text of lines) if (text.length > most / 2) most = Math.max(most, columnsOf(text))
  return most
}
