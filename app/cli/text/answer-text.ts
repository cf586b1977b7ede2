/** Answers of metrics, for people and as CSV. */
import { countOf } from '../../model/format/count.ts'
import type { AnalyticsAnswer, AnalyticsCell, AnalyticsColumn, AnalyticsMetric } from '../../contract/analytics.ts'
import { atLeastColumn, isAtLeastColumn, readsAsWords, recordKeyColumns, weekdayName } from '../../model/metric.ts'
import { spreadsheetText } from '../../model/spreadsheet-text.ts'
import { bytesText, countText, durationText, notAvailable, timeText, usdText } from './format.ts'
import { printTable, type TableColumn } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

const decimals =
  (digits: number) =>
  (value: number): string =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const plain = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

const numbers: Readonly<Record<AnalyticsColumn['unit'], (value: number) => string>> = {
  text: String,
  count: countText,
  chars: plain,
  tokens: plain,
  bytes: bytesText,
  ms: durationText,
  minutes: decimals(1),
  instant: timeText,
  usd: usdText,
  ratio: decimals(2),
  share: (value) => `${(100 * value).toFixed(1)} %`,
  number: plain,
  weekday: weekdayName,
}

/** A number of a unit, or n/a. */
export const numberText = (value: number | null, unit: AnalyticsColumn['unit']): string =>
  value === null ? notAvailable : unit === 'count' ? plain(value) : numbers[unit](value)

const cellText = (value: AnalyticsCell | undefined, { unit }: AnalyticsColumn): string => {
  if (value === null || value === undefined) return notAvailable
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? numbers[unit](value) : printableLine(value)
}

/** A number that is only known to be at least what is shown says so. */
const markedText = (row: AnalyticsAnswer['rows'][number], column: AnalyticsColumn): string => {
  const text = cellText(row[column.name], column)
  return row[atLeastColumn(column.name)] === true && text !== notAvailable ? `≥ ${text}` : text
}

/** Columns that say where a row stands: programs need them, people do not. */
const places = new Set(['source_id', ...recordKeyColumns])

const tableColumn = (column: AnalyticsColumn, at: number): TableColumn => ({
  title: column.label.toUpperCase(),
  ...(readsAsWords(column.unit) ? {} : { align: 'right' as const }),
  ...(at === 0 ? { flexible: true } : at > 2 ? { dropped: at } : {}),
})

/** A line for each row; below it what is n/a and why. */
export const answerText = ({ question: metric, rows, notes, isCut }: AnalyticsAnswer, { width, colors }: Terminal): string => {
  const shown = metric.columns.filter(({ name }) => !places.has(name) && !isAtLeastColumn(name))
  const cells = rows.map((row) => shown.map((column) => markedText(row, column)))
  // A note that begins with n/a says why there are no rows.
  const isKnownWhy = notes.some((note) => note.startsWith(notAvailable))
  const none = isKnownWhy ? '' : 'No matches.\n'
  const table = rows.length === 0 ? none : printTable(shown.map(tableColumn), cells, width, colors.bold)
  const cut = isCut ? [`showing the first ${countOf(rows.length, 'row')}; raise --limit for more`] : []
  const below = [...cut, ...notes].map((note) => `${printableLine(note)}\n`).join('')
  return `${printableLine(metric.title)}\n\n${[table, below].filter((part) => part !== '').join('\n')}`
}

const csvCell = (value: AnalyticsCell | undefined, { unit }: AnalyticsColumn, isRaw: boolean): string => {
  if (value === null || value === undefined) return ''
  const plain = unit === 'instant' && typeof value === 'number' ? new Date(value).toISOString() : String(value)
  const text = isRaw ? plain : spreadsheetText(plain)
  return /[",\r\n]|^\s|\s$/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}

interface CsvTable {
  readonly columns: readonly AnalyticsColumn[]
  readonly rows: AnalyticsAnswer['rows']
}

/**
 * RFC 4180: a line of names, then one for each row; what is n/a is empty, an empty text is quoted.
 * @param isRaw true: also texts that a spreadsheet would run are as they are
 */
export const answerCsv = ({ columns, rows }: CsvTable, isRaw = false): string => {
  const lines = rows.map((row) => columns.map((column) => csvCell(row[column.name], column, isRaw)).join(','))
  return [columns.map(({ name }) => name).join(','), ...lines].map((line) => `${line}\r\n`).join('')
}

/** Every metric, by group. */
export const metricsText = (metrics: readonly AnalyticsMetric[], { width, colors }: Terminal): string => {
  const groups = [...new Set(metrics.map(({ group }) => group))]
  return groups
    .map((group) => {
      const own = metrics.filter((metric) => metric.group === group)
      const rows = own.map(({ name, title }) => [name, title])
      return printTable(
        [
          { title: group.toUpperCase(), paint: colors.cyan },
          { title: '', flexible: true },
        ],
        rows,
        width,
        colors.bold,
      )
    })
    .join('\n')
}
