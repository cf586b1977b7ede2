/** Days of the week by hours of the day: the more, the stronger the colour. */
import type { ReactNode } from 'react'
import type { AnalyticsColumn } from '../../../app/contract/analytics.ts'
import { weekdayName } from '../../../app/model/metric.ts'
import { cellWords } from '../../ui/format/cell-words.ts'
import type { AnswerRow } from './drill-down.ts'

export interface WeekPictureProps {
  readonly rows: readonly AnswerRow[]
  readonly column: AnalyticsColumn
  readonly zone: string
  readonly onHour: (row: AnswerRow) => void
}

const weekdays = [1, 2, 3, 4, 5, 6, 7].map(weekdayName)
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const cell = { width: 26, height: 24, left: 36, top: 18 } as const

const rowsByHour = (rows: readonly AnswerRow[]): ReadonlyMap<string, AnswerRow> =>
  new Map(rows.map((row) => [`${String(row['weekday'])} ${String(row['hour'])}`, row]))

export const WeekPicture = ({ rows, column, zone, onHour }: WeekPictureProps): ReactNode => {
  const byHour = rowsByHour(rows)
  const valueOf = (row: AnswerRow | undefined): number => Number(row?.[column.name] ?? 0)
  const most = Math.max(1, ...rows.map(valueOf))
  return (
    <div className="analytics-picture">
      <h3 className="faint">
        {column.label} by hour, {zone}
      </h3>
      <svg
        viewBox={`0 0 ${cell.left + 24 * cell.width} ${cell.top + 7 * cell.height}`}
        className="week-picture"
        role="img"
        aria-label={`${column.label} by weekday and hour; the rows are below`}
      >
        {hours.map((hour) => (
          <text key={hour} x={cell.left + (hour + 0.5) * cell.width} y={12} className="week-label" textAnchor="middle">
            {hour}
          </text>
        ))}
        {weekdays.map((day, at) => (
          <text key={day} x={cell.left - 6} y={cell.top + (at + 0.65) * cell.height} className="week-label" textAnchor="end">
            {day}
          </text>
        ))}
        {weekdays.flatMap((day, at) =>
          hours.map((hour) => {
            const row = byHour.get(`${at + 1} ${hour}`)
            const value = valueOf(row)
            return (
              // The numbers in the rows below lead to the same places by the keyboard.
              <rect
                key={`${day} ${hour}`}
                x={cell.left + hour * cell.width + 1}
                y={cell.top + at * cell.height + 1}
                width={cell.width - 2}
                height={cell.height - 2}
                rx={2}
                className={value === 0 ? 'week-none' : 'week-some'}
                onClick={row === undefined || value === 0 ? undefined : () => onHour(row)}
                fillOpacity={value === 0 ? 1 : 0.12 + 0.88 * Math.sqrt(value / most)}
              >
                <title>{`${day} ${hour}:00: ${cellWords(value, column.unit)}${value === 0 ? '' : '; click to show what it counts'}`}</title>
              </rect>
            )
          }),
        )}
      </svg>
    </div>
  )
}
