/** The graph beside one row of the log. */
import type { ReactNode } from 'react'
import type { RailRow } from './rail-layout.ts'
import { laneX, railShapes } from './rail-shapes.ts'

export const rowHeight = 28

export interface RailCellProps {
  readonly row: RailRow | undefined
  readonly width: number
}

export const RailCell = ({ row, width }: RailCellProps): ReactNode => (
  <svg className="rail" width={width} height={rowHeight} aria-hidden="true">
    {row === undefined ? null : (
      <>
        {railShapes(row, rowHeight).map((shape) => (
          <path key={shape.path} d={shape.path} className={`rail-line is-lane-${shape.colour} is-${shape.style}`} />
        ))}
        <RailMark row={row} />
      </>
    )}
  </svg>
)

const RailMark = ({ row }: { readonly row: RailRow }): ReactNode => {
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
