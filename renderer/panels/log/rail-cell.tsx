/** The graph beside one row of the log. */
import type { ReactNode } from 'react'
import type { RailRow } from './rail-layout.ts'
import { laneX, railShapes } from './rail-shapes.ts'

export const rowHeight = 28

/** @param width pixels. */
export const railCell = (row: RailRow | undefined, width: number): ReactNode => (
  <svg className="rail" width={width} height={rowHeight} aria-hidden="true">
    {row === undefined ? null : (
      <>
        {railShapes(row, rowHeight).map((shape, place) => (
          // A row that comes into view takes over the lines of one that went.
          <path key={place} d={shape.path} className={`rail-line is-lane-${shape.colour} is-${shape.style}`} />
        ))}
        {railMark(row)}
      </>
    )}
  </svg>
)

const railMark = (row: RailRow): ReactNode => {
  const x = laneX(row.lane)
  const y = rowHeight / 2
  const look = `rail-mark is-lane-${row.colour}`
  if (row.mark === 'compaction')
    return (
      <path className={`${look} is-compaction`} d={`M${x - 6} ${y - 4}H${x + 6}L${x + 2} ${y}L${x + 6} ${y + 4}H${x - 6}L${x - 2} ${y}Z`} />
    )
  if (row.mark === 'snapshot') return <rect className={look} x={x - 4} y={y - 4} width={8} height={8} />
  return <circle className={look} cx={x} cy={y} r={4} />
}
