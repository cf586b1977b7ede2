/** Git compares texts without the end that they share, in blocks of bytes: what it leaves out, changes are not moved into. */
import type { SharedEnds } from './shared-ends.ts'

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

/** Bytes of each line, of texts that were compared lately: mostly a text is compared with the one before and the one after it. */
const known = new WeakMap<readonly string[], Int32Array>()

const bytesOfLines = (text: readonly string[]): Int32Array => {
  const found = known.get(text) ?? Int32Array.from(text, bytesOf)
  known.set(text, found)
  return found
}

/** Bytes of each line of `after`; shared lines reuse the sizes from `before`. */
const bytesOfNext = (before: readonly string[], after: readonly string[], { head, tail }: SharedEnds): Int32Array => {
  const found = known.get(after)
  if (found !== undefined) return found
  const [own, others] = [new Int32Array(after.length), bytesOfLines(before)]
  own.set(others.subarray(0, head))
  own.set(others.subarray(before.length - tail), after.length - tail)
  for (let at = head; at < after.length - tail; at += 1) own[at] = bytesOf(after[at] ?? '')
  known.set(after, own)
  return own
}

/** Here the end counts first: git leaves out as much of it as it can. */
const tailFirst = (before: readonly string[], after: readonly string[]): SharedEnds => {
  const most = Math.min(before.length, after.length)
  let [head, tail] = [0, 0]
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  while (head < most - tail && before[head] === after[head]) head += 1
  return { head, tail }
}

/** How many lines at the end of both are not compared. */
export const commonTail = (before: readonly string[], after: readonly string[]): number => {
  const shared = tailFirst(before, after)
  const sizes = bytesOfNext(before, after, shared)
  let taken = 0
  for (let at = after.length - shared.tail; at < after.length; at += 1) taken += sizes[at] ?? 0
  const [a, b] = [before[before.length - 1 - shared.tail], after[after.length - 1 - shared.tail]]
  // The line feed before the first shared line, and what the lines before it share.
  const bytes = a === undefined || b === undefined ? taken : taken + 1 + sharedEnd(a, b)
  const leftOut = bytes - (bytes % block)
  // The first line feed of what is left out stays, and what is before it.
  let lines = shared.tail
  while (lines > 0 && taken >= leftOut) {
    taken -= sizes[after.length - lines] ?? 0
    lines -= 1
  }
  return lines
}
