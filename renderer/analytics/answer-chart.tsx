/** The picture of an answer, by the kind that its question asks for. */
import type { ReactNode } from 'react'
import type { AnalyticsAnswer, AnalyticsColumn } from '../../app/contract/analytics-views.ts'
import type { Grouping } from '../../app/model/metric.ts'
import type { Address, AnalyticsAddress } from '../ui/address.ts'
import { go } from '../ui/place.ts'
import type { Query } from '../ui/query-text.ts'
import { AnswerCell } from './answer-cell.tsx'
import { BarPicture } from './bar-picture.tsx'
import type { ChartSpec } from './boards.ts'
import { bars, facetsOf, lines, rangeBars, type MarkActs } from './chart-marks.ts'
import { KeptPicture } from './kept-picture.tsx'
import { LinePicture } from './line-picture.tsx'
import { cellFilter, openedBy, openedByRow, type AnswerRow } from './opened.ts'
import { shownColumns } from './shown-columns.ts'
import { WeekPicture } from './week-picture.tsx'

export interface AnswerChartProps {
  readonly answer: AnalyticsAnswer
  readonly spec: ChartSpec
  readonly address: AnalyticsAddress
  readonly by: Grouping
}

const columnOf = ({ question }: AnalyticsAnswer, name: string): AnalyticsColumn | undefined =>
  question.columns.find((column) => column.name === name)

const openRow = ({ address, by }: Pick<AnswerChartProps, 'address' | 'by'>, column: AnalyticsColumn | undefined, row: AnswerRow): void => {
  const place = column === undefined ? undefined : openedBy(column, row, address, by)
  if (place !== undefined) go(place)
}

/** Where the marks of a picture lead: what a filter can say filters everything, else a mark opens what it counts; with Shift always that. */
const marksOf = ({ address, by, answer }: AnswerChartProps, label: string, measure: string): MarkActs => {
  const filterOf = (row: AnswerRow): Query | undefined =>
    cellFilter(label, row[label], by) ?? cellFilter('group_name', row['group_name'], by)
  const rowsOf = (row: AnswerRow): Address | undefined => openedByRow(answer.question.columns, measure, row, address, by)
  return {
    onMark: (row, wantsRows) => {
      const filter = wantsRows ? undefined : filterOf(row)
      const place = filter === undefined ? rowsOf(row) : { ...address, fields: { ...address.fields, ...filter } }
      if (place !== undefined) go(place)
    },
    hint: (row) => {
      const [filters, opens] = [filterOf(row) !== undefined, rowsOf(row) !== undefined]
      if (filters) return opens ? 'Click: filter by it. Shift-click: what it counts' : 'Click: filter by it'
      return opens ? 'Click: what it counts' : ''
    },
  }
}

export const AnswerChart = (props: AnswerChartProps): ReactNode => {
  const { answer, spec } = props
  if (answer.rows.length === 0 || spec.kind === 'table') return null
  switch (spec.kind) {
    case 'tiles':
      return <Tiles {...props} />
    case 'bars':
    case 'histogram':
      return <Bars {...props} spec={spec} />
    case 'lines': {
      const measures = spec.measures.flatMap((name) => columnOf(answer, name) ?? [])
      return (
        <LinePicture
          points={lines(answer.rows, spec.label, spec.measures)}
          measures={measures}
          acts={marksOf(props, spec.label, spec.measures[0] ?? '')}
        />
      )
    }
    case 'week': {
      const column = columnOf(answer, spec.measure)
      return column === undefined ? null : (
        <WeekPicture rows={answer.rows} column={column} zone={answer.zone} onHour={(row) => openRow(props, column, row)} />
      )
    }
    case 'kept':
      return <KeptPicture rows={answer.rows} />
  }
}

const Tiles = ({ answer, address, by }: AnswerChartProps): ReactNode => {
  const [row] = answer.rows
  if (row === undefined) return null
  return (
    <dl className="tiles">
      {shownColumns(answer).map((column) => (
        <div key={column.name} className="tile" title={column.means}>
          <dt>{column.label}</dt>
          <dd>
            <AnswerCell column={column} row={row} address={address} by={by} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type BarSpec = Extract<ChartSpec, { kind: 'bars' | 'histogram' }>

const Bars = (props: AnswerChartProps & { readonly spec: BarSpec }): ReactNode => {
  const { answer, spec } = props
  const column = columnOf(answer, spec.measure)
  if (column === undefined) return null
  return (
    <>
      {facetsOf(answer.rows, spec.facet).map(({ name, rows }) => (
        <BarPicture
          key={name}
          title={name}
          column={column}
          isRange={spec.kind === 'histogram'}
          drawn={
            spec.kind === 'bars' ? bars(rows, spec.label, spec.measure, spec.detail) : rangeBars(rows, spec.from, spec.to, spec.measure)
          }
          acts={marksOf(props, spec.kind === 'bars' ? spec.label : spec.from, spec.measure)}
        />
      ))}
    </>
  )
}
