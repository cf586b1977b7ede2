/** The number of lines of a text. */
import type { TranscriptLine } from './transcript-line.ts'

/** @param lines of the whole file, in their order. */
export const countLines = (lines: readonly Pick<TranscriptLine, 'lines'>[]): number => {
  let count = 0
  for (const line of lines) count += line.lines
  return count
}
