/** The part of a result that a chart can show. */
import type { SqlResult } from '../../../app/contract/sql.ts'
import { isNumeric } from '../../../app/model/sql-rows.ts'
import { cellText } from './cell-text.ts'

export interface ChartData {
  readonly label: string
  readonly measures: readonly string[]
  /** True for days and times, which are joined by a line. */
  readonly isTime: boolean
  readonly points: readonly ChartPoint[]
  /** Number of excluded rows. */
  readonly left: number
}

/** One point of the immediate chart: the value of the first text column, against the numeric columns. */
export interface ChartPoint {
  readonly label: string
  /** One a measure; null: nothing to draw. */
  readonly values: readonly (number | null)[]
}

const maxPoints = 500

const maxMeasures = 4

const asNumber = (value: unknown): number | null => (value === null ? null : Number.isFinite(Number(value)) ? Number(value) : null)

/** Why there is nothing to draw, or what there is. */
export const chartData = ({ columns, rows }: SqlResult): ChartData | string => {
  if (rows.length === 0) return 'The query returned no rows.'
  const measures = columns.flatMap((column, at) => (isNumeric(column) ? [{ name: column.name, at }] : [])).slice(0, maxMeasures)
  if (measures.length === 0) return 'No column contains numbers.'
  const naming = columns.findIndex((column) => !isNumeric(column))
  const label = naming < 0 ? 'row' : (columns[naming]?.name ?? 'row')
  const points = rows.slice(0, maxPoints).map((row, index) => ({
    label: naming < 0 ? String(index + 1) : cellText(row[naming] ?? null),
    values: measures.map(({ at }) => asNumber(row[at] ?? null)),
  }))
  const isTime = naming >= 0 && /^(?:DATE|TIME)/.test(columns[naming]?.type ?? '')
  return { label, measures: measures.map(({ name }) => name), isTime, points, left: rows.length - points.length }
}
