/** One cell of an answer: in its unit, n/a with its reason, and a link to what it counts. */
import type { ReactNode } from 'react'
import type { AnalyticsCell, AnalyticsColumn } from '../../../app/contract/analytics.ts'
import { shortSessionName } from '../../../app/model/session-name.ts'
import { atLeastColumn, type Grouping } from '../../../app/model/metric.ts'
import type { AnalyticsAddress } from './address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { cellWords } from '../../ui/format/cell-words.ts'
import { codeWords } from './code-words.ts'
import { cellFilter, openedBy, type AnswerRow } from './drill-down.ts'

export interface AnswerCellProps {
  readonly column: AnalyticsColumn
  readonly row: AnswerRow
  readonly address: AnalyticsAddress
  readonly by: Grouping
}

const pathColumns: ReadonlySet<string> = new Set(['file', 'project'])

/** The address in which the value of a cell is a filter, if a filter exists for it; the name of a group filters all boards. */
const filteredPlace = ({ column, row, address, by }: AnswerCellProps): AnalyticsAddress | undefined => {
  const filter = cellFilter(column.name, row[column.name], by)
  if (filter === undefined) return undefined
  const fields = { ...address.fields, ...filter }
  return column.name === 'group_name' ? { ...address, metric: undefined, by: undefined, fields } : { ...address, fields }
}

const shownValue = ({ name, unit }: AnalyticsColumn, value: Exclude<AnalyticsCell, null>): ReactNode => {
  const words = codeWords(name, cellWords(value, unit))
  if (pathColumns.has(name)) return <PathText path={words} />
  return name === 'session_id' ? <span title={words}>{shortSessionName(words)}</span> : words
}

export const AnswerCell = (props: AnswerCellProps): ReactNode => {
  const { column, row, address, by } = props
  const value = row[column.name] ?? null
  const place = value === null || value === 0 ? undefined : (openedBy(column, row, address, by) ?? filteredPlace(props))
  const words = (
    <ValueOrNotAvailable
      value={value}
      reason={column.absent ?? 'not recorded'}
      format={(known) => (
        <>
          {row[atLeastColumn(column.name)] === true ? '≥ ' : ''}
          {shownValue(column, known)}
        </>
      )}
    />
  )
  return place === undefined ? words : <a href={`#${formatAddress(place)}`}>{words}</a>
}
