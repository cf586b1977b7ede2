/** Where the parts of a strip that shows a whole session lie; all in pixels. */
import type { MarkRows } from './draw-marks.ts'

export interface OverviewLayout {
  /** Room at both ends, so that marks there are whole. */
  readonly edge: number
  readonly plotWidth: number
  readonly height: number
  readonly laneTop: number
  readonly laneHeight: number
  readonly markRows: MarkRows
}

const edge = 8
/** Rewinds and compactions, above the prompts. */
const rareRow = 6
const promptRow = 14
const laneTop = 17
const footHeight = 10

export const overviewLayout = (width: number, height: number): OverviewLayout => ({
  edge,
  plotWidth: Math.max(1, width - 2 * edge),
  height,
  laneTop,
  laneHeight: Math.max(4, height - laneTop - footHeight),
  markRows: {
    rewind: rareRow,
    compaction: rareRow,
    prompt: promptRow,
    command: promptRow,
    error: height - footHeight / 2,
    refused: height - footHeight / 2,
  },
})

/** Place on an axis of a length, of a point that many pixels from the left of the strip. */
export const overviewUnit = ({ edge: left, plotWidth }: OverviewLayout, length: number, x: number): number =>
  (Math.min(plotWidth, Math.max(0, x - left)) / plotWidth) * length

/** The reverse. */
export const overviewX = ({ edge: left, plotWidth }: OverviewLayout, length: number, unit: number): number =>
  left + (unit / length) * plotWidth

/** The narrowest that a stretch is drawn, so that it is seen and can be dragged. */
const minWidth = 6

/** Left and right of a stretch of the axis; a short one is drawn wider, around its middle. */
export const overviewStretch = (layout: OverviewLayout, length: number, from: number, to: number): readonly [number, number] => {
  const left = overviewX(layout, length, from)
  const right = overviewX(layout, length, to)
  if (right - left >= minWidth) return [left, right]
  const begin = Math.max(0, Math.min(layout.edge * 2 + layout.plotWidth - minWidth, (left + right - minWidth) / 2))
  return [begin, begin + minWidth]
}
