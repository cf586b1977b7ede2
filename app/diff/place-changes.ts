/**
 * Chooses where a change is shown. A function that was added after another one, with a blank line between them, can be shown with the blank
 * line before it or with the one after it: both make the same text. People expect whole paragraphs and whole blocks.
 */

/** Lines of the old text that lines of the new text replace. One of the two ranges may be empty. Ends are exclusive. */
export interface Change {
  readonly before: number
  readonly beforeEnd: number
  readonly after: number
  readonly afterEnd: number
}

type Text = readonly string[]

const tab = 9
const space = 32
const tabWidth = 8

/** Columns before the first character; undefined: the line is blank. */
const indentOf = (line = ''): number | undefined => {
  let columns = 0
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at)
    if (code === space) columns += 1
    else if (code === tab) columns += tabWidth - (columns % tabWidth)
    else if (code > space) return columns
  }
  return undefined
}

/**
 * Costs of a change that begins or ends at a place; a negative number favours the place. The numbers were fitted on changes of real and of
 * random files: docs/decisions/0018-own-diff.md.
 */
const costs = {
  /** For each column of the next line that is not blank. */
  column: 3,
  /** For each column that this line and the line above have both: a place deep within blocks. */
  sharedColumn: 1,
  noBlankLine: 6,
  blankLineAbove: -4,
  blankLineBelow: 3,
  /** The next line is indented more: a block begins. */
  beginsBlock: 1,
  /** The next line is indented less: a block ends. */
  endsBlock: 3,
  textStart: 8,
  textEnd: -13,
}

/** Maximum number of places that are tried for one change: a change within very many equal lines fits at all of them. */
const maxPlaces = 200
/** Blank lines that are looked at on one side of a place. */
const maxBlankLines = 50

/** Columns of the first line from `from` on that is not blank; 0: there is none. */
const nextIndent = (text: Text, from: number, step: 1 | -1): number => {
  for (let lines = 0, at = from; lines < maxBlankLines && at >= 0 && at < text.length; lines += 1, at += step) {
    const indent = indentOf(text[at])
    if (indent !== undefined) return indent
  }
  return 0
}

const blankLineCost = (text: Text, at: number): number => {
  const [isAbove, isBelow] = [indentOf(text[at - 1]) === undefined, indentOf(text[at]) === undefined]
  if (!isAbove && !isBelow) return costs.noBlankLine
  return (isAbove ? costs.blankLineAbove : 0) + (isBelow ? costs.blankLineBelow : 0)
}

/** Cost of a change that begins or ends between the line `at` and the line above it. */
const edgeCost = (text: Text, at: number): number => {
  if (at === 0) return costs.textStart
  if (at === text.length) return costs.textEnd
  const [above, below] = [nextIndent(text, at - 1, -1), nextIndent(text, at, 1)]
  const block = below > above ? costs.beginsBlock : below < above ? costs.endsBlock : 0
  return costs.column * below + costs.sharedColumn * Math.min(above, below) + blankLineCost(text, at) + block
}

const moved = ({ before, beforeEnd, after, afterEnd }: Change, by: number): Change => ({
  before: before + by,
  beforeEnd: beforeEnd + by,
  after: after + by,
  afterEnd: afterEnd + by,
})

const joined = (one: Change, next: Change): Change => ({ ...one, beforeEnd: next.beforeEnd, afterEnd: next.afterEnd })

/** Lines that were only added or only removed: they may fit at several places of their text. */
interface Run {
  readonly text: Text
  readonly from: number
  readonly to: number
  /** Lines by which it can be moved up, and down. */
  readonly up: number
  readonly down: number
}

/** @param room unchanged lines above the change, and below it */
const runOf = (text: Text, from: number, to: number, [above, below]: readonly [number, number]): Run => {
  let [up, down] = [0, 0]
  while (up < above && text[from - up - 1] === text[to - up - 1]) up += 1
  while (down < below && text[from + down] === text[to + down]) down += 1
  return { text, from, to, up, down }
}

/** By how many lines a run is moved to the place that costs least; of equal ones the lowest. */
const bestMove = ({ text, from, to, up, down }: Run): number => {
  let [best, least] = [down, Infinity]
  for (let by = down; by >= -up && down - by < maxPlaces; by -= 1) {
    const cost = edgeCost(text, from + by) + edgeCost(text, to + by)
    if (cost < least) [best, least] = [by, cost]
  }
  return best
}

/** Moves changes that fit at several places to where people expect them; those that then meet become one. */
export const placeChanges = (before: Text, after: Text, changes: readonly Change[]): readonly Change[] => {
  const placed: Change[] = []
  const rest = [...changes].reverse()
  for (let change = rest.pop(); change !== undefined; change = rest.pop()) {
    const previous = placed.at(-1)
    const next = rest.at(-1)
    if (previous !== undefined && previous.beforeEnd === change.before && previous.afterEnd === change.after) {
      placed.pop()
      rest.push(joined(previous, change))
      continue
    }
    const isAddition = change.before === change.beforeEnd
    if (isAddition === (change.after === change.afterEnd)) {
      placed.push(change)
      continue
    }
    const room = [change.before - (previous?.beforeEnd ?? 0), (next?.before ?? before.length) - change.beforeEnd] as const
    const run = isAddition ? runOf(after, change.after, change.afterEnd, room) : runOf(before, change.before, change.beforeEnd, room)
    if (previous !== undefined && run.up === room[0]) rest.push(moved(change, -run.up))
    else if (next !== undefined && run.down === room[1]) {
      rest.pop()
      rest.push(joined(moved(change, run.down), next))
    } else placed.push(moved(change, bestMove(run)))
  }
  return placed
}
