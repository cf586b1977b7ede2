/** Pairs the lines of an old and a new text, for blame, patches and the view of changes. */
import { commonLines } from './common-lines.ts'
import { placeChanges, type Change } from './place-changes.ts'
import { sharedEnds } from './shared-ends.ts'

type Text = readonly string[]

/** Numbers for the lines of both texts; -1: the other text does not have the line. */
const numbered = (before: Text, after: Text): readonly [Int32Array, Int32Array] => {
  const numbers = new Map<string, number>()
  for (const line of before) if (!numbers.has(line)) numbers.set(line, numbers.size)
  const isShared = new Uint8Array(numbers.size)
  const now = Int32Array.from(after, (line) => {
    const number = numbers.get(line) ?? -1
    if (number !== -1) isShared[number] = 1
    return number
  })
  const old = Int32Array.from(before, (line) => {
    const number = numbers.get(line) ?? -1
    return isShared[number] === 1 ? number : -1
  })
  return [old, now]
}

/** The places of the lines that the other text has too. */
const sharedPlaces = (numbers: Int32Array): readonly number[] => {
  const places: number[] = []
  numbers.forEach((number, at) => {
    if (number !== -1) places.push(at)
  })
  return places
}

/** For each line of the text after, its place before; -1: it has none. */
const matchesOf = (before: Text, after: Text): Int32Array => {
  const { head, tail } = sharedEnds(before, after)
  const matches = Int32Array.from(after, (_, at) => (at < head ? at : at - after.length + before.length))
  matches.fill(-1, head, after.length - tail)
  const [old, now] = numbered(before.slice(head, before.length - tail), after.slice(head, after.length - tail))
  const [oldPlaces, nowPlaces] = [sharedPlaces(old), sharedPlaces(now)]
  commonLines(
    oldPlaces.map((at) => old[at] ?? -1),
    nowPlaces.map((at) => now[at] ?? -1),
    (place, nowPlace) => {
      matches[head + (nowPlaces[nowPlace] ?? -1)] = head + (oldPlaces[place] ?? -1)
    },
  )
  return matches
}

const changesOf = (matches: Int32Array, beforeLength: number): readonly Change[] => {
  const changes: Change[] = []
  let [before, after] = [0, 0]
  const changeUpTo = (beforeEnd: number, afterEnd: number): void => {
    if (before < beforeEnd || after < afterEnd) changes.push({ before, beforeEnd, after, afterEnd })
    before = beforeEnd + 1
    after = afterEnd + 1
  }
  matches.forEach((match, at) => {
    if (match !== -1) changeUpTo(match, at)
  })
  changeUpTo(beforeLength, matches.length)
  return changes
}

/** For each line of the text after, which one it was before; -1: it is new. */
export const matchLines = (before: Text, after: Text): Int32Array => {
  const matches = matchesOf(before, after)
  const changes = placeChanges(before, after, changesOf(matches, before.length))
  const placed = new Int32Array(after.length).fill(-1)
  let [old, now] = [0, 0]
  for (const change of [...changes, { before: before.length, beforeEnd: 0, after: after.length, afterEnd: 0 }]) {
    for (; now < change.after; now += 1, old += 1) placed[now] = old
    old = change.beforeEnd
    now = change.afterEnd
  }
  return placed
}
