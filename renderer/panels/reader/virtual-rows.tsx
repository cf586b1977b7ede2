/** The scroll of a conversation: only the rows in view are drawn, however long it is. */
import { observeElementOffset, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { useHurry } from './hurry.ts'

export interface RowScroll {
  readonly box: RefObject<HTMLDivElement | null>
  readonly virtual: Virtualizer<HTMLDivElement, Element>
  /** Indexes of the first and last rows in view. */
  readonly first: number
  readonly last: number
  /** It rushes by: rows are only hinted at. */
  readonly isHurried: boolean
  /** Forwards or back by nearly what is in view. */
  readonly turn: (pages: 1 | -1) => void
  readonly goTo: (index: number, align: 'start' | 'center' | 'end') => void
  /** The end stays in view while rows are measured, until something is scrolled to. */
  readonly holdEnd: () => void
  readonly leaveEnd: () => void
}

export interface RowScrollOptions {
  readonly count: number
  /** A row keeps its height while its key stays; by default that of its place. */
  readonly keyOf?: (index: number) => string | number
  /** Room below the last row, pixels. */
  readonly paddingEnd?: number
  readonly onChange?: () => void
}

const estimatedHeight = 84
/** Number of rows that are drawn before and after those in view. It is small, because turning a page immediately draws all rows again. */
const overscan = 2
/** Part of a page that stays in view when the page is turned. */
const keptShare = 0.1

/** Whether a row has the focus, which it would lose. */
const hasFocusWithin = (box: HTMLElement | null): boolean =>
  box !== null && box !== document.activeElement && box.contains(document.activeElement)

export const useRowScroll = ({ count, keyOf, paddingEnd = 0, onChange }: RowScrollOptions): RowScroll => {
  const box = useRef<HTMLDivElement>(null)
  const hurry = useHurry()
  const isEndHeld = useRef(false)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => estimatedHeight,
    overscan,
    paddingEnd,
    useAnimationFrameWithResizeObserver: true,
    observeElementOffset: (instance, report) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        if (!hasFocusWithin(box.current)) hurry.note(offset, instance.scrollRect?.height ?? 0)
        report(offset, isScrolling)
      }),
    ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
    ...(onChange === undefined ? {} : { onChange }),
  })
  const moves = useMemo(() => {
    const leaveEnd = (): void => {
      isEndHeld.current = false
    }
    return {
      leaveEnd,
      holdEnd: (): void => {
        isEndHeld.current = true
        if (box.current !== null) box.current.scrollTop = box.current.scrollHeight
      },
      turn: (pages: 1 | -1): void => {
        leaveEnd()
        box.current?.scrollBy({ top: pages * box.current.clientHeight * (1 - keptShare) })
      },
      goTo: (index: number, align: 'start' | 'center' | 'end'): void => {
        leaveEnd()
        virtual.scrollToIndex(index, { align })
      },
    }
  }, [virtual])
  const height = virtual.getTotalSize()
  useLayoutEffect(() => {
    if (isEndHeld.current) moves.holdEnd()
  }, [moves, height])
  return {
    box,
    virtual,
    first: virtual.range?.startIndex ?? 0,
    last: virtual.range?.endIndex ?? 0,
    isHurried: hurry.isOn,
    ...moves,
  }
}

export interface VirtualRowsProps extends Omit<ComponentProps<'div'>, 'children' | 'className' | 'ref' | 'role' | 'tabIndex'> {
  readonly scroll: RowScroll
  readonly label: string
  /** Index of the row that was gone to. */
  readonly target?: number | undefined
  readonly draw: (index: number) => ReactNode
  /** Above the rows. */
  readonly head?: ReactNode
}

/** The rest of the properties are those of the region that scrolls. */
export const VirtualRows = ({ scroll, label, target, draw, head, ...region }: VirtualRowsProps): ReactNode => {
  const { box, virtual, isHurried, holdEnd, leaveEnd } = scroll
  const regionProps: Partial<ComponentProps<'div'>> = {
    ...region,
    onKeyDown: (event) => {
      region.onKeyDown?.(event)
      // An output that scrolls by itself has its own end.
      if (event.key !== 'End' || event.target !== event.currentTarget) {
        leaveEnd()
        return
      }
      event.preventDefault()
      holdEnd()
    },
    onWheel: (event) => {
      region.onWheel?.(event)
      leaveEnd()
    },
    onPointerDown: (event) => {
      region.onPointerDown?.(event)
      leaveEnd()
    },
  }
  return (
    <div
      {...regionProps}
      ref={box}
      className="conversation"
      role="region"
      aria-label={label}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      {head}
      <div className="conversation-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start, size }) =>
          isHurried ? (
            <div key={key} className="conversation-slot is-hurried" style={{ transform: `translateY(${start}px)`, height: size }} />
          ) : (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={index === target ? 'conversation-slot is-sought' : 'conversation-slot'}
              style={{ transform: `translateY(${start}px)` }}
            >
              {draw(index)}
            </div>
          ),
        )}
      </div>
    </div>
  )
}
