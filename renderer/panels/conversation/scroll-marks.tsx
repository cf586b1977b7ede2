/** Where in the conversation prompts, edits, failures, compactions, matches and the costliest turns are: marks beside the scrollbar. */
import { memo, useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { FoundRow } from '../../../app/contract/reader.ts'
import { useTheme } from '../../ui/layout/appearance.ts'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { formatUsd } from '../../../app/model/format/usd.ts'
import { markKinds, marksAround, marksOf, type MarkKind } from './marks.ts'
import type { PricedPrompt } from './outline-entries.ts'
import type { ConversationState } from './use-conversation.ts'

export interface ScrollMarksProps {
  readonly state: ConversationState
  readonly found: readonly FoundRow[]
  /** Prompts of the main chain whose replies cost most. */
  readonly costliest: readonly PricedPrompt[]
  readonly onPick: (index: number) => void
}

interface Look {
  readonly name: string
  readonly colour: string
  /** Where across the strip, as shares of its width. */
  readonly from: number
  readonly to: number
  /** A triangle, which no other kind has, instead of a line. */
  readonly isWedge?: boolean
}

const looks: Readonly<Record<MarkKind, Look>> = {
  edit: { name: 'File change', colour: '--diff-add-mark', from: 0, to: 0.4 },
  prompt: { name: 'Prompt', colour: '--state-human', from: 0, to: 1 },
  compaction: { name: 'Compaction', colour: '--state-compaction', from: 0, to: 1 },
  error: { name: 'Error', colour: '--danger', from: 0.5, to: 1 },
  match: { name: 'Match', colour: '--accent', from: 0, to: 1 },
  cost: { name: 'One of the turns that cost most', colour: '--text', from: 0.25, to: 1, isWedge: true },
}

/** Text of the strip when the pointer is not near a mark. */
const legend = [
  'Lines: prompts, compactions, matches',
  'Short lines at the left: file changes',
  'Short lines at the right: errors',
  'Triangles: the turns that cost most',
].join('\n')

const markHeight = 2
const wedgeHeight = 9
/** A mark within this distance from the pointer is named, pixels. */
const nearPx = 5

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
}

const drawLine = (pen: CanvasRenderingContext2D, { left, top, width }: Box): void => pen.fillRect(left, top, width, markHeight)

/** Points to the conversation, and is set off from the marks below it. */
const drawWedge = (pen: CanvasRenderingContext2D, { left, top, width }: Box, around: string): void => {
  const middle = top + markHeight / 2
  pen.beginPath()
  pen.moveTo(left, middle)
  pen.lineTo(left + width, middle - wedgeHeight / 2)
  pen.lineTo(left + width, middle + wedgeHeight / 2)
  pen.closePath()
  pen.lineWidth = 2
  pen.strokeStyle = around
  pen.stroke()
  pen.fill()
}

export const ScrollMarks = memo(function ScrollMarks({ state, found, costliest, onPick }: ScrollMarksProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const size = useElementSize(strip)
  const theme = useTheme()
  const [words, setWords] = useState(legend)
  const { flat, outlines } = state
  const { chain } = state.outline.main
  const marks = useMemo(
    () =>
      marksOf(
        flat,
        outlines,
        found,
        costliest.map(({ row }) => ({ chain, row })),
      ),
    [flat, outlines, found, costliest, chain],
  )
  const { total } = flat
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const ratio = window.devicePixelRatio
    element.width = size.width * ratio
    element.height = size.height * ratio
    const pen = element.getContext('2d')
    if (pen === null) return
    const style = getComputedStyle(element)
    pen.scale(ratio, ratio)
    for (const kind of markKinds) {
      const { colour, from, to, isWedge } = looks[kind]
      pen.fillStyle = style.getPropertyValue(colour)
      for (const index of marks[kind]) {
        const top = (index / Math.max(1, total)) * (size.height - markHeight)
        const box = { left: from * size.width, top, width: (to - from) * size.width }
        if (isWedge === true) drawWedge(pen, box, style.getPropertyValue('--sunken'))
        else drawLine(pen, box)
      }
    }
  }, [marks, size, total, theme])
  /** The place of the list at the pointer, and the number of rows per pixel. */
  const placeAt = (event: MouseEvent<HTMLDivElement>): { readonly place: number; readonly perPixel: number } => {
    const box = event.currentTarget.getBoundingClientRect()
    const perPixel = total / Math.max(1, box.height)
    return { place: (event.clientY - box.top) * perPixel, perPixel }
  }
  const nameMarks = (event: MouseEvent<HTMLDivElement>): void => {
    const { place, perPixel } = placeAt(event)
    const near = marksAround(marks, place, nearPx * perPixel)
    setWords(near.length === 0 ? legend : near.map(({ kind, index }) => nameOf(kind, costAt(index))).join('\n'))
  }
  const costAt = (index: number): number | undefined => costliest.find(({ row }) => flat.indexOf(chain, row) === index)?.usd
  return (
    // The outline and the keyboard shortcuts lead to the same places.

    <div
      ref={strip}
      className="scroll-marks"
      aria-hidden="true"
      title={words}
      onMouseMove={nameMarks}
      onClick={(event) => onPick(Math.min(total - 1, Math.floor(placeAt(event).place)))}
    >
      <canvas ref={canvas} />
    </div>
  )
})

const nameOf = (kind: MarkKind, usd: number | undefined): string =>
  kind === 'cost' && usd !== undefined ? `${looks.cost.name}: ${formatUsd(usd)}` : looks[kind].name
