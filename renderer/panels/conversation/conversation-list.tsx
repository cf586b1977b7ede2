/** The rows of a whole session: followed at their end, marked where a text was found. */
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode, Ref, RefObject, WheelEvent } from 'react'
import type { ConversationItem, ReadingRow } from '../../../app/contract/reader.ts'
import { FailureNotice } from '../../ui/layout/async-states.tsx'
import { useQuietFolds } from '../reader/quiet-fold.tsx'
import { useRowScroll, VirtualRows } from '../reader/virtual-rows.tsx'
import { highlight, clearHighlights } from './highlight.ts'
import { contentOf, rowKey, wantedIn } from './list-rows.ts'
import type { PricedPrompt } from './outline-entries.ts'
import { RowView, type RowActions } from './row-view.tsx'
import { ScrollMarks } from './scroll-marks.tsx'
import type { ConversationState } from './use-conversation.ts'
import type { FindState } from './use-find.ts'

/** A place that is gone to, and where in the scroll it is shown. */
export interface ListHandle {
  /** @param isHeld it stays there while rows are measured, until the reader moves */
  readonly goTo: (index: number, align: 'start' | 'center' | 'end', isHeld?: boolean) => void
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
  readonly costliest: readonly PricedPrompt[]
  readonly actions: RowActions
  /** Index of the row that navigation leads to. */
  readonly target: number | undefined
  /** Whether that row is expanded. */
  readonly isTargetOpen: boolean
  /** Whether the list stays at its end while the session grows. */
  readonly followsEnd: boolean
  readonly onView: (view: ListView) => void
  /** Called when the end comes into view, or when a person scrolls away from it. */
  readonly onEnd: (isAtEnd: boolean) => void
  readonly handle: Ref<ListHandle>
}

/** Within this distance from its end, the list follows the end, pixels. */
const endSlack = 4
const backKeys: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home'])

export const ConversationList = (props: ConversationListProps): ReactNode => {
  const { state, find, costliest, actions, target, isTargetOpen, followsEnd, onView, onEnd, handle } = props
  const { flat, pages } = state
  const scroll = useRowScroll({ count: flat.total, keyOf: useCallback((index: number) => rowKey(flat, index), [flat]) })
  const { box, virtual, first, last } = scroll
  useEffect(() => pages.need(wantedIn(flat, Math.max(0, first - 8), Math.max(last, first + 24) + 8)), [pages, flat, first, last])
  useEffect(() => onView({ first, last }), [first, last, onView])
  const noteEnd = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): void => {
    if (scrollHeight - scrollTop - clientHeight < endSlack) onEnd(true)
  }
  /** The row that stays where it was gone to. */
  const held = useRef<number>(undefined)
  const leaveEnd = (event: KeyboardEvent | WheelEvent): void => {
    held.current = undefined
    if ('deltaY' in event ? event.deltaY < 0 : backKeys.has(event.key)) onEnd(false)
  }
  // A row that is scrolled out of sight takes the focus with it, and then the arrow keys scroll nothing.
  const keepFocus = (): void => {
    if (box.current?.contains(document.activeElement) === true) box.current.focus({ preventScroll: true })
  }
  useImperativeHandle(handle, () => ({
    goTo: (index, align, isHeld = false) => {
      keepFocus()
      held.current = isHeld ? index : undefined
      scroll.goTo(index, align)
    },
    turn: (pages) => {
      keepFocus()
      held.current = undefined
      scroll.turn(pages)
    },
    focus: () => box.current?.focus({ preventScroll: true }),
  }))
  // Rows that are measured for the first time move the end.
  const height = virtual.getTotalSize()
  useLayoutEffect(() => {
    if (followsEnd && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }, [box, followsEnd, height])
  // Rows above it that are measured late would move it out of view.
  useLayoutEffect(() => {
    if (held.current !== undefined) virtual.scrollToIndex(held.current, { align: 'start' })
  }, [virtual, height])
  useHighlights(box, find, target)
  const folded = useQuietFolds((index) => itemIn(contentOf(state, flat.at(index))))
  const draw = (index: number): ReactNode => {
    const place = flat.at(index)
    if (place === undefined) return null
    const isOpen = index === find.openIndex || (isTargetOpen && index === target)
    return folded(index, isOpen || index === target, () => (
      <RowView
        state={state}
        actions={actions}
        place={place}
        row={contentOf(state, place)}
        before={contentOf(state, flat.at(index - 1))}
        isOpen={isOpen}
      />
    ))
  }
  const failure = pages.failure()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={state.retry} />
  return (
    <div className="conversation-frame">
      <VirtualRows
        scroll={scroll}
        label="Conversation"
        target={target}
        draw={draw}
        onScroll={(event) => noteEnd(event.currentTarget)}
        onWheel={leaveEnd}
        onKeyDown={leaveEnd}
        onPointerDown={(event) => {
          held.current = undefined
          if (event.target === event.currentTarget) onEnd(false)
        }}
      />
      <ScrollMarks
        state={state}
        found={find.rows}
        costliest={costliest}
        onPick={(index) => {
          held.current = undefined
          scroll.goTo(index, 'center')
        }}
      />
    </div>
  )
}

const itemIn = (row: ReadingRow | undefined): ConversationItem | undefined => (row?.kind === 'item' ? row.item : undefined)

/** Marks the found text again whenever what is drawn has changed, and scrolls once to the match that is gone to. */
const useHighlights = (scroller: RefObject<HTMLDivElement | null>, find: FindState, current: number | undefined): void => {
  const { text, matchCase, openIndex, within, near } = find
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    const box = scroller.current
    if (box === null || text === '') return undefined
    let frame = 0
    const place = openIndex === undefined || openIndex !== current ? undefined : JSON.stringify([text, matchCase, openIndex, within, near])
    const mark = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const match = highlight(box, { text, matchCase, current, within, near })
        if (match === undefined || place === undefined || shown.current === place) return
        shown.current = place
        scrollTo(box, match)
      })
    }
    const observer = new MutationObserver(mark)
    observer.observe(box, { childList: true, subtree: true, characterData: true })
    mark()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      clearHighlights()
    }
  }, [scroller, text, matchCase, current, openIndex, within, near])
}

/** A match is shown so far below the top. */
const shownAt = 0.3

/** Rows, and the outputs within them that scroll, can be higher than the window: a match in one is brought into view by itself. */
const scrollTo = (box: HTMLElement, match: Range): void => {
  for (let outer = match.startContainer.parentElement; outer !== null; outer = outer === box ? null : outer.parentElement) {
    if (outer !== box && !isScrolling(outer)) continue
    const { top, bottom } = match.getBoundingClientRect()
    const view = outer.getBoundingClientRect()
    if (top < view.top || bottom > view.bottom) outer.scrollTop += top - view.top - view.height * shownAt
  }
}

const isScrolling = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)
