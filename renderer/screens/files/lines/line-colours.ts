/** Syntax colours of the lines of a file that are known, stretch by stretch: what a gap hides may end a comment. */
import { colouredLines, languageOf } from '../../../panels/reader/diff/coloured-lines.ts'
import type { ColouredText } from '../../../panels/reader/diff/line-pieces.ts'

export interface TextLine {
  readonly kind: 'line'
  readonly number: number
  readonly text: string
}

/** By the number of the line. */
export type LineColours = ReadonlyMap<number, readonly ColouredText[]>

/** Longer files stay plain. Lines. */
const maxLines = 5000

export const lineColours = (rows: readonly (TextLine | { readonly kind: 'gap' })[], path: string): LineColours => {
  const colours = new Map<number, readonly ColouredText[]>()
  const language = languageOf(path)
  if (language === undefined || rows.length > maxLines) return colours
  let stretch: string[] = []
  let first = 1
  const colour = (): void => {
    colouredLines(stretch.join('\n'), language).forEach((pieces, at) => {
      // A carriage return within a line would divide it again.
      if (pieces.map(({ text }) => text).join('') === stretch[at]) colours.set(first + at, pieces)
    })
    stretch = []
  }
  for (const row of rows) {
    if (row.kind === 'gap') colour()
    else {
      if (stretch.length === 0) first = row.number
      stretch.push(row.text)
    }
  }
  colour()
  return colours
}
