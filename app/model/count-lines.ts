/** How many lines a file has, of which the lines are known: a run of blank ones is kept as one, and records that share a line are several. */
import type { TranscriptLine } from './transcript-line.ts'

/** @param lines of the whole file, in their order. */
export const countLines = (lines: readonly Pick<TranscriptLine, 'lines'>[]): number => {
  let count = 0
  for (const line of lines) count += line.lines
  return count
}
