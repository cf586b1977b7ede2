/** What a click on a mark of a picture does. */
import type { AnalyticsAnswer } from '../../../app/contract/analytics.ts'
import type { Grouping } from '../../../app/model/metric.ts'
import type { Address, AnalyticsAddress } from '../../ui/address/address.ts'
import { go } from '../../ui/address/place.ts'
import type { Query } from '../../ui/address/query-text.ts'
import type { MarkActs } from './chart-marks.ts'
import { cellFilter, openedByRow, type AnswerRow } from './opened.ts'

interface Shown {
  readonly answer: AnalyticsAnswer
  readonly address: AnalyticsAddress
  readonly by: Grouping
}

/** Where the marks of a picture lead: what a filter can say filters everything, else a mark opens what it counts; with Shift always that. */
export const markActs = ({ address, by, answer }: Shown, label: string, measure: string): MarkActs => {
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
