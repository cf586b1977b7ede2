/** The longest common subsequence of the lines of two texts (package `diff`), with a limit for texts that differ a lot. */
import { diffArrays } from 'diff'
import { sharedEnds } from './shared-ends.ts'

/** Lines as numbers; equal lines have equal numbers. */
export type Lines = readonly number[]

/** Called with each pair of matching places. */
export type Pairs = (before: number, after: number) => void

/**
 * Maximum number of removed and added lines in an exact comparison: its time and memory grow with the square of this number. Texts that
 * differ more are divided at lines that are once in each of them.
 */
const maxEdits = 500

interface Stretch {
  readonly before: Lines
  readonly after: Lines
  /** Places of its first lines. */
  readonly at: number
  readonly afterAt: number
}

/** The places of the lines that a text has once. */
const onceIn = (lines: Lines): ReadonlyMap<number, number> => {
  const places = new Map<number, number>()
  lines.forEach((line, at) => places.set(line, places.has(line) ? -1 : at))
  for (const [line, at] of places) if (at === -1) places.delete(line)
  return places
}

interface Anchor {
  readonly before: number
  readonly after: number
  readonly previous: Anchor | undefined
}

/** The longest list of lines that both texts have once, and in the same order (patience sorting). */
const anchorsOf = ({ before, after }: Stretch): readonly Anchor[] => {
  const [old, now] = [onceIn(before), onceIn(after)]
  const piles: Anchor[] = []
  for (const [line, place] of old) {
    const match = now.get(line)
    if (match === undefined) continue
    let [low, high] = [0, piles.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((piles[middle]?.after ?? 0) < match) low = middle + 1
      else high = middle
    }
    piles[low] = { before: place, after: match, previous: piles[low - 1] }
  }
  const anchors: Anchor[] = []
  for (let anchor = piles.at(-1); anchor !== undefined; anchor = anchor.previous) anchors.push(anchor)
  return anchors.reverse()
}

const part = ({ before, after, at, afterAt }: Stretch, from: number, to: number, afterFrom: number, afterTo: number): Stretch => ({
  before: before.slice(from, to),
  after: after.slice(afterFrom, afterTo),
  at: at + from,
  afterAt: afterAt + afterFrom,
})

/** Finds the pairs of a stretch; what it cannot compare exactly it answers in parts, none when nothing divides it. */
const pairStretch = (stretch: Stretch, pair: Pairs): readonly Stretch[] => {
  const { before, after, at, afterAt } = stretch
  const { head, tail } = sharedEnds(before, after)
  for (let place = 0; place < head; place += 1) pair(at + place, afterAt + place)
  for (let place = 1; place <= tail; place += 1) pair(at + before.length - place, afterAt + after.length - place)
  const [end, afterEnd] = [before.length - tail, after.length - tail]
  if (end === head || afterEnd === head) return []
  const rest = part(stretch, head, end, head, afterEnd)
  const changes = diffArrays([...rest.before], [...rest.after], { maxEditLength: maxEdits })
  if (changes === undefined) return divided(rest, pair)
  let [old, now] = [rest.at, rest.afterAt]
  for (const { count, added, removed } of changes) {
    if (!added && !removed) for (let place = 0; place < count; place += 1) pair(old + place, now + place)
    if (!added) old += count
    if (!removed) now += count
  }
  return []
}

const divided = (stretch: Stretch, pair: Pairs): readonly Stretch[] => {
  const anchors = anchorsOf(stretch)
  if (anchors.length === 0) return []
  const parts: Stretch[] = []
  let [from, afterFrom] = [0, 0]
  for (const { before, after } of anchors) {
    pair(stretch.at + before, stretch.afterAt + after)
    parts.push(part(stretch, from, before, afterFrom, after))
    from = before + 1
    afterFrom = after + 1
  }
  parts.push(part(stretch, from, stretch.before.length, afterFrom, stretch.after.length))
  return parts
}

/** Calls `pair` for each line that the texts have in common; the pairs are in no order. */
export const commonLines = (before: Lines, after: Lines, pair: Pairs): void => {
  const open: Stretch[] = [{ before, after, at: 0, afterAt: 0 }]
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) for (const each of pairStretch(stretch, pair)) open.push(each)
}
