/** The heading row of a table: names, hints and the sort order. */
import type { KeyboardEvent, ReactNode } from 'react'

export interface Column<Row> {
  readonly id: string
  readonly title: string
  /** Grid track: `72px`, `minmax(200px, 1fr)`. */
  readonly width: string
  readonly align?: 'end'
  /** Its content is never wider than the column: the rows need no clipping for it. */
  readonly fits?: true
  /** Explains the values of the column, in a sentence. */
  readonly hint?: string
  /** Field to sort by; a column without one does not sort. */
  readonly sort?: string
  readonly cell: (row: Row, index: number) => ReactNode
}

export interface TableSort {
  readonly by: string
  readonly descending: boolean
}

export interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sort: TableSort | undefined
  readonly onSort: ((by: string) => void) | undefined
}

export const TableHead = <Row,>({ columns, sort, onSort }: TableHeadProps<Row>): ReactNode => (
  <div className="table-head" role="row" aria-rowindex={1}>
    {columns.map((column) => (
      <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} isTabStop={column === tabStop(columns, sort)} />
    ))}
  </div>
)

/** One heading is reached with Tab, the others from it with the arrows. */
const tabStop = <Row,>(columns: readonly Column<Row>[], sort: TableSort | undefined): Column<Row> | undefined =>
  columns.find((column) => column.sort !== undefined && column.sort === sort?.by) ?? columns.find((column) => column.sort !== undefined)

const headSteps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

const moveAlong = (event: KeyboardEvent<HTMLButtonElement>): void => {
  const step = headSteps[event.key]
  if (step === undefined) return
  event.preventDefault()
  event.stopPropagation()
  const own = event.currentTarget
  const buttons = [...(own.closest('.table-head')?.querySelectorAll<HTMLButtonElement>('.table-sort') ?? [])]
  buttons[(buttons.indexOf(own) + step + buttons.length) % buttons.length]?.focus()
}

interface HeadCellProps<Row> extends Omit<TableHeadProps<Row>, 'columns'> {
  readonly column: Column<Row>
  readonly isTabStop: boolean
}

const HeadCell = <Row,>({ column, sort, onSort, isTabStop }: HeadCellProps<Row>): ReactNode => {
  const by = column.sort
  const order = orderOf(by, sort)
  return (
    <div className={`table-title ${column.align === 'end' ? 'is-end' : ''}`} role="columnheader" aria-sort={order} title={column.hint}>
      {by === undefined || onSort === undefined ? (
        column.title
      ) : (
        <SortButton title={column.title} order={order} isTabStop={isTabStop} onPress={() => onSort(by)} />
      )}
    </div>
  )
}

type Order = 'none' | 'ascending' | 'descending'

const orderOf = (by: string | undefined, sort: TableSort | undefined): Order | undefined => {
  if (by === undefined) return undefined
  if (sort?.by !== by) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}

const arrows: Readonly<Record<Order, string>> = { none: '', ascending: ' ↑', descending: ' ↓' }

const SortButton = ({
  title,
  order,
  isTabStop,
  onPress,
}: {
  readonly title: string
  readonly order: Order | undefined
  readonly isTabStop: boolean
  readonly onPress: () => void
}): ReactNode => (
  <button type="button" className="table-sort" tabIndex={isTabStop ? 0 : -1} onClick={onPress} onKeyDown={moveAlong}>
    {title}
    <span aria-hidden="true">{arrows[order ?? 'none']}</span>
  </button>
)
