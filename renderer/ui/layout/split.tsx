/** Two panes and a border between them that can be dragged, or moved with the arrow keys; the place is remembered. */
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { keepPreference, preference } from './preferences.ts'
import './split.css'
import { clampShare } from './share.ts'

export interface SplitProps {
  readonly name: string
  readonly label: string
  /** `columns`: side by side; `rows`: one above the other. */
  readonly direction: 'columns' | 'rows'
  /** Share of the first pane, 0 to 1, before a person moved the border. */
  readonly share: number
  readonly first: ReactNode
  /** Undefined: the first pane has all the room. */
  readonly second: ReactNode | undefined
}

const step = 0.02

export const Split = (props: SplitProps): ReactNode => {
  const frame = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(() => clampShare(Number(preference(`split.${props.name}`) ?? props.share)))
  const [isDragged, setDragged] = useState(false)
  const place = (wanted: number): void => {
    const next = clampShare(wanted)
    setShare(next)
    keepPreference(`split.${props.name}`, next.toFixed(3))
  }
  const isColumns = props.direction === 'columns'
  const drag = (event: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect()
    if (!isDragged || box === undefined) return
    place(isColumns ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height)
  }
  const press = (event: KeyboardEvent): void => {
    const delta = { ArrowLeft: -step, ArrowUp: -step, ArrowRight: step, ArrowDown: step }[event.key]
    if (delta === undefined) return
    event.preventDefault()
    place(share + delta)
  }
  const isSplit = props.second !== undefined
  const tracks = isSplit ? `minmax(0, ${share}fr) 1px minmax(0, ${1 - share}fr)` : 'minmax(0, 1fr)'
  return (
    <div ref={frame} className="split" style={isColumns ? { gridTemplateColumns: tracks } : { gridTemplateRows: tracks }}>
      {props.first}
      {isSplit ? (
        <>
          {/* A separator that can be focused is a widget (ARIA 1.2), which the rule does not know. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- focusable separator */}
          <div
            className={`splitter ${isColumns ? 'is-column' : 'is-row'} ${isDragged ? 'is-dragged' : ''}`}
            role="separator"
            aria-label={props.label}
            aria-orientation={isColumns ? 'vertical' : 'horizontal'}
            aria-valuenow={Math.round(share * 100)}
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable separator
            tabIndex={0}
            onKeyDown={press}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              setDragged(true)
            }}
            onPointerMove={drag}
            onPointerUp={() => setDragged(false)}
            onPointerCancel={() => setDragged(false)}
          />
        </>
      ) : null}
      {props.second}
    </div>
  )
}
