/** The picture of an answer, of the kind that the board chooses for the metric. */
import type { ReactNode } from 'react'
import type { AnalyticsAnswer, AnalyticsColumn } from '../../../app/contract/analytics.ts'
import type { Grouping } from '../../../app/model/metric.ts'
import type { AnalyticsAddress } from './address.ts'
import { AnswerCell } from './answer-cell.tsx'
import { columnOf, shownColumns } from './shown-columns.ts'
import { BarPicture } from './bar-picture.tsx'
import type { ChartSpec } from './boards.ts'
import { unitWord } from '../../ui/format/cell-words.ts'
import { bars, facetsOf, lines, keptByKind, markActs, gapsOf, type Mark } from './chart-marks.ts'
import { rangeBins } from './range-bins.ts'
import { LinePicture } from './line-picture.tsx'
import type { AnswerRow } from './drill-down.ts'
import { WeekPicture } from './week-picture.tsx'
import { formatCount, nounFor } from '../../../app/model/format/count.ts'
import { sentenceCase } from '../../../app/model/format/sentence-case.ts'
import '../../ui/table/count-table.css'

export interface AnswerChartProps {
  readonly answer: AnalyticsAnswer
  readonly spec: ChartSpec
  readonly address: AnalyticsAddress
  readonly by: Grouping
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
    case 'lines':
      return <Lines {...props} spec={spec} />
    case 'week':
      return <Week {...props} spec={spec} />
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
            <UnitOf column={column} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const UnitOf = ({ column, row }: { readonly column: AnalyticsColumn; readonly row: AnswerRow }): ReactNode => {
  const word = unitWord(column.unit)
  const value = row[column.name] ?? null
  return word === undefined || value === null ? null : <span className="tile-unit"> {nounFor(Number(value), word)}</span>
}

type LineSpec = Extract<ChartSpec, { kind: 'lines' }>

const Lines = (props: AnswerChartProps & { readonly spec: LineSpec }): ReactNode => {
  const { answer, spec } = props
  const together = spec.isApart === true ? spec.measures.map((name) => [name]) : [spec.measures]
  return (
    <>
      {together.map((names) => (
        <LinePicture
          key={names.join(' ')}
          points={lines(answer.rows, spec.label, names, gapsOf(answer, names))}
          measures={names.flatMap((name) => columnOf(answer, name) ?? [])}
          isLow={spec.isApart === true}
          acts={markActs(props, spec.label, names[0] ?? '')}
        />
      ))}
    </>
  )
}

type WeekSpec = Extract<ChartSpec, { kind: 'week' }>

const Week = (props: AnswerChartProps & { readonly spec: WeekSpec }): ReactNode => {
  const { answer, spec } = props
  const column = columnOf(answer, spec.measure)
  return column === undefined ? null : (
    <WeekPicture
      rows={answer.rows}
      column={column}
      zone={answer.zone}
      onHour={(row) => markActs(props, 'hour', spec.measure).onMark(row, true)}
    />
  )
}

type BarSpec = Extract<ChartSpec, { kind: 'bars' | 'histogram' }>

/** States have the colours of the timeline. */
const stateColour = ({ row }: Mark): string => `var(--state-${String(row['state'])})`

/** What the names or ranges of a picture are of. */
const namedBy = (answer: AnalyticsAnswer, spec: BarSpec, by: Grouping, facet: string): string => {
  if (spec.kind === 'histogram') return sentenceCase(facet)
  return spec.label === 'group_name' ? sentenceCase(by.replace('-', ' ')) : (columnOf(answer, spec.label)?.label ?? '')
}

const Bars = (props: AnswerChartProps & { readonly spec: BarSpec }): ReactNode => {
  const { answer, spec, by } = props
  const column = columnOf(answer, spec.measure)
  if (column === undefined) return null
  return (
    <>
      {facetsOf(answer.rows, spec.facet).map(({ name, rows }) => (
        <BarPicture
          key={name}
          title={name}
          column={column}
          named={namedBy(answer, spec, by, name)}
          colourOf={spec.kind === 'bars' && spec.label === 'state' ? stateColour : undefined}
          isProject={spec.kind === 'bars' && spec.label === 'group_name' && by === 'project'}
          drawn={spec.kind === 'bars' ? bars(rows, spec, spec.n) : rangeBins(answer, rows, spec)}
          isLog={spec.kind === 'bars' && spec.isLog === true}
          acts={markActs(props, spec.kind === 'bars' ? spec.label : spec.from, spec.measure)}
        />
      ))}
    </>
  )
}

/** The parts of the replaced context that a summary contains, and those that it lost, by kind. */
const KeptPicture = ({ rows }: { readonly rows: readonly AnswerRow[] }): ReactNode => (
  <table className="figures-table analytics-kept">
    <thead>
      <tr>
        <th scope="col">Kind</th>
        <th scope="col">Kept</th>
        <th scope="col">Lost</th>
        <th scope="col">Share kept</th>
      </tr>
    </thead>
    <tbody>
      {keptByKind(rows).map(({ kind, kept, lost }) => (
        <tr key={kind}>
          <td className="is-text">{kind}</td>
          <td>{formatCount(kept)}</td>
          <td>{formatCount(lost)}</td>
          <td>
            <meter min={0} max={1} value={kept / (kept + lost)} aria-label={`Share of each ${kind} that was kept`} />
            {Math.round((100 * kept) / (kept + lost))} %
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
