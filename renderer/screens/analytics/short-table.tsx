/** The first rows of an answer; the rest is a click away. */
import type { ReactNode } from 'react'
import type { AnalyticsAnswer } from '../../../app/contract/analytics.ts'
import { readsAsWords, type Grouping } from '../../../app/model/metric.ts'
import type { AnalyticsAddress } from './address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import { AnswerCell } from './answer-cell.tsx'
import { ColumnHeading } from './column-heading.tsx'
import { shownColumns } from './shown-columns.ts'
import '../../ui/table/count-table.css'

export interface ShortTableProps {
  readonly answer: AnalyticsAnswer
  /** Its rows in the order in which they are drawn. */
  readonly rows: AnalyticsAnswer['rows']
  readonly address: AnalyticsAddress
  readonly by: Grouping
  /** Where all rows are. */
  readonly page: AnalyticsAddress
}

const shownRows = 6

export const ShortTable = ({ answer, rows, address, by, page }: ShortTableProps): ReactNode => {
  const columns = shownColumns(answer)
  const left = rows.length - shownRows
  if (rows.length === 0) return <Empty title="No matches">Nothing in the store matches this question and the filters.</Empty>
  return (
    <div className="analytics-rows">
      <table className="figures-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" title={column.means} className={readsAsWords(column.unit) ? 'is-text' : undefined}>
                <ColumnHeading label={column.label} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map((row, index) => (
            // Rows of an answer have no id.
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.name} className={readsAsWords(column.unit) ? 'is-text' : undefined}>
                  <AnswerCell column={column} row={row} address={address} by={by} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left <= 0 ? null : (
        <a href={`#${formatAddress(page)}`}>
          {answer.isCut ? 'more than ' : ''}
          {countOf(left, 'more row')}
        </a>
      )}
    </div>
  )
}
