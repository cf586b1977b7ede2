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
  /** Number of removed lines by the change that had written them. */
  readonly lost: ReadonlyMap<number, number>
  /** The sum of them. */
  readonly undone: number
}

/** Lines by writer, without those of which one has as many after as before. */
const lostLines = (before: Iterable<number>, after: Iterable<number>): ReadonlyMap<number, number> => {
  const lost = new Map<number, number>()
  for (const writer of before) if (writer !== -1) lost.set(writer, (lost.get(writer) ?? 0) + 1)
  for (const writer of after) if (writer !== -1) lost.set(writer, (lost.get(writer) ?? 0) - 1)
  return new Map([...lost].filter(([, lines]) => lines !== 0))
}

/** @param writer of the lines that are new */
export const carryWriters = (before: WrittenLines, after: readonly string[], writer: number): CarriedLines => {
  const matches = matchLines(before.lines, after)
  const kept = [...matches].filter((place) => place !== -1)
  const writers = Array.from(matches, (place) => (place === -1 ? writer : (before.writers[place] ?? -1)))
  const lost = lostLines(
    before.writers,
    kept.map((place) => before.writers[place] ?? -1),
  )
  return {
    now: { lines: after, writers },
    added: after.length - kept.length,
    removed: before.lines.length - kept.length,
    lost,
    undone: [...lost.values()].reduce((sum, lines) => sum + lines, 0),
  }
}
