/** Turns spans into bars on the screen: those narrower than a pixel are drawn together, so the cost is the width, not the count. */
import type { LaneSpan, LaneState } from '../../app/contract/views.ts'

export interface Bar {
  /** Pixels from the left of the plot. */
  readonly left: number
  readonly right: number
  readonly state: LaneState
}

export interface BinOptions {
  readonly spans: readonly LaneSpan[]
  readonly first: number
  readonly end: number
  /** Pixel of an instant. */
  readonly pixelOf: (at: number) => number
  readonly widthPx: number
}

/** A compaction is short but never to be missed; idleness never hides work. */
const weights: Readonly<Record<LaneState, number>> = { compaction: 1e9, human: 1, agent: 1, thinking: 1, tool: 1, idle: 0.01 }

/** Bars from left to right. A pixel column shared by several spans shows the one that takes most of it. */
export const binSpans = ({ spans, first, end, pixelOf, widthPx }: BinOptions): readonly Bar[] => {
  const bars: Bar[] = []
  let column: { readonly left: number; state: LaneState; weight: number } | undefined
  const flush = (): void => {
    if (column !== undefined) bars.push({ left: column.left, right: column.left + 1, state: column.state })
    column = undefined
  }
  for (let place = first; place < end; place += 1) {
    const span = spans[place]
    if (span === undefined) break
    const left = Math.max(0, pixelOf(span.startAt))
    const right = Math.min(widthPx, pixelOf(span.endAt))
    if (right < 0 || left > widthPx) continue
    if (right - left >= 1) {
      flush()
      bars.push({ left, right, state: span.state })
      continue
    }
    const pixel = Math.floor(left)
    if (column?.left !== pixel) flush()
    const weight = Math.max(1e-6, right - left) * weights[span.state]
    if (column === undefined || weight > column.weight) column = { left: pixel, state: span.state, weight }
  }
  flush()
  return bars
}
