/** Which change wrote each line of a file, carried from version to version. */
import { diffArrays } from 'diff'

/** Lines as people count them: a line feed ends one. */
export const linesIn = (content: string): readonly string[] => {
  const lines = content.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Lines that take the place of others. */
export interface LineChange {
  /** Place of the first in both, from 0. */
  readonly from: number
  readonly at: number
  readonly removed: number
  readonly added: number
}

/** Beyond this number of differing lines a change is not the smallest: finding that takes time with its square. */
const mostDiffering = 1000

const middleChanges = (before: string[], after: string[]): readonly LineChange[] | undefined => {
  const parts = diffArrays(before, after, { maxEditLength: mostDiffering })
  if (parts === undefined) return undefined
  const changes: LineChange[] = []
  let [from, at] = [0, 0]
  let open: LineChange | undefined
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      if (open !== undefined) changes.push(open)
      open = undefined
      from += value.length
      at += value.length
      continue
    }
    open ??= { from, at, removed: 0, added: 0 }
    open = { ...open, removed: open.removed + (removed ? value.length : 0), added: open.added + (added ? value.length : 0) }
    from += removed ? value.length : 0
    at += added ? value.length : 0
  }
  if (open !== undefined) changes.push(open)
  return changes
}

/** The changes that make one content of another, in their order. */
const lineChanges = (before: readonly string[], after: readonly string[]): readonly LineChange[] => {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let [oldEnd, newEnd] = [before.length, after.length]
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd -= 1
    newEnd -= 1
  }
  if (start === oldEnd && start === newEnd) return []
  const whole = { from: start, at: start, removed: oldEnd - start, added: newEnd - start }
  if (whole.removed === 0 || whole.added === 0) return [whole]
  const middle = middleChanges(before.slice(start, oldEnd), after.slice(start, newEnd))
  return middle === undefined ? [whole] : middle.map((change) => ({ ...change, from: change.from + start, at: change.at + start }))
}

/** A content, and of each line which change wrote it: -1, no change that counts. */
export interface WrittenLines {
  readonly lines: readonly string[]
  readonly writers: readonly number[]
}

export interface CarriedLines {
  readonly now: WrittenLines
  readonly added: number
  readonly removed: number
  /** Of the removed lines, those that a change had written. */
  readonly undone: number
}

/** @param writer of the lines that are new */
export const carryWriters = (before: WrittenLines, after: readonly string[], writer: number): CarriedLines => {
  const writers: number[] = []
  let [next, added, removed, undone] = [0, 0, 0, 0]
  for (const change of lineChanges(before.lines, after)) {
    for (; next < change.from; next += 1) writers.push(before.writers[next] ?? -1)
    for (const gone of before.writers.slice(change.from, change.from + change.removed)) if (gone !== -1) undone += 1
    for (let at = 0; at < change.added; at += 1) writers.push(writer)
    next = change.from + change.removed
    added += change.added
    removed += change.removed
  }
  for (; next < before.lines.length; next += 1) writers.push(before.writers[next] ?? -1)
  return { now: { lines: after, writers }, added, removed, undone }
}
