/** Lays out a table: columns as wide as their cells, and one that gives way when the terminal is too narrow. */
import { columnsOf, cutStart, cutToWidth } from './text-width.ts'

export interface TableColumn {
  readonly title: string
  readonly align?: 'right'
  /** Cut with `…`, at its end or at its beginning, when the table is wider than the terminal. */
  readonly flexible?: boolean | 'start'
  /** Excluded when the terminal is too narrow, the column with the highest number first. */
  readonly dropped?: number
  /** Colours a cell; sees the text before it is padded. */
  readonly paint?: (text: string) => string
}

const gap = '  '
/** Minimum width of a flexible column: columns are dropped before it becomes narrower. */
const narrowest = 28

const cut = (text: string, width: number, column: TableColumn): string =>
  column.flexible === 'start' ? cutStart(text, width) : cutToWidth(text, width)

const padded = (text: string, width: number, align: 'right' | undefined): readonly [string, string] => {
  const space = ' '.repeat(Math.max(0, width - columnsOf(text)))
  return align === 'right' ? [space, ''] : ['', space]
}

type Rows = readonly (readonly string[])[]

const isFlexible = (column: TableColumn): boolean => column.flexible !== undefined && column.flexible !== false

const naturalWidths = (columns: readonly TableColumn[], rows: Rows): readonly number[] =>
  columns.map(({ title }, at) => rows.reduce((width, row) => Math.max(width, columnsOf(row[at] ?? '')), columnsOf(title)))

const widthOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1))

const widthsOf = (columns: readonly TableColumn[], rows: Rows, limit: number): readonly number[] => {
  const natural = naturalWidths(columns, rows)
  const excess = Math.max(0, widthOf(natural) - limit)
  const flexible = columns.findIndex(isFlexible)
  return natural.map((width, at) => (at === flexible ? Math.max(Math.min(narrowest, width), width - excess) : width))
}

/** Places of the columns that fit, those that may be dropped gone as far as need be. */
const columnsThatFit = (columns: readonly TableColumn[], rows: Rows, limit: number): readonly number[] => {
  const natural = naturalWidths(columns, rows).map((width, at) =>
    isFlexible(columns[at] ?? { title: '' }) ? Math.min(narrowest, width) : width,
  )
  let kept = columns.map((_, at) => at)
  const rank = (at: number): number => columns[at]?.dropped ?? 0
  while (widthOf(kept.map((at) => natural[at] ?? 0)) > limit) {
    const last = kept.reduce((most, at) => (rank(at) > rank(most) ? at : most))
    if (rank(last) === 0) break
    kept = kept.filter((at) => at !== last)
  }
  return kept
}

const line = (columns: readonly TableColumn[], cells: readonly string[], widths: readonly number[], painted: boolean): string =>
  columns
    .map((column, at) => {
      const { align, paint } = column
      const width = widths[at] ?? 0
      const cell = cut(cells[at] ?? '', width, column)
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
  const limit = width ?? Infinity
  const kept = columnsThatFit(columns, rows, limit)
  const shown = kept.flatMap((at) => columns[at] ?? [])
  const cells = rows.map((row) => kept.map((at) => row[at] ?? ''))
  const widths = widthsOf(shown, cells, limit)
  const titles = line(
    shown,
    shown.map(({ title }) => title),
    widths,
    false,
  )
  return [paintTitle(titles), ...cells.map((row) => line(shown, row, widths, true))].map((text) => `${text}\n`).join('')
}
