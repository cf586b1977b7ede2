/** The graph of a log that is still being fetched: laid out once, continued as pages arrive. */
import { emptyRail, layRail, type IsParentListed, type RailCommit, type RailRow } from './rail-layout.ts'

export interface GrowingRail {
  /** Lays out what is new; `commits` is the list from its beginning, longer each time. */
  readonly extend: (commits: readonly RailCommit[]) => void
  readonly row: (index: number) => RailRow | undefined
  /** Rows laid out so far. */
  readonly length: () => number
  /** Lanes in use between two rows, both included. */
  readonly width: (first: number, last: number) => number
}

export const growingRail = (isParentListed: IsParentListed): GrowingRail => {
  const rows: RailRow[] = []
  let state = emptyRail()
  return {
    extend: (commits) => {
      if (commits.length <= rows.length) return
      const next = layRail(state, commits.slice(rows.length), isParentListed)
      state = next.state
      for (const row of next.rows) rows.push(row)
    },
    row: (index) => rows[index],
    length: () => rows.length,
    width: (first, last) => rows.slice(Math.max(0, first), last + 1).reduce((most, row) => Math.max(most, laneCount(row)), 1),
  }
}

const laneCount = (row: RailRow): number =>
  Math.max(row.lane, ...row.through.map((line) => line.lane), ...row.into.map((line) => line.lane)) + 1
