/** The scroll of a whole conversation: only the rows in view are drawn, however long it is. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type WheelEvent,
} from 'react'
import { FailureNotice } from '../../ui/layout/async-states.tsx'
import { highlight, clearHighlights } from './highlight.ts'
import { contentOf, rowKey, wantedIn } from './list-rows.ts'
import { RowView, type RowActions } from './row-view.tsx'
import { ScrollMarks } from './scroll-marks.tsx'
import type { ConversationState } from './use-conversation.ts'
import type { FindState } from './use-find.ts'

/** A place that is gone to, and where in the scroll it is shown. */
export interface ListHandle {
  readonly goTo: (index: number, align: 'start' | 'center' | 'end') => void
  readonly turn: (pages: 1 | -1) => void
  readonly focus: () => void
}

/** Indexes of the first and last rows in view. */
export interface ListView {
  readonly first: number
  readonly last: number
}

export interface ConversationListProps {
  readonly state: ConversationState
  readonly find: FindState
  readonly actions: RowActions
  /** Index of the row that was gone to. */
  readonly target: number | undefined
  /** The list stays at its end while the session grows. */
  readonly followsEnd: boolean
  readonly onView: (view: ListView) => void
  /** The end came into view, or was left by hand. */
  readonly onEnd: (isAtEnd: boolean) => void
  readonly handle: Ref<ListHandle>
}

const estimatedHeight = 84
/** Part of a page that stays in view when it is turned. */
const keptShare = 0.1
/** So near the end the list follows it, pixels. */
const endSlack = 4
const backKeys: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home'])

type Rows = Virtualizer<HTMLDivElement, Element>

export const ConversationList = (props: ConversationListProps): ReactNode => {
  const { state, find, actions, target, followsEnd, onView, onEnd, handle } = props
  const { flat, pages } = state
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: flat.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey: useCallback((index: number) => rowKey(flat, index), [flat]),
    overscan: 4,
    useAnimationFrameWithResizeObserver: true,
  })
  const first = virtual.range?.startIndex ?? 0
  const last = virtual.range?.endIndex ?? 0
  useEffect(() => pages.need(wantedIn(flat, Math.max(0, first - 8), Math.max(last, first + 24) + 8)), [pages, flat, first, last])
  useEffect(() => onView({ first, last }), [first, last, onView])
  const noteEnd = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): void => {
    if (scrollHeight - scrollTop - clientHeight < endSlack) onEnd(true)
  }
  const leaveEnd = (event: KeyboardEvent | WheelEvent): void => {
    if ('deltaY' in event ? event.deltaY < 0 : backKeys.has(event.key)) onEnd(false)
  }
  useImperativeHandle(handle, () => handleOf(virtual, scroller.current), [virtual])
  // Rows that are measured for the first time move the end.
  const height = virtual.getTotalSize()
  useLayoutEffect(() => {
    const box = scroller.current
    if (followsEnd && box !== null) box.scrollTop = box.scrollHeight
  }, [followsEnd, height])
  useHighlights(scroller, find, target)
  const failure = pages.failure()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={() => pages.follow(new Map(tipsOf(state)))} />
  return (
    <div className="conversation-frame">
      {/* A scrolling region must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- scrolling back by hand leaves the end */}
      <div
        ref={scroller}
        className="conversation"
        role="region"
        aria-label="Conversation"
        onScroll={(event) => noteEnd(event.currentTarget)}
        onWheel={leaveEnd}
        onKeyDown={leaveEnd}
        onPointerDown={(event) => event.target === event.currentTarget && onEnd(false)}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <div className="conversation-body" style={{ height }}>
          {virtual.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className={item.index === target ? 'conversation-slot is-sought' : 'conversation-slot'}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Row state={state} actions={actions} index={item.index} isOpen={item.index === find.openIndex} />
            </div>
          ))}
        </div>
      </div>
      <ScrollMarks state={state} found={find.rows} onPick={(index) => virtual.scrollToIndex(index, { align: 'center' })} />
    </div>
  )
}

const tipsOf = ({ outlines }: ConversationState): readonly (readonly [string, string])[] =>
  [...outlines].map(([chain, { tip }]) => [chain, tip] as const)

const handleOf = (virtual: Rows, box: HTMLDivElement | null): ListHandle => ({
  goTo: (index, align) => virtual.scrollToIndex(index, { align }),
  turn: (pages) => box?.scrollBy({ top: pages * box.clientHeight * (1 - keptShare) }),
  focus: () => box?.focus({ preventScroll: true }),
})

interface RowProps {
  readonly state: ConversationState
  readonly actions: RowActions
  readonly index: number
  /** Everything in it is unfolded: a match is within. */
  readonly isOpen: boolean
}

const Row = ({ state, actions, index, isOpen }: RowProps): ReactNode => {
  const place = state.flat.at(index)
  if (place === undefined) return null
  return (
    <RowView
      state={state}
      actions={actions}
      place={place}
      row={contentOf(state, place)}
      before={contentOf(state, state.flat.at(index - 1))}
      isOpen={isOpen}
    />
  )
}

/** Marks the found text again whenever what is drawn has changed. */
const useHighlights = (scroller: { readonly current: HTMLDivElement | null }, find: FindState, current: number | undefined): void => {
  const { text, matchCase } = find
  useEffect(() => {
    const box = scroller.current
    if (box === null || text === '') return undefined
    let frame = 0
    const mark = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => highlight(box, { text, matchCase, current }))
    }
    const observer = new MutationObserver(mark)
    observer.observe(box, { childList: true, subtree: true, characterData: true })
    mark()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      clearHighlights()
    }
  }, [scroller, text, matchCase, current])
}
