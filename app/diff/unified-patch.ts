/** The difference of two texts, line by line. */
import { hunksOf, type Hunk } from './hunks.ts'
import { noLineFeed, textLines } from './text-lines.ts'

export interface LineChanges {
  readonly added: number
  readonly removed: number
  /** Hunks of a unified diff, without a head. */
  readonly patch: string
}

const lineText = (line: string): string => (line.endsWith(noLineFeed) ? `${line.slice(0, -1)}\n\\ No newline at end of file` : line)

const rangeText = (start: number, count: number): string => (count === 1 ? String(start) : `${start},${count}`)

const hunkText = ({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string =>
  [`@@ -${rangeText(oldStart, oldLines)} +${rangeText(newStart, newLines)} @@`, ...lines.map(lineText)].join('\n')

/** The changes from one content to the other. */
export const lineChanges = (before: string, after: string): LineChanges => {
  const hunks = hunksOf(textLines(before), textLines(after))
  const count = (sign: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.reduce((some, line) => some + (line.startsWith(sign) ? 1 : 0), 0), 0)
  return { added: count('+'), removed: count('-'), patch: hunks.map(hunkText).join('\n') }
}
