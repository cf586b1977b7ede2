/** Syntax colours of an edit: the old and the new text are coloured whole, since a line alone may be the middle of a comment. */
import { colouredLines } from './coloured-lines.ts'
import type { DiffLine } from './edit-diff.ts'
import type { ColouredText } from './line-pieces.ts'

/** Colours by line. */
export type ColouredSides = ReadonlyMap<DiffLine, readonly ColouredText[]>

export const colouredSides = (lines: readonly DiffLine[], language: string | undefined): ColouredSides => {
  const colours = new Map<DiffLine, readonly ColouredText[]>()
  for (const absent of ['add', 'delete'] as const) {
    const side = lines.filter(({ kind }) => kind !== absent)
    const coloured = colouredLines(side.map(({ text }) => text).join('\n'), language)
    side.forEach((line, place) => {
      // A carriage return within a line would divide it again.
      const pieces = coloured[place]
      if (pieces !== undefined && pieces.map(({ text }) => text).join('') === line.text) colours.set(line, pieces)
    })
  }
  return colours
}
