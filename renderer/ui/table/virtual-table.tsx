/** A table of any length: only the rows in view exist, headers sort, keys move, and a screen reader knows the counts. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { chordOf } from '../commands/chord.ts'
import type { MenuPoint } from '../commands/commit-menu.ts'
import { listTarget } from './use-cursor.ts'
import { lastSelected, rememberScroll, rememberSelected, scrollOffset } from './scroll-memory.ts'
import { TableHead, type Column, type TableSort } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { tableWidth } from './table-width.ts'
import { useCommands, type Command } from '../commands/commands.ts'
import './virtual-table.css'

export interface VirtualTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly count: number
  readonly row: (index: number) => Row | undefined
  /** Changes when rows arrived. */
  readonly version: number
  readonly rowHeight: number
  readonly selected: number | undefined
  readonly onMove: (index: number) => void
  readonly onOpen: ((row: Row) => void) | undefined
  /** The rows in view, for a list that reads them page by page. */
  readonly onRange?: (first: number, last: number) => void
  /** Called for the right button, the menu key or Shift+F10; without a point: by key, for the selected row. */
  readonly onMenu?: (row: Row, at: MenuPoint | undefined) => void
  readonly sort?: TableSort
  readonly onSort?: (by: string) => void
  /** Rows are under a heading where this changes. */
  readonly groupOf?: ((row: Row) => string) | undefined
  /** Remembers the scroll place under this name. */
  readonly memory: string
  readonly rowClass?: (row: Row) => string
  /** Rows can be picked: with Shift or Ctrl and the mouse, with x, Space and Shift with the arrows. */
  readonly picking?: RowPicking<Row> | undefined
  /** False: j, k and Enter belong to another list on the screen. */
  readonly isMain?: boolean
}

export interface RowPicking<Row> {
  readonly isPicked: (row: Row) => boolean
  /** range: all rows from the last picked one, or from `from`, to this one. */
  readonly onPick: (index: number, how: 'toggle' | 'range', from?: number) => void
  readonly onPickAll: () => void
}

const headHeight = 28
const groupHeight = 30

export const VirtualTable = <Row,>(props: VirtualTableProps<Row>): ReactNode => {
  const scroller = useRef<HTMLDivElement>(null)
  const idPrefix = useId()
  const heading = useHeadings(props)
  const virtual = useVirtualizer({
    count: props.count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => props.rowHeight + (props.groupOf === undefined || heading(index) === undefined ? 0 : groupHeight),
    overscan: 4,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight + 4,
    initialOffset: () => scrollOffset(props.memory),
  })
  useRange(props, virtual)
  useFollow(props, virtual)
  useRestoredScroll(props, scroller)
  const press = useListKeys(props, virtual)
  const items = virtual.getVirtualItems()
  const slots = slotsFor(items.length)
  const tracks = props.columns.map((column) => column.width)
  return (
    <div
      ref={scroller}
      className="table"
      role="grid"
      aria-label={props.label}
      aria-rowcount={props.count + 1}
      aria-colcount={props.columns.length}
      aria-multiselectable={props.picking === undefined ? undefined : true}
      aria-activedescendant={props.selected === undefined ? undefined : `${idPrefix}-${props.selected}`}
      tabIndex={0}
      onKeyDown={press}
      onMouseDown={(event) => pressRow(props, event)}
      onDoubleClick={(event) => {
        const row = props.row(rowIndexOf(event.target) ?? -1)
        if (row !== undefined) props.onOpen?.(row)
      }}
      onContextMenu={(event) => openMenu(props, event)}
      onScroll={(event) => rememberScroll(props.memory, event.currentTarget.scrollTop)}
      style={{ '--columns': tracks.join(' '), '--least-width': `${tableWidth(tracks)}px` }}
    >
      <TableHead columns={props.columns} sort={props.sort} onSort={props.onSort} />
      <div className="table-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => (
          <TableRow
            key={item.index % slots}
            id={`${idPrefix}-${item.index}`}
            top={item.start - headHeight}
            height={props.rowHeight}
            index={item.index}
            row={props.row(item.index)}
            columns={props.columns}
            heading={heading(item.index)}
            isSelected={item.index === props.selected}
            isPicked={props.picking?.isPicked}
            rowClass={props.rowClass}
          />
        ))}
      </div>
    </div>
  )
}

/** Rows that come into view reuse the elements of rows that left it: this number of elements exists at any scroll position. */
const slotsFor = (rows: number): number => 2 ** Math.ceil(Math.log2(Math.max(64, rows)))

/** Rows have no event handlers: the grid keeps the focus and names the active row. */
const rowIndexOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element && target.closest('button, a') === null ? target.closest<HTMLElement>('[data-index]') : null
  return row?.dataset['index'] === undefined ? undefined : Number(row.dataset['index'])
}

/** A click moves the cursor. With a modifier, or on a box, it picks rows, and selects no text. */
const pressRow = <Row,>({ onMove, picking, selected }: VirtualTableProps<Row>, event: MouseEvent<HTMLElement>): void => {
  const index = event.button === 0 ? rowIndexOf(event.target) : undefined
  if (index === undefined) return
  const isBox = event.target instanceof Element && event.target.closest('[data-pick]') !== null
  if (picking === undefined || !(event.shiftKey || event.ctrlKey || event.metaKey || isBox)) {
    onMove(index)
    return
  }
  event.preventDefault()
  event.currentTarget.focus()
  picking.onPick(index, event.shiftKey ? 'range' : 'toggle', selected)
}

/** A right click selects its row first. */
const openMenu = <Row,>({ onMenu, onMove, row, selected }: VirtualTableProps<Row>, event: MouseEvent): void => {
  if (onMenu === undefined) return
  event.preventDefault()
  const isByMouse = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'mouse'
  const index = isByMouse ? rowIndexOf(event.target) : selected
  const chosen = index === undefined ? undefined : row(index)
  if (index === undefined || chosen === undefined) return
  if (index !== selected) onMove(index)
  onMenu(chosen, isByMouse ? { x: event.clientX, y: event.clientY } : undefined)
}

type Virtual = Virtualizer<HTMLDivElement, Element>

const useHeadings = <Row,>({ groupOf, row }: VirtualTableProps<Row>): ((index: number) => string | undefined) => {
  const groupAt = (index: number): string | undefined => {
    const found = row(index)
    return found === undefined || groupOf === undefined ? undefined : groupOf(found)
  }
  return (index) => {
    const group = groupAt(index)
    return index > 0 && groupAt(index - 1) === group ? undefined : group
  }
}

const useRange = <Row,>(props: VirtualTableProps<Row>, virtual: Virtual): void => {
  const { onRange, version, groupOf } = props
  const range = virtual.range
  const first = range?.startIndex ?? 0
  const last = range?.endIndex ?? 0
  useEffect(() => {
    onRange?.(first, last)
  }, [first, last, onRange])
  const isGrouped = groupOf !== undefined
  const wasGrouped = useRef(isGrouped)
  useLayoutEffect(() => {
    if (isGrouped || wasGrouped.current) virtual.measure()
    wasGrouped.current = isGrouped
  }, [virtual, version, groupOf, isGrouped])
}

/** Keeps the selected row in view when it moves, also while another screen is shown, and not when the list is scrolled. */
const useFollow = <Row,>({ selected, memory }: VirtualTableProps<Row>, virtual: Virtual): void => {
  useEffect(() => {
    if (selected !== undefined && selected !== lastSelected(memory)) virtual.scrollToIndex(selected, { align: 'auto' })
    rememberSelected(memory, selected)
  }, [selected, memory, virtual])
}

/** The remembered place can only be reached once there are rows. */
const useRestoredScroll = <Row,>({ count, memory }: VirtualTableProps<Row>, scroller: RefObject<HTMLDivElement | null>): void => {
  const hasRows = count > 0
  useLayoutEffect(() => {
    if (hasRows && scroller.current !== null) scroller.current.scrollTop = scrollOffset(memory)
  }, [hasRows, memory, scroller])
}

const pickSteps: Readonly<Record<string, number>> = { 'Shift+Down': 1, 'Shift+Up': -1 }

/** Whether a key picks rows of the list. */
const picksWith = <Row,>(chord: string, { picking, selected, count, onMove }: VirtualTableProps<Row>): boolean => {
  if (picking === undefined) return false
  if (chord === 'Mod+A' || chord === 'Shift+A') {
    picking.onPickAll()
    return true
  }
  if (selected === undefined) return false
  if (chord === 'x' || chord === 'Space') {
    picking.onPick(selected, 'toggle', selected)
    return true
  }
  const step = pickSteps[chord]
  if (step === undefined) return false
  const next = Math.max(0, Math.min(count - 1, selected + step))
  picking.onPick(next, 'range', selected)
  onMove(next)
  return true
}

const pickCommands = (press: (chord: string) => boolean): readonly Command[] => [
  { id: 'list.pick', title: 'Select or deselect the row', group: 'List', keys: ['x', 'Space'], run: () => press('x') },
  { id: 'list.pickNext', title: 'Extend the selection down', group: 'List', keys: ['Shift+Down'], run: () => press('Shift+Down') },
  { id: 'list.pickPrevious', title: 'Extend the selection up', group: 'List', keys: ['Shift+Up'], run: () => press('Shift+Up') },
  { id: 'list.pickAll', title: 'Select all rows', group: 'List', keys: ['Shift+A'], run: () => press('Shift+A') },
]

const useListKeys = <Row,>(props: VirtualTableProps<Row>, virtual: Virtual): ((event: KeyboardEvent) => void) => {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const press = useCallback(
    (chord: string): boolean => {
      const { selected, count, rowHeight, row, onOpen, onMove } = latest.current
      const chosen = selected === undefined ? undefined : row(selected)
      if (chord === 'Enter' && chosen !== undefined && onOpen !== undefined) {
        onOpen(chosen)
        return true
      }
      if (picksWith(chord, latest.current)) return true
      const pageRows = Math.floor((virtual.scrollRect?.height ?? 0) / rowHeight)
      const target = listTarget(chord, { index: selected, count, pageRows })
      if (target !== undefined) onMove(target)
      return target !== undefined
    },
    [virtual],
  )
  useCommands(
    props.isMain === false
      ? []
      : [
          { id: 'list.next', title: 'Next row', group: 'List', keys: ['j', 'Down'], run: () => press('j') },
          { id: 'list.previous', title: 'Previous row', group: 'List', keys: ['k', 'Up'], run: () => press('k') },
          ...(props.onOpen === undefined
            ? []
            : [{ id: 'list.open', title: 'Open the selected row', group: 'List', keys: ['Enter'], run: () => press('Enter') }]),
          ...(props.picking === undefined ? [] : pickCommands(press)),
          { id: 'list.first', title: 'First row', group: 'List', keys: ['g g'], run: () => press('Home') },
          { id: 'list.last', title: 'Last row', group: 'List', keys: ['Shift+G'], run: () => press('End') },
        ],
  )
  return (event) => {
    if (event.target !== event.currentTarget || !press(chordOf(event))) return
    event.preventDefault()
    event.stopPropagation()
  }
}
