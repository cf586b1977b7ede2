/** Who wrote the lines of files, along a chain. */
import type { WrittenLines } from '../../files/line-writers.ts'

/** The known lines of a file along a chain. */
export interface Lines {
  readonly written: WrittenLines
  /** Versions that wrote lines since all of the content was known. */
  readonly versions: readonly number[]
}

/** Lines that a version wrote and a later one does not have. */
export interface Loss {
  readonly by: number
  readonly lines: number
}

export const noLines: Lines = { written: { lines: [], writers: [] }, versions: [] }

/** The lines that an agent wrote count as left once. */
export const withoutVersions = (lines: Lines | undefined): Lines | undefined =>
  lines && { written: { ...lines.written, writers: lines.written.writers.map(() => -1) }, versions: [] }

export const moveLines = (all: Map<string, Lines>, to: string, lines: Lines | undefined): void => {
  if (lines === undefined) all.delete(to)
  else all.set(to, lines)
}
