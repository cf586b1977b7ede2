/** Turns spans into bars on the screen: those narrower than a pixel are drawn together, so the cost is the width, not the count. */
import type { LaneState } from '../../../app/contract/timeline.ts'
import type { PlacedLane } from './placed-lane.ts'

export interface Bar {
  /** Pixels from the left of the plot. */
  readonly left: number
  readonly right: number
  readonly state: LaneState
}

export interface BinOptions {
  readonly lane: PlacedLane
  readonly first: number
  readonly end: number
  /** Pixel of a place on the axis. */
  readonly pixelOfUnit: (unit: number) => number
  readonly widthPx: number
}

/** Bars from left to right. A pixel column shared by several spans shows the span that fills most of it. */
export const binSpans = ({ lane, first, end, pixelOfUnit, widthPx }: BinOptions): readonly Bar[] => {
  const { spans, starts, ends, weights } = lane
  const bars: Bar[] = []
  const addBar = (left: number, right: number, place: number): void => {
    const span = spans[place]
    if (span !== undefined) bars.push({ left, right, state: span.state })
  }
  /** The column that is being filled; negative: none. */
  let column = -1
  let heaviest = 0
  let most = 0
  const flush = (): void => {
    if (column >= 0) addBar(column, column + 1, heaviest)
    column = -1
    most = 0
  }
  const addToColumn = (left: number, right: number, place: number): void => {
    const pixel = Math.floor(left)
    if (column !== pixel) flush()
    column = pixel
    const weight = Math.max(1e-6, right - left) * (weights[place] ?? 0)
    if (weight <= most) return
    heaviest = place
    most = weight
  }
  for (let place = first; place < end; place += 1) {
    const left = Math.max(0, pixelOfUnit(starts[place] ?? 0))
    const right = Math.min(widthPx, pixelOfUnit(ends[place] ?? 0))
    if (right < 0 || left > widthPx) continue
    if (right - left < 1) addToColumn(left, right, place)
    else {
      flush()
      addBar(left, right, place)
    }
  }
  flush()
  return bars
}
