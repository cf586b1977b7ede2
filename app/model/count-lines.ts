/** How many lines a file has, of which the lines are known: a run of blank ones is kept as one. */
import type { TranscriptLine } from './transcript-line.ts'

/** @param lines of the whole file, in their order. */
export const countLines = (lines: readonly Pick<TranscriptLine, 'line' | 'lines'>[]): number => {
  const last = lines.at(-1)
  return last === undefined ? 0 : last.line + last.lines - 1
}
