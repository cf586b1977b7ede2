/** The lines of an artifact as text to look at. */

const longestLine = 20_000

/** Undecodable bytes become U+FFFD; lines longer than 20,000 UTF-16 code units are cut, and say so. */
export const rawLines = (bytes: Uint8Array): readonly string[] => {
  const lines = new TextDecoder().decode(bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.length <= longestLine ? line : `${line.slice(0, longestLine)}… (${line.length - longestLine} more)`))
}
