/** The picture of an answer, by the kind that its question asks for. */
import type { ReactNode } from 'react'
import type { AnalyticsAnswer, AnalyticsColumn } from '../../app/contract/analytics-views.ts'
import type { Grouping } from '../../app/model/metric.ts'
import type { AnalyticsAddress } from '../ui/address.ts'
import { go } from '../ui/place.ts'
import { AnswerCell } from './answer-cell.tsx'
import { BarPicture } from './bar-picture.tsx'
import type { ChartSpec } from './boards.ts'
import { bars, facetsOf, lines, rangeBars, type Mark } from './chart-marks.ts'
import { KeptPicture } from './kept-picture.tsx'
import { LinePicture } from './line-picture.tsx'
import { groupFilter, openedBy, type AnswerRow } from './opened.ts'
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

/** A mark filters everything by its group, else it opens what it counts. */
const openMark = ({ address, by, answer }: AnswerChartProps, measure: string, { row }: Mark): void => {
  const group = row['group_name']
  const filter = typeof group === 'string' ? groupFilter(by, group) : undefined
  if (filter === undefined) openRow({ address, by }, columnOf(answer, measure), row)
  else go({ ...address, fields: { ...address.fields, ...filter } })
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
      const openDay = (day: string): void => go({ ...props.address, fields: { ...props.address.fields, since: day, until: day } })
      return <LinePicture points={lines(answer.rows, spec.label, spec.measures)} measures={measures} onDay={openDay} />
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
          onMark={(mark) => openMark(props, spec.measure, mark)}
        />
      ))}
    </>
  )
}
