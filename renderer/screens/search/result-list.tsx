/** Results as one list: the head of each session and its hits below it. Only the rows in view are drawn. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { chordOf } from '../../ui/commands/chord.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { lastSelected, rememberScroll, rememberSelected, scrollOffset } from '../../ui/table/scroll-memory.ts'
import { listTarget } from '../../ui/table/use-cursor.ts'
import { ResultRowView } from './result-row.tsx'
import { nextHead, type ResultRow } from './result-rows.ts'

export interface ResultListHandle {
  /** Takes the focus; the first hit is selected when nothing is. */
  readonly enter: () => void
}

export interface ResultListProps {
  readonly rows: readonly ResultRow[]
  /** The name of a project. */
  readonly nameOf: (project: string) => string
  readonly selected: number | undefined
  /** The rows are those of the search before. */
  readonly isOld: boolean
  readonly hasMore: boolean
  readonly onMove: (index: number) => void
  readonly onOpen: (row: ResultRow) => void
  readonly onMore: () => void
  readonly onLeave: () => void
  /** Remembers the scroll place under this name. */
  readonly memory: string
  readonly handle: Ref<ResultListHandle>
}

const headHeight = 38
const hitHeight = 66
/** Number of rows before the end at which the next page is requested. */
const rowsAhead = 12

export const ResultList = (props: ResultListProps): ReactNode => {
  const { rows, selected, isOld, hasMore, onMove, onMore, memory, handle } = props
  const box = useRef<HTMLDivElement>(null)
  const idPrefix = useId()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (rows[index]?.hit === undefined ? headHeight : hitHeight),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    initialOffset: () => scrollOffset(memory),
    useAnimationFrameWithResizeObserver: true,
  })
  const last = virtual.range?.endIndex ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - rowsAhead) onMore()
  }, [hasMore, last, rows.length, onMore])
  useFollow(selected, memory, virtual)
  useImperativeHandle(handle, () => ({
    enter: () => {
      box.current?.focus({ preventScroll: true })
      if (selected === undefined && rows.length > 0) onMove(Math.min(1, rows.length - 1))
    },
  }))
  // After Back from a session, the keys continue from the row that was opened.
  const isChosen = selected !== undefined
  useEffect(() => {
    if (isChosen && document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [isChosen])
  const press = useResultKeys(props, virtual)
  return (
    <div
      ref={box}
      className={`results ${isOld ? 'is-old' : ''}`}
      role="treegrid"
      aria-label="Results"
      aria-busy={isOld}
      aria-rowcount={hasMore ? -1 : rows.length}
      aria-activedescendant={selected === undefined ? undefined : `${idPrefix}-${selected}`}
      tabIndex={0}
      onKeyDown={press}
      onMouseDown={(event) => select(event, onMove)}
      onDoubleClick={(event) => {
        const row = rows[rowIndexOf(event.target) ?? -1]
        if (row !== undefined) props.onOpen(row)
      }}
      onScroll={(event) => rememberScroll(memory, event.currentTarget.scrollTop)}
    >
      <div className="results-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <div
              key={key}
              ref={virtual.measureElement}
              id={`${idPrefix}-${index}`}
              className={`result ${row.hit === undefined ? 'is-head' : 'is-hit'} ${index === selected ? 'is-selected' : ''}`}
              role="row"
              aria-level={row.hit === undefined ? 1 : 2}
              aria-rowindex={index + 1}
              aria-selected={index === selected}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ResultRowView row={row} nameOf={props.nameOf} onOpen={props.onOpen} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const rowIndexOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element && target.closest('button') === null ? target.closest<HTMLElement>('[data-index]') : null
  return row?.dataset['index'] === undefined ? undefined : Number(row.dataset['index'])
}

const select = (event: MouseEvent, onMove: (index: number) => void): void => {
  const index = event.button === 0 ? rowIndexOf(event.target) : undefined
  if (index !== undefined) onMove(index)
}

type Virtual = Virtualizer<HTMLDivElement, Element>

/** Keeps the selected row in view when it moves, not when the list is scrolled. */
const useFollow = (selected: number | undefined, memory: string, virtual: Virtual): void => {
  useEffect(() => {
    if (selected !== undefined && selected !== lastSelected(memory)) virtual.scrollToIndex(selected === 1 ? 0 : selected, { align: 'auto' })
    rememberSelected(memory, selected)
  }, [selected, memory, virtual])
}

const useResultKeys = (props: ResultListProps, virtual: Virtual): ((event: KeyboardEvent) => void) => {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const press = useCallback(
    (chord: string): boolean => {
      const { rows, selected, onMove, onOpen } = latest.current
      const chosen = selected === undefined ? undefined : rows[selected]
      if (chord === 'Enter' && chosen !== undefined) {
        onOpen(chosen)
        return true
      }
      const pageRows = Math.floor((virtual.scrollRect?.height ?? 0) / hitHeight)
      const target =
        chord === 'Shift+J' || chord === 'Shift+K'
          ? nextHead(rows, selected ?? -1, chord === 'Shift+J' ? 1 : -1)
          : listTarget(chord, { index: selected, count: rows.length, pageRows })
      if (target !== undefined) onMove(target)
      return target !== undefined
    },
    [virtual],
  )
  useCommands([
    { id: 'list.next', title: 'Next row', group: 'List', keys: ['j', 'Down'], run: () => press('j') },
    { id: 'list.previous', title: 'Previous row', group: 'List', keys: ['k', 'Up'], run: () => press('k') },
    { id: 'list.open', title: 'Open the selected row', group: 'List', keys: ['Enter'], run: () => press('Enter') },
    { id: 'list.first', title: 'First row', group: 'List', keys: ['g g'], run: () => press('Home') },
    { id: 'list.last', title: 'Last row', group: 'List', keys: ['Shift+G'], run: () => press('End') },
    { id: 'search.next-session', title: 'Next session', group: 'List', keys: ['Shift+J'], run: () => press('Shift+J') },
    { id: 'search.previous-session', title: 'Previous session', group: 'List', keys: ['Shift+K'], run: () => press('Shift+K') },
    { id: 'search.field', title: 'Back to the search field', group: 'List', keys: ['Esc'], run: props.onLeave },
  ])
  return (event) => {
    if (event.target !== event.currentTarget || !press(chordOf(event))) return
    event.preventDefault()
    event.stopPropagation()
  }
}
