/** The conversation of one side. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useImperativeHandle, useMemo, useState, type ReactNode, type Ref } from 'react'
import type { ConversationItem, ReadingRow } from '../../../app/contract/reader.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { contentOf, rowKey, wantedIn } from '../../panels/conversation/list-rows.ts'
import { RowView, type RowActions } from '../../panels/conversation/row-view.tsx'
import type { ConversationState } from '../../panels/conversation/use-conversation.ts'
import { useQuietFolds } from '../../panels/reader/quiet-fold.tsx'
import { useRowScroll, VirtualRows, type RowScroll } from '../../panels/reader/virtual-rows.tsx'
import { FailureNotice } from '../../ui/layout/async-states.tsx'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { columnRows, type ColumnRows } from './column-rows.ts'
import { DifferenceMarks } from './difference-marks.tsx'
import { differenceText, type Difference } from './differences.ts'
import type { Stops } from './scroll-pairs.ts'

/** Functions of a column that do not draw it again. */
export interface ColumnHandle {
  readonly stops: () => Stops
  readonly offset: () => number
  readonly scrollTo: (offset: number) => void
  /** A row of the conversation's own chain. */
  readonly goTo: (row: number) => void
  readonly move: (pixels: number) => void
  readonly turn: (pages: 1 | -1) => void
  readonly focus: () => void
  /** The first row in view whose contents are read. */
  readonly inView: () => ReadingRow | undefined
}

export interface ColumnProps {
  readonly label: string
  readonly state: ConversationState
  readonly actions: RowActions
  /** First row that the other side does not have. */
  readonly parting: number
  /** Rows of the prompts after it. */
  readonly prompts: readonly number[]
  readonly differences: readonly Difference[]
  readonly current: Difference | undefined
  readonly hasFold: boolean
  /** Number of records in common; undefined: they are in another session. */
  readonly common: number | undefined
  readonly isUnfolded: boolean
  readonly onFold: () => void
  /** A person works in this column. */
  readonly onLead: () => void
  readonly onMoved: () => void
  readonly handle: Ref<ColumnHandle>
}

/** Rows of the list that are left in view when its last row is at the top, pixels. */
const leftAtEnd = 120

export const CompareColumn = (props: ColumnProps): ReactNode => {
  const { state, parting, prompts, differences, hasFold, isUnfolded, onLead, onMoved, handle } = props
  const { flat, pages, outline } = state
  const { chain } = outline.main
  const common = flat.indexOf(chain, parting) ?? flat.total
  const rows = useMemo(() => columnRows({ total: flat.total, common, hasFold, isUnfolded }), [flat.total, common, hasFold, isUnfolded])
  const keyOf = useCallback(
    (index: number) => {
      const at = rows.flatAt(index)
      return at === undefined ? 'common' : rowKey(flat, at)
    },
    [flat, rows],
  )
  const [padding, setPadding] = useState(0)
  const scroll = useRowScroll({ count: rows.count, keyOf, paddingEnd: padding, onChange: onMoved })
  const { box, virtual, first, last, goTo } = scroll
  // A column cannot be scrolled beyond its drawn rows: it is scrolled again when rows were drawn in other heights.
  const total = virtual.getTotalSize()
  useEffect(onMoved, [onMoved, total])
  // Every prompt can be scrolled to the top, beside the prompt of the other side.
  const { height } = useElementSize(box)
  useEffect(() => setPadding(Math.max(0, height - leftAtEnd)), [height])
  useEffect(() => {
    const from = rows.flatAt(Math.max(0, first - 8)) ?? rows.flatAt(1) ?? 0
    pages.need(wantedIn(flat, from, (rows.flatAt(Math.max(last, first + 24)) ?? 0) + 8))
  }, [pages, flat, rows, first, last])
  const indexOf = useCallback(
    (row: number): number | undefined => {
      const at = flat.indexOf(chain, row)
      return at === undefined ? undefined : rows.indexOf(at)
    },
    [flat, chain, rows],
  )
  useImperativeHandle(handle, () => handleOf({ scroll, rows, state, padding, indexOf, prompts }))
  const marks = useMemo(
    () =>
      differences.flatMap(({ row, isPrompt }) => {
        const index = indexOf(row)
        return index === undefined ? [] : [{ share: index / Math.max(1, rows.count), isPrompt }]
      }),
    [differences, indexOf, rows],
  )
  const pick = useCallback(
    (share: number) => {
      onLead()
      goTo(Math.min(rows.count - 1, Math.floor(share * rows.count)), 'start')
    },
    [onLead, goTo, rows],
  )
  const byRow = useMemo(() => new Map(differences.map((difference) => [difference.row, difference])), [differences])
  const itemAt = (index: number): ConversationItem | undefined => {
    const at = rows.flatAt(index)
    const row = at === undefined ? undefined : contentOf(state, flat.at(at))
    return row?.kind === 'item' ? row.item : undefined
  }
  const folded = useQuietFolds(itemAt)
  const failure = pages.failure()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={state.retry} />
  return (
    <div className="conversation-frame">
      <VirtualRows
        scroll={scroll}
        label={props.label}
        draw={(index) =>
          folded(index, false, () => <Slot {...props} at={rows.flatAt(index)} before={rows.flatAt(index - 1)} byRow={byRow} />)
        }
        onWheel={onLead}
        onPointerDown={onLead}
        onFocus={onLead}
      />
      <DifferenceMarks marks={marks} onPick={pick} />
    </div>
  )
}

interface HandleParts {
  readonly scroll: RowScroll
  readonly rows: ColumnRows
  readonly state: ConversationState
  readonly padding: number
  readonly indexOf: (row: number) => number | undefined
  readonly prompts: readonly number[]
}

/** A row that begins at most this far below the edge counts as in view, pixels. */
const edge = 4

const handleOf = ({
  scroll: { box, virtual, turn, goTo, leaveEnd },
  rows,
  state,
  padding,
  indexOf,
  prompts,
}: HandleParts): ColumnHandle => {
  // The total places rows by their latest heights, also those that were measured after the last drawing.
  const startOf = (index: number): number => {
    const total = virtual.getTotalSize()
    return virtual.measurementsCache[index]?.start ?? total - padding
  }
  const offset = (): number => box.current?.scrollTop ?? 0
  return {
    stops: () => {
      const starts = [0, startOf(rows.parting), ...prompts.map((row) => startOf(indexOf(row) ?? 0))]
      const end = virtual.getTotalSize() - padding - (box.current?.clientHeight ?? 0)
      return { starts, end: Math.max(starts.at(-1) ?? 0, end) }
    },
    offset,
    scrollTo: (to) => {
      leaveEnd()
      box.current?.scrollTo({ top: to })
    },
    goTo: (row) => {
      const index = indexOf(row)
      if (index !== undefined) goTo(index, 'start')
    },
    move: (pixels) => {
      leaveEnd()
      box.current?.scrollBy({ top: pixels })
    },
    turn,
    focus: () => box.current?.focus({ preventScroll: true }),
    inView: () => {
      const from = virtual.getVirtualItemForOffset(offset() + edge)?.index ?? 0
      for (let index = from; index < Math.min(rows.count, from + 20); index += 1) {
        const at = rows.flatAt(index)
        const row = at === undefined ? undefined : contentOf(state, state.flat.at(at))
        if (row !== undefined) return row
      }
      return undefined
    },
  }
}

type SlotProps = ColumnProps & {
  /** Index in the list of the conversation; undefined: the fold of the common rows. */
  readonly at: number | undefined
  /** Index of the row above; undefined: the fold, or none. */
  readonly before: number | undefined
  readonly byRow: ReadonlyMap<number, Difference>
}

const Slot = ({ state, actions, at, before, byRow, current, common, isUnfolded, onFold }: SlotProps): ReactNode => {
  if (at === undefined) return <CommonRow records={common} isUnfolded={isUnfolded} onFold={onFold} />
  const place = state.flat.at(at)
  if (place === undefined) return null
  const isOwn = place.kind === 'row' && place.chain === state.outline.main.chain
  const difference = isOwn ? byRow.get(place.row) : undefined
  const view = (
    <RowView
      state={state}
      actions={actions}
      place={place}
      row={contentOf(state, place)}
      before={before === undefined ? undefined : contentOf(state, state.flat.at(before))}
      isOpen={false}
    />
  )
  if (difference === undefined) return view
  const isCurrent = difference === current
  return (
    <div className={isCurrent ? 'only-here is-current' : 'only-here'} aria-current={isCurrent ? 'true' : undefined}>
      <p className="only-here-label" title={difference.files.join('\n')}>
        {differenceText(difference)}
      </p>
      {view}
    </div>
  )
}

interface CommonRowProps {
  readonly records: number | undefined
  readonly isUnfolded: boolean
  readonly onFold: () => void
}

const CommonRow = ({ records, isUnfolded, onFold }: CommonRowProps): ReactNode => {
  if (records === 0) return <p className="common-row">No records in common</p>
  return (
    <button type="button" className="common-row" aria-expanded={isUnfolded} onClick={onFold}>
      {isUnfolded ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
      {records === undefined ? 'What is in common is in another session' : `${countOf(records, 'record')} in common`}
    </button>
  )
}
