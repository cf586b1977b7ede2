/** Rows of a query, any number of them; a click on a heading sorts. */
import { useMemo, useState, type ReactNode } from 'react'
import type { SqlResult } from '../../../app/contract/sql.ts'
import { isNumeric, type SqlColumn, type SqlValue } from '../../../app/model/sql-rows.ts'
import { copyText } from '../../ui/layout/notice.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import type { Column, TableSort } from '../../ui/table/table-head.tsx'
import { useCommands } from '../../ui/commands/commands.ts'
import { VirtualTable } from '../../ui/table/virtual-table.tsx'
import { cellText, rowsAsTsv, sortRows } from './cell-text.ts'
import type { SqlRow } from './cell-text.ts'

const rowHeight = 26
/** Longer text is cut where it is not visible anyway. */
const shownChars = 400

const Cell = ({ value }: { readonly value: SqlValue }): ReactNode => {
  if (value === null) return <span className="sql-null">NULL</span>
  const text = cellText(value)
  return <span title={text.length > 20 ? text.slice(0, 2000) : undefined}>{text.slice(0, shownChars)}</span>
}

/** Wide enough for the values that are seen first, within reason. */
const widthOf = ({ name }: SqlColumn, at: number, rows: readonly SqlRow[]): string => {
  const longest = rows.slice(0, 100).reduce((most, row) => Math.max(most, cellText(row[at] ?? null).length), name.length + 2)
  return `${Math.round(Math.min(420, Math.max(64, longest * 7.6 + 20)))}px`
}

const columnsOf = ({ columns, rows }: SqlResult): readonly Column<SqlRow>[] =>
  columns.map((column, at) => ({
    id: `${at}`,
    title: column.name,
    width: widthOf(column, at, rows),
    hint: column.type,
    sort: `${at}`,
    ...(isNumeric(column) ? { align: 'end' as const } : {}),
    cell: (row) => <Cell value={row[at] ?? null} />,
  }))

export const ResultGrid = ({ result }: { readonly result: SqlResult }): ReactNode => {
  const [sort, setSort] = useState<TableSort>()
  const [selected, setSelected] = useState<number>()
  const columns = useMemo(() => columnsOf(result), [result])
  const rows = useMemo(() => (sort === undefined ? result.rows : sortRows(result.rows, Number(sort.by), sort.descending)), [result, sort])
  const chosen = selected === undefined ? undefined : rows[selected]
  useCommands([
    {
      id: 'sql.copyRow',
      title: 'Copy the selected row',
      group: 'SQL',
      keys: ['y'],
      run: () => {
        if (chosen !== undefined) copyText(rowsAsTsv(result.columns, [chosen]), 'the row')
      },
    },
  ])
  if (rows.length === 0) return <Empty title="No rows">The query returned no rows.</Empty>
  return (
    <VirtualTable
      label="Rows"
      columns={columns}
      count={rows.length}
      row={(index) => rows[index]}
      version={0}
      rowHeight={rowHeight}
      selected={selected}
      onMove={setSelected}
      onOpen={undefined}
      sort={sort ?? { by: '', descending: false }}
      onSort={(by) => setSort(nextSort(sort, by))}
      memory="sql"
    />
  )
}

/** Ascending first, then descending, then as the query gave them. */
const nextSort = (sort: TableSort | undefined, by: string): TableSort | undefined => {
  if (sort?.by !== by) return { by, descending: false }
  return sort.descending ? undefined : { by, descending: true }
}
