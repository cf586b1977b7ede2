/** One cell of an answer: in its unit, n/a with its reason, and a link to what it counts. */
import type { ReactNode } from 'react'
import type { AnalyticsColumn } from '../../app/contract/analytics-views.ts'
import type { Grouping } from '../../app/model/metric.ts'
import type { AnalyticsAddress } from '../ui/address.ts'
import { formatAddress } from '../ui/format-address.ts'
import { Known } from '../ui/not-known.tsx'
import { cellWords } from './cell-words.ts'
import { groupFilter, openedBy, type AnswerRow } from './opened.ts'

export interface AnswerCellProps {
  readonly column: AnalyticsColumn
  readonly row: AnswerRow
  readonly address: AnalyticsAddress
  readonly by: Grouping
}

/** The name of a group filters everything by it. */
const groupPlace = ({ column, row, address, by }: AnswerCellProps): AnalyticsAddress | undefined => {
  const value = row[column.name]
  const filter = column.name === 'group_name' && typeof value === 'string' ? groupFilter(by, value) : undefined
  return filter === undefined ? undefined : { ...address, question: undefined, by: undefined, fields: { ...address.fields, ...filter } }
}

export const AnswerCell = (props: AnswerCellProps): ReactNode => {
  const { column, row, address, by } = props
  const value = row[column.name] ?? null
  const place = value === null || value === 0 ? undefined : (openedBy(column, row, address, by) ?? groupPlace(props))
  const words = <Known value={value} reason={column.absent ?? 'not recorded'} format={(known) => cellWords(known, column.unit)} />
  return place === undefined ? words : <a href={`#${formatAddress(place)}`}>{words}</a>
}
