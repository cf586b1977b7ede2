/** Where one conversation is scrolled to while the other is: equal numbers of prompts stand beside each other. */

/** Heights in a list, pixels, ascending. */
export interface Stops {
  /** Its beginning, where it parts from the other one, its prompts after that. */
  readonly starts: readonly number[]
  /** How far it can be scrolled. */
  readonly end: number
}

interface Pair {
  readonly from: number
  readonly to: number
}

const pairsOf = (from: Stops, to: Stops): readonly Pair[] => {
  const paired = Math.min(from.starts.length, to.starts.length)
  const pairs: Pair[] = []
  for (let at = 0; at < paired; at += 1) pairs.push({ from: from.starts[at] ?? 0, to: to.starts[at] ?? 0 })
  // The side that has no prompt left is at its end when the other one reaches its next prompt, and stays there.
  pairs.push({ from: from.starts[paired] ?? from.end, to: to.starts[paired] ?? to.end })
  return pairs
}

/** @param offset how far the side with the stops `from` is scrolled. @returns how far the other one is */
export const followedOffset = (from: Stops, to: Stops, offset: number): number => {
  if (offset <= 0) return 0
  const pairs = pairsOf(from, to)
  const next = pairs.findIndex((pair) => pair.from > offset)
  if (next === -1) return pairs.at(-1)?.to ?? 0
  const before = pairs[next - 1] ?? { from: 0, to: 0 }
  const after = pairs[next] ?? before
  return before.to + ((offset - before.from) / (after.from - before.from)) * (after.to - before.to)
}
