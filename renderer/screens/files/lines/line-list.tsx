/** Lines of a text, however many: only those in view exist, one of them is active, and the keys are those of a list. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { countOf } from '../../../../app/model/format/count.ts'
import { chordOf } from '../../../ui/commands/chord.ts'
import { listTarget } from '../../../ui/table/use-cursor.ts'
import './lines.css'

export interface LineListProps {
  readonly label: string
  readonly count: number
  /** Columns of text of the widest line, and pixels beside it. */
  readonly columns: number
  readonly besidePx: number
  readonly isWrapped: boolean
  /** Place of the line that is brought into view when it changes, or `shown` does. */
  readonly goTo?: number | undefined
  /** Names what the lines are of. */
  readonly shown?: string
  /** Place of the active line. */
  readonly active: number | undefined
  readonly onActive: (index: number) => void
  readonly onOpen?: (index: number) => void
  readonly lineClass?: (index: number) => string
  /** The cells of a line. */
  readonly draw: (index: number) => ReactNode
}

const lineHeight = 18
/** Taller boxes are not laid out exactly: 16 million pixels. */
const maxLines = 800_000

export const LineList = (props: LineListProps): ReactNode => {
  const { label, active, onActive, onOpen, isWrapped, draw, lineClass } = props
  const count = Math.min(props.count, maxLines)
  const box = useRef<HTMLDivElement>(null)
  const ids = useId()
  const virtual = useVirtualizer({
    count: props.count > count ? count + 1 : count,
    getScrollElement: () => box.current,
    estimateSize: () => lineHeight,
    overscan: 20,
    paddingStart: 4,
    paddingEnd: 4,
  })
  useEffect(() => {
    if (active !== undefined) virtual.scrollToIndex(active, { align: 'auto' })
  }, [active, virtual])
  const { goTo, shown } = props
  const drawnWrapped = useRef(isWrapped)
  useEffect(() => {
    if (drawnWrapped.current === isWrapped) return
    drawnWrapped.current = isWrapped
    virtual.measure()
  }, [virtual, isWrapped])
  useEffect(() => {
    if (goTo === undefined) return
    // The list has its size in the next frame.
    const frame = requestAnimationFrame(() => virtual.scrollToIndex(goTo, { align: 'center' }))
    return () => cancelAnimationFrame(frame)
  }, [goTo, shown, virtual])
  const press = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const chord = chordOf(event)
    const pageRows = Math.floor((virtual.scrollRect?.height ?? 0) / lineHeight)
    const target = chord === 'j' || chord === 'k' ? undefined : listTarget(chord, { index: active, count, pageRows })
    if (target !== undefined) onActive(target)
    else if (chord === 'Enter' && active !== undefined && onOpen !== undefined) onOpen(active)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const click = (event: MouseEvent): void => {
    const at = indexOf(event.target)
    if (at !== undefined && at < count) onActive(at)
  }
  return (
    <div
      ref={box}
      className={`line-list ${isWrapped ? 'is-wrapped' : ''}`}
      role="grid"
      aria-label={label}
      aria-rowcount={props.count}
      aria-activedescendant={active === undefined ? undefined : `${ids}-${active}`}
      tabIndex={0}
      onKeyDown={press}
      onClick={click}
      onDoubleClick={(event) => {
        const at = indexOf(event.target)
        if (at !== undefined && at < count) onOpen?.(at)
      }}
      style={{ '--line-columns': props.columns, '--line-beside': `${props.besidePx}px` }}
    >
      <div className="line-list-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            ref={isWrapped ? virtual.measureElement : undefined}
            id={`${ids}-${index}`}
            className={`line-row ${index === active ? 'is-active' : ''} ${lineClass?.(index) ?? ''}`}
            role="row"
            aria-rowindex={index + 1}
            aria-selected={index === active}
            data-index={index}
            style={{ transform: `translateY(${start}px)` }}
          >
            {index < count ? (
              draw(index)
            ) : (
              <span className="line-gap" role="gridcell">
                {countOf(props.count - count, 'more line')} {props.count - count === 1 ? 'is' : 'are'} not shown
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The line under the pointer; undefined: none, or something in it that is pressed by itself. */
const indexOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element && target.closest('button, a') === null ? target.closest<HTMLElement>('[data-index]') : null
  return row?.dataset['index'] === undefined ? undefined : Number(row.dataset['index'])
}
