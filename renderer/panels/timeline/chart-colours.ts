/** The chart's colours, hatchings and shapes of marks, read from the theme. */
import type { LaneState } from '../../../app/contract/timeline.ts'
import { laneStates } from './lane-states.ts'
import type { ChartLayout } from './chart-layout.ts'
import type { MarkKind } from './lane-marks.ts'
import { markLooks } from './mark-looks.ts'

export interface ChartColours {
  readonly text: string
  readonly faint: string
  readonly line: string
  readonly lineStrong: string
  readonly surface: string
  readonly sunken: string
  readonly accent: string
  readonly accentSoft: string
  readonly fonts: string
  readonly fills: Readonly<Record<LaneState, string | CanvasPattern>>
  readonly marks: Readonly<Record<MarkKind, MarkShape>>
  readonly breakFill: string | CanvasPattern
}

export interface MarkShape {
  readonly path: Path2D
  readonly colour: string
  readonly isFilled: boolean
  readonly apart: number
}

const tile = 6

/** Reads the theme as it is drawn now. */
export const chartColours = (context: CanvasRenderingContext2D, element: Element): ChartColours => {
  const style = getComputedStyle(element)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  const fills = Object.fromEntries(
    laneStates.map(({ state, texture }) => {
      const fill = colour(`--state-${state}`)
      return [state, texture === 'solid' ? fill : hatched(context, fill, colour('--state-line'), texture)]
    }),
  ) as Record<LaneState, string | CanvasPattern>
  return {
    text: colour('--text-2'),
    faint: colour('--text-3'),
    line: colour('--line'),
    lineStrong: colour('--line-strong'),
    surface: colour('--surface'),
    sunken: colour('--sunken'),
    accent: colour('--accent'),
    accentSoft: colour('--accent-soft'),
    fonts: `11px ${colour('--sans')}`,
    fills,
    breakFill: hatched(context, colour('--sunken'), colour('--line-strong'), 'diagonal'),
    marks: Object.fromEntries(
      markLooks.map(({ kind, path, colour: name, isFilled, apart }) => [
        kind,
        { path: new Path2D(path), colour: colour(name), isFilled, apart },
      ]),
    ) as Record<MarkKind, MarkShape>,
  }
}

const hatched = (
  context: CanvasRenderingContext2D,
  fill: string,
  line: string,
  texture: 'diagonal' | 'upright',
): string | CanvasPattern => {
  const canvas = document.createElement('canvas')
  canvas.width = tile
  canvas.height = tile
  const brush = canvas.getContext('2d')
  if (brush === null) return fill
  brush.fillStyle = fill
  brush.fillRect(0, 0, tile, tile)
  brush.strokeStyle = line
  brush.globalAlpha = 0.65
  brush.lineWidth = 1.2
  brush.beginPath()
  if (texture === 'upright') {
    brush.moveTo(1.5, 0)
    brush.lineTo(1.5, tile)
  } else {
    for (const shift of [-tile, 0, tile]) {
      brush.moveTo(shift - 1, tile + 1)
      brush.lineTo(shift + tile + 1, -1)
    }
  }
  brush.stroke()
  return context.createPattern(canvas, 'repeat') ?? fill
}

/** The context and colours for painting a lane. */
export interface LaneBrush {
  readonly context: CanvasRenderingContext2D
  readonly colours: ChartColours
  readonly plotWidth: number
  /** Pixels from the left of the plot. */
  readonly pixelOf: (at: number) => number
  /** The same of a place on the axis. */
  readonly pixelOfUnit: (unit: number) => number
  readonly fromAt: number
  readonly toAt: number
}

/** The parameters of every painting function of the chart. */
export interface Brush extends LaneBrush {
  readonly layout: ChartLayout
}
