/** Where in a column the rows are that only its side has: marks beside the scrollbar. */
import { memo, useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { useTheme } from '../../ui/layout/appearance.ts'
import { useElementSize } from '../../ui/layout/use-element-size.ts'

export interface DifferenceMark {
  /** Place in the list, from 0 to 1. */
  readonly share: number
  readonly isPrompt: boolean
}

export interface DifferenceMarksProps {
  readonly marks: readonly DifferenceMark[]
  readonly onPick: (share: number) => void
}

const markHeight = 3

export const DifferenceMarks = memo(function DifferenceMarks({ marks, onPick }: DifferenceMarksProps): ReactNode {
  const strip = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useElementSize(strip)
  const theme = useTheme()
  useEffect(() => {
    const element = canvas.current
    const pen = element?.getContext('2d')
    if (!element || !pen) return
    const ratio = window.devicePixelRatio
    element.width = size.width * ratio
    element.height = size.height * ratio
    const style = getComputedStyle(element)
    pen.scale(ratio, ratio)
    for (const { share, isPrompt } of marks) {
      pen.fillStyle = style.getPropertyValue(isPrompt ? '--state-human' : '--diff-add-mark')
      pen.fillRect(isPrompt ? 0 : size.width / 2, share * (size.height - markHeight), size.width, markHeight)
    }
  }, [marks, size, theme])
  const pick = (event: MouseEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    onPick((event.clientY - box.top) / box.height)
  }
  return (
    // The keys and the buttons lead to the same places.

    <div ref={strip} className="scroll-marks" aria-hidden="true" onClick={pick}>
      <canvas ref={canvas} />
    </div>
  )
})
