/** What every painting function needs. */
import type { ChartColours } from './chart-colours.ts'
import type { ChartLayout } from './chart-layout.ts'

export interface Brush {
  readonly context: CanvasRenderingContext2D
  readonly colours: ChartColours
  readonly layout: ChartLayout
  /** Pixels from the left of the plot. */
  readonly pixelOf: (at: number) => number
  /** The same of a place on the axis. */
  readonly pixelOfUnit: (unit: number) => number
  readonly fromAt: number
  readonly toAt: number
}
