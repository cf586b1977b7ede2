/** Finds the unchanged commits of a growing session: groups of rows have marks, and a group whose mark existed before stays. */
import { hashBytes } from '../files/content-hash.ts'
import type { TableRow } from './tables.ts'

type CommitRow = TableRow<'commits'>

/** Rows of a group. */
const groupRows = 16

/** The rows of a session's commits that have to be written, and the marks of all. */
export interface MarkedCommits {
  readonly rows: readonly CommitRow[]
  readonly marks: readonly string[]
  /** How many rows stay: those with the least positions. */
  readonly kept: number
  /** From this position on rows are written again. */
  readonly firstPosition: number
}

/** By row object: callers pass the same object again for an unchanged row. */
const rowMarks = new WeakMap<CommitRow, string>()

const markOf = (row: CommitRow): string => {
  const known = rowMarks.get(row)
  if (known !== undefined) return known
  const mark = hashBytes(Buffer.from(JSON.stringify(row)))
  rowMarks.set(row, mark)
  return mark
}

const groupMarks = (rows: readonly CommitRow[]): readonly string[] => {
  const marks: string[] = []
  for (let from = 0; from < rows.length; from += groupRows) {
    const own = rows.slice(from, from + groupRows).map(markOf)
    marks.push(hashBytes(Buffer.from(own.join())))
  }
  return marks
}

/**
 * Marks the commits of a session.
 * @param rows all of them, with distinct ascending positions
 * @param before marks of the rows that the tables hold of it now
 */
export const markCommits = (rows: readonly CommitRow[], before: readonly string[]): MarkedCommits => {
  const marks = groupMarks(rows)
  let same = 0
  while (same < marks.length && marks[same] === before[same]) same += 1
  const kept = Math.min(same * groupRows, rows.length)
  const last = rows[kept - 1]
  return { rows: rows.slice(kept), marks, kept, firstPosition: last === undefined ? 0 : last.position + 1 }
}
