/** The graph of one row as SVG paths. */
import type { RailRow } from './rail-layout.ts'

export interface RailShape {
  readonly path: string
  readonly colour: number
  readonly style: string
}

const laneWidth = 14
const maxLanes = 12

/** Room is made for a few lanes at a time, so that the columns stay where they are. */
export const lanesShown = (lanes: number): number => Math.ceil(Math.min(lanes, maxLanes) / 3) * 3

/** Pixels for this many lanes; beyond a dozen they share the last one. */
export const railWidth = (lanes: number): number => Math.min(lanes, maxLanes) * laneWidth + 4

/** Middle of a lane, pixels. */
export const laneX = (lane: number): number => Math.min(lane, maxLanes - 1) * laneWidth + laneWidth / 2 + 2

/** Lines of a row of `height` pixels: through lines first, then those that end in the dot, then the one that leaves it. */
export const railShapes = (row: RailRow, height: number): readonly RailShape[] => {
  const middle = height / 2
  const x = laneX(row.lane)
  const through = row.through.map((line) => ({ path: `M${laneX(line.lane)} 0V${height}`, colour: line.colour, style: line.style }))
  const into = row.into.map((line) => ({ path: bend(laneX(line.lane), x, middle), colour: line.colour, style: line.style }))
  return [...distinct([...through, ...into]), ...leaving(row, x, middle, height)]
}

/** Lines that share the last lane overlap: one of them is sufficient. */
const distinct = (shapes: readonly RailShape[]): readonly RailShape[] => [...new Map(shapes.map((shape) => [shape.path, shape])).values()]

/** From the top edge to the dot; a line from another lane comes in with a curve. */
const bend = (from: number, to: number, middle: number): string =>
  from === to ? `M${from} 0V${middle}` : `M${from} 0C${from} ${middle} ${from} ${middle} ${to} ${middle}`

const leaving = (row: RailRow, x: number, middle: number, height: number): readonly RailShape[] => {
  if (row.out === 'none') return []
  const end = row.out === 'elsewhere' ? height - 3 : height
  return [{ path: `M${x} ${middle}V${end}`, colour: row.colour, style: row.out === 'elsewhere' ? 'resume' : row.out }]
}
