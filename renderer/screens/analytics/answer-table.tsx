/** All rows of an answer; a heading sorts, numbers open what they count. */
import { useMemo, useState, type ReactNode } from 'react'
import type { AnalyticsAnswer, AnalyticsCell, AnalyticsColumn } from '../../../app/contract/analytics.ts'
import { readsAsWords, type Grouping } from '../../../app/model/metric.ts'
import type { AnalyticsAddress } from './address.ts'
import { go } from '../../ui/address/location.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import type { Column, TableSort } from '../../ui/table/table-head.tsx'
import { VirtualTable } from '../../ui/table/virtual-table.tsx'
import { AnswerCell } from './answer-cell.tsx'
import { shownColumns } from './shown-columns.ts'
import { openedBy, type AnswerRow } from './drill-down.ts'

export interface AnswerTableProps {
  readonly answer: AnalyticsAnswer
  readonly address: AnalyticsAddress
  readonly by: Grouping
  /** Order of the rows; undefined: the order of the metric. */
  readonly sort: TableSort | undefined
  /** They stand so already. */
  readonly isSorted: boolean
  readonly onSort: (sort: TableSort) => void
}

const rowHeight = 28

const compare = (a: AnalyticsCell, b: AnalyticsCell): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a), String(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** n/a comes last both ways. */
const sorted = (rows: readonly AnswerRow[], { by, descending }: TableSort): readonly AnswerRow[] =>
  [...rows].sort((left, right) => {
    const [a = null, b = null] = [left[by], right[by]]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return descending ? compare(b, a) : compare(a, b)
  })

const widths: Readonly<Partial<Record<AnalyticsColumn['unit'], string>>> = { text: 'minmax(120px, 1fr)', instant: '150px' }

/** Columns whose texts are longer than others. */
const wide: Readonly<Partial<Record<string, string>>> = {
  title: 'minmax(200px, 3fr)',
  command: 'minmax(240px, 3fr)',
  item: 'minmax(200px, 3fr)',
  text: 'minmax(300px, 3fr)',
  // Room for the name of a transcript, which is the id of its session, and for a part of its folder.
  file: 'minmax(360px, 3fr)',
}

const widthOf = ({ unit, name }: AnalyticsColumn): string => wide[name] ?? widths[unit] ?? 'minmax(90px, 140px)'

export const AnswerTable = ({ answer, address, by, sort, isSorted, onSort }: AnswerTableProps): ReactNode => {
  const [selected, setSelected] = useState<number>()
  const columns = useMemo(
    () =>
      shownColumns(answer).map((column): Column<AnswerRow> => ({
        id: column.name,
        title: column.label,
        hint: column.means,
        width: widthOf(column),
        sort: column.name,
        ...(readsAsWords(column.unit) ? {} : { align: 'end' as const }),
        cell: (row) => <AnswerCell column={column} row={row} address={address} by={by} />,
      })),
    [answer, address, by],
  )
  const rows = useMemo(() => (sort === undefined || isSorted ? answer.rows : sorted(answer.rows, sort)), [answer, sort, isSorted])
  if (rows.length === 0) return <Empty title="No matches">Nothing in the store matches this question and the filters.</Empty>
  const open = (row: AnswerRow): void => {
    const place = answer.question.columns.map((column) => openedBy(column, row, address, by)).find((each) => each !== undefined)
    if (place !== undefined) go(place)
  }
  return (
    <VirtualTable
      label={answer.question.title}
      columns={columns}
      count={rows.length}
      row={(index) => rows[index]}
      version={0}
      rowHeight={rowHeight}
      selected={selected}
      onMove={setSelected}
      onOpen={open}
      sort={sort ?? { by: '', descending: false }}
      onSort={(name) => onSort({ by: name, descending: sort?.by === name ? !sort.descending : true })}
      memory={`analytics.${answer.question.name}`}
    />
  )
}
