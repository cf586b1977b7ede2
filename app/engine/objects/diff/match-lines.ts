/** Which lines of a text were there before, as git finds them. */
import { commonTail } from './common-tail.ts'
import { linesInQuestion } from './lines-in-question.ts'
import { sharedEnds } from './shared-ends.ts'
import { shortestEdit, type Lines } from './shortest-edit.ts'
import { slideChanges } from './slide-changes.ts'

type Text = readonly string[]

/** How often lines are in a text, of those that are asked for. */
const countsIn = (text: Text, asked: ReadonlySet<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const line of text) if (asked.has(line)) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

/** Equal lines get equal numbers. */
const numberer = (): ((line: string) => number) => {
  const numbers = new Map<string, number>()
  return (line) => {
    const found = numbers.get(line) ?? numbers.size
    numbers.set(line, found)
    return found
  }
}

const numbersOf = (text: Text, places: readonly number[], numberOf: (line: string) => number): Lines =>
  Int32Array.from(places, (at) => numberOf(text[at] ?? ''))

interface Marks {
  /** 1 for each line of the text before that is not in the one after. */
  readonly removed: Uint8Array
  /** 1 for each line of the text after that was not in the one before. */
  readonly added: Uint8Array
}

const changesOf = (before: Text, after: Text): Marks => {
  const { head: from, tail } = sharedEnds(before, after)
  const [toA, toB] = [before.length - tail, after.length - tail]
  const [removed, added] = [new Uint8Array(before.length).fill(1, from, toA), new Uint8Array(after.length).fill(1, from, toB)]
  const [a, b] = [before.slice(from, toA), after.slice(from, toB)]
  const [ofA, ofB] = [new Set(a), new Set(b)]
  // Most changes replace lines with others: there is nothing to find.
  if (!a.some((line) => ofB.has(line))) return { removed, added }
  const askedA = linesInQuestion(a, before.length, countsIn(after, ofA))
  const askedB = linesInQuestion(b, after.length, countsIn(before, ofB))
  const numberOf = numberer()
  const changes = shortestEdit(numbersOf(a, askedA, numberOf), numbersOf(b, askedB, numberOf))
  askedA.forEach((at, place) => (removed[from + at] = changes.removed[place] ?? 1))
  askedB.forEach((at, place) => (added[from + at] = changes.added[place] ?? 1))
  return { removed, added }
}

/** For each line of the text after, which one it was before; -1: it is new. */
export const matchLines = (before: Text, after: Text): Int32Array => {
  const tail = commonTail(before, after)
  const [endA, endB] = [before.length - tail, after.length - tail]
  const [head, headAfter] = [before.slice(0, endA), after.slice(0, endB)]
  const { removed, added } = changesOf(head, headAfter)
  const [old, now] = [
    { lines: head, changed: removed },
    { lines: headAfter, changed: added },
  ]
  slideChanges(old, now)
  slideChanges(now, old)
  const matches = new Int32Array(after.length).fill(-1)
  let at = 0
  for (let line = 0; line < endB; line += 1) {
    if (added[line] === 1) continue
    while (removed[at] === 1) at += 1
    matches[line] = at
    at += 1
  }
  for (let line = endB; line < after.length; line += 1) matches[line] = line - endB + endA
  return matches
}
