/** Which change wrote each line of a file, carried from version to version. */
import { matchLines } from '../diff/match-lines.ts'

/** Lines as people count them: a line feed ends one. */
export const linesIn = (content: string): readonly string[] => {
  const lines = content.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
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
  /** Number of removed lines that a change had written. */
  readonly undone: number
}

const written = (writers: Iterable<number>): number => {
  let count = 0
  for (const writer of writers) if (writer !== -1) count += 1
  return count
}

/** @param writer of the lines that are new */
export const carryWriters = (before: WrittenLines, after: readonly string[], writer: number): CarriedLines => {
  const matches = matchLines(before.lines, after)
  const kept = [...matches].filter((place) => place !== -1)
  const writers = Array.from(matches, (place) => (place === -1 ? writer : (before.writers[place] ?? -1)))
  return {
    now: { lines: after, writers },
    added: after.length - kept.length,
    removed: before.lines.length - kept.length,
    undone: written(before.writers) - written(kept.map((place) => before.writers[place] ?? -1)),
  }
}
