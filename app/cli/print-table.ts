/** Lays out a table: columns as wide as their cells, and one that gives way when the terminal is too narrow. */
import stringWidth from 'string-width'

export interface TableColumn {
  readonly title: string
  readonly align?: 'right'
  /** Cut with `…` when the table is wider than the terminal. */
  readonly flexible?: boolean
  /** Colours a cell; sees the text before it is padded. */
  readonly paint?: (text: string) => string
}

const gap = '  '
const narrowest = 12
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text to a number of terminal columns; what is left out is marked by `…`. */
export const cutToWidth = (text: string, width: number): string => {
  if (stringWidth(text) <= width) return text
  let cut = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment)
    if (used > width - 1) break
    cut += segment
  }
  return `${cut}…`
}

const padded = (text: string, width: number, align: 'right' | undefined): readonly [string, string] => {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return align === 'right' ? [space, ''] : ['', space]
}

const widthsOf = (columns: readonly TableColumn[], rows: readonly (readonly string[])[], limit: number | undefined): readonly number[] => {
  const natural = columns.map(({ title }, at) =>
    rows.reduce((width, row) => Math.max(width, stringWidth(row[at] ?? '')), stringWidth(title)),
  )
  const whole = natural.reduce((sum, width) => sum + width, gap.length * (columns.length - 1))
  const excess = limit === undefined ? 0 : whole - limit
  const flexible = columns.findIndex((column) => column.flexible === true)
  return natural.map((width, at) => (at === flexible && excess > 0 ? Math.max(Math.min(narrowest, width), width - excess) : width))
}

const line = (columns: readonly TableColumn[], cells: readonly string[], widths: readonly number[], painted: boolean): string =>
  columns
    .map(({ align, paint }, at) => {
      const width = widths[at] ?? 0
      const cell = cutToWidth(cells[at] ?? '', width)
      const [before, after] = padded(cell, width, align)
      return `${before}${painted && paint !== undefined ? paint(cell) : cell}${after}`
    })
    .join(gap)
    .trimEnd()

/**
 * The table as text, one line a row, each ended by a newline.
 * @param width columns of the terminal; undefined: nothing is cut
 * @param paintTitle colours the line of titles
 */
export const printTable = (
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
  paintTitle: (text: string) => string = (text) => text,
): string => {
  const widths = widthsOf(columns, rows, width)
  const titles = line(
    columns,
    columns.map(({ title }) => title),
    widths,
    false,
  )
  return [paintTitle(titles), ...rows.map((row) => line(columns, row, widths, true))].map((text) => `${text}\n`).join('')
}
