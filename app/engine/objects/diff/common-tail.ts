/** Git compares texts without the end that they share, in blocks of bytes: what it leaves out, changes are not moved into. */

const block = 1024

/** Of a line that does not end the text with a line feed: in its place there is a mark. */
export const noLineFeed = '\0'

const bytesOf = (line: string): number => (line.endsWith(noLineFeed) ? Buffer.byteLength(line) - 1 : Buffer.byteLength(line) + 1)

/** Bytes at the end of two lines that are the same. */
const sharedEnd = (one: string, other: string): number => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  let bytes = 0
  while (bytes < a.length && bytes < b.length && a[a.length - 1 - bytes] === b[b.length - 1 - bytes]) bytes += 1
  return bytes
}

/** How many lines at the end of both are not compared. */
export const commonTail = (before: readonly string[], after: readonly string[]): number => {
  let [shared, bytes] = [0, 0]
  const most = Math.min(before.length, after.length)
  while (shared < most && before[before.length - 1 - shared] === after[after.length - 1 - shared]) {
    bytes += bytesOf(after[after.length - 1 - shared] ?? '')
    shared += 1
  }
  const [a, b] = [before[before.length - 1 - shared], after[after.length - 1 - shared]]
  // The line feed before the first shared line, and what the lines before it share.
  if (a !== undefined && b !== undefined) bytes += 1 + sharedEnd(a, b)
  const leftOut = bytes - (bytes % block)
  let [lines, taken] = [0, 0]
  // The first line feed of what is left out stays, and what is before it.
  for (; lines < shared; lines += 1) {
    taken += bytesOf(after[after.length - 1 - lines] ?? '')
    if (taken >= leftOut) break
  }
  return lines
}
