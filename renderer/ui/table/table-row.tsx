/** One row of a virtual table, with the heading of its group above it where the group begins. */
import { memo, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Column } from './table-head.tsx'

export interface TableRowProps<Row> {
  readonly id: string
  readonly top: number
  readonly height: number
  readonly index: number
  /** undefined: on its way. */
  readonly row: Row | undefined
  readonly columns: readonly Column<Row>[]
  readonly heading: string | undefined
  readonly isSelected: boolean
  readonly isPicked: ((row: Row) => boolean) | undefined
  readonly rowClass: ((row: Row) => string) | undefined
}

const PlainRow = <Row,>(props: TableRowProps<Row>): ReactNode => {
  const { row } = props
  const isPicked = row !== undefined && props.isPicked?.(row) === true
  const slot = useRef<HTMLDivElement>(null)
  useFocusOfOneRow(slot, props.index)
  return (
    <div ref={slot} className="table-slot" role="presentation" style={{ top: props.top }}>
      {props.heading === undefined ? null : (
        <div className="table-group" role="presentation">
          {props.heading}
        </div>
      )}
      <div
        id={props.id}
        className={`table-row ${props.isSelected ? 'is-selected' : ''} ${isPicked ? 'is-picked' : ''} ${row === undefined ? '' : (props.rowClass?.(row) ?? '')}`}
        role="row"
        aria-rowindex={props.index + 2}
        aria-selected={props.isSelected || isPicked}
        data-index={props.index}
        style={{ height: props.height }}
      >
        {row === undefined ? (
          <span className="table-waiting" role="gridcell" />
        ) : (
          // A cell is not a component: a jump draws some hundred cells in a frame.
          props.columns.map((column) => (
            <div
              key={column.id}
              className={`table-cell ${column.align === 'end' ? 'is-end' : ''} ${column.fits === true ? '' : 'is-cut'}`}
              role="gridcell"
            >
              {column.cell(row, props.index)}
            </div>
          ))
        )}
      </div>
    </div>
  )
}

/** A row that is scrolled away leaves its elements to another: a button that had the focus must not act on that one. */
const useFocusOfOneRow = (slot: RefObject<HTMLElement | null>, index: number): void => {
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement
      if (focused instanceof HTMLElement && slot.current?.contains(focused) === true) focused.blur()
    },
    [slot, index],
  )
}

/** Drawn again only when something of the row has changed: scrolling moves the others. */
export const TableRow = memo(PlainRow) as typeof PlainRow
