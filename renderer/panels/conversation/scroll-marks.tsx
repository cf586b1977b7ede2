/** Where in the conversation prompts, edits, failures, compactions and matches are: marks beside the scrollbar. */
import { memo, useEffect, useMemo, useRef, type MouseEvent, type ReactNode } from 'react'
import type { FoundRow } from '../../../app/contract/reader.ts'
import { useTheme } from '../../ui/layout/appearance.ts'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { markKinds, marksOf, type MarkKind } from './marks.ts'
import type { ConversationState } from './use-conversation.ts'

export interface ScrollMarksProps {
  readonly state: ConversationState
  readonly found: readonly FoundRow[]
  readonly onPick: (index: number) => void
}

/** Colour, and where across the strip, as shares of its width. */
const looks: Readonly<Record<MarkKind, { readonly colour: string; readonly from: number; readonly to: number }>> = {
  edit: { colour: '--diff-add-mark', from: 0, to: 0.4 },
  prompt: { colour: '--state-human', from: 0, to: 1 },
  compaction: { colour: '--state-compaction', from: 0, to: 1 },
  error: { colour: '--danger', from: 0.5, to: 1 },
  match: { colour: '--accent', from: 0, to: 1 },
}

const markHeight = 2

export const ScrollMarks = memo(function ScrollMarks({ state, found, onPick }: ScrollMarksProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const size = useElementSize(strip)
  const theme = useTheme()
  const { flat, outlines } = state
  const marks = useMemo(() => marksOf(flat, outlines, found), [flat, outlines, found])
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
      const { colour, from, to } = looks[kind]
      pen.fillStyle = style.getPropertyValue(colour)
      for (const index of marks[kind])
        pen.fillRect(from * size.width, (index / Math.max(1, total)) * (size.height - markHeight), (to - from) * size.width, markHeight)
    }
  }, [marks, size, total, theme])
  const pick = (event: MouseEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    onPick(Math.min(total - 1, Math.floor(((event.clientY - box.top) / box.height) * total)))
  }
  return (
    // The outline and the keys lead to the same places.

    <div ref={strip} className="scroll-marks" aria-hidden="true" onClick={pick}>
      <canvas ref={canvas} />
    </div>
  )
})
