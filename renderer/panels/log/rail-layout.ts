/** Lays out the graph beside the log: the lane of each commit, and the lines that pass, end or begin there. */
import type { CommitView } from '../../../app/contract/commits.ts'

export type LineStyle = 'straight' | 'spawn' | 'resume'

export type RailCommit = Pick<CommitView, 'commitId' | 'parentId' | 'sessionId' | 'chain' | 'commitType' | 'branchOf'>

/** A line that reaches the row from above in a lane. */
export interface RailLine {
  readonly lane: number
  readonly colour: number
  readonly style: LineStyle
}

export interface RailRow {
  /** Lane of the commit's dot, from 0. */
  readonly lane: number
  readonly colour: number
  readonly mark: 'dot' | 'compaction' | 'snapshot'
  /** Lines of other commits that go straight through. */
  readonly through: readonly RailLine[]
  /** Lines from children that end in the dot. */
  readonly into: readonly RailLine[]
  /** How the line to the parent leaves: to a row below, to a commit that is not listed, or not at all. */
  readonly out: LineStyle | 'elsewhere' | 'none'
}

interface Waiting {
  readonly parentId: string
  readonly chainKey: string
  readonly colour: number
  readonly style: LineStyle
}

/** Lanes and colours after the rows laid out so far. */
export interface RailState {
  readonly lanes: readonly (Waiting | undefined)[]
  readonly colours: Readonly<Colours>
}

interface Colours {
  readonly byChain: Map<string, number>
  sessions: number
  agents: number
}

/** Before the first row. */
export const emptyRail = (): RailState => ({ lanes: [], colours: { byChain: new Map(), sessions: 0, agents: 0 } })

/** How many colours lanes alternate between. */
const railColours = 6

/** Whether a commit's parent is in the list; the engine lists parents after their children. */
type IsParentListed = (commit: RailCommit) => boolean

/** Continues a layout with the next commits, children before parents; the state before is used up. */
export const layRail = (
  state: RailState,
  commits: readonly RailCommit[],
  isParentListed: IsParentListed,
): { readonly rows: readonly RailRow[]; readonly state: RailState } => {
  const lanes = [...state.lanes]
  const colours = { ...state.colours }
  const rows = commits.map((commit) => layRow(lanes, colours, commit, isParentListed(commit)))
  return { rows, state: { lanes, colours } }
}

const layRow = (lanes: (Waiting | undefined)[], colours: Colours, commit: RailCommit, isListed: boolean): RailRow => {
  const chainKey = `${commit.sessionId} ${commit.chain}`
  const colour = colourOf(colours, commit)
  const lines = lanes.flatMap((line, lane) => (line === undefined ? [] : [{ ...line, lane }]))
  const into = lines.filter((line) => line.parentId === commit.commitId)
  const through = lines.filter((line) => line.parentId !== commit.commitId)
  const own = into.find((line) => line.chainKey === chainKey)
  const lane = own?.lane ?? Math.min(freeLane(lanes, commit.chain), ...into.map((line) => line.lane))
  for (const line of into) lanes[line.lane] = undefined
  if (commit.parentId !== null && isListed) lanes[lane] = { parentId: commit.parentId, chainKey, colour, style: styleOf(commit) }
  while (lanes.length > 0 && lanes.at(-1) === undefined) lanes.pop()
  return { lane, colour, mark: markOf(commit), through: through.map(railLine), into: into.map(railLine), out: leaving(commit, isListed) }
}

const markOf = ({ commitType }: RailCommit): RailRow['mark'] => (commitType === 'delta' ? 'dot' : commitType)

const railLine = ({ lane, colour, style }: RailLine): RailLine => ({ lane, colour, style })

const leaving = (commit: RailCommit, isListed: boolean): RailRow['out'] => {
  if (commit.parentId === null) return 'none'
  return isListed ? styleOf(commit) : 'elsewhere'
}

const styleOf = ({ branchOf }: RailCommit): LineStyle => (branchOf === 'spawn' || branchOf === 'resume' ? branchOf : 'straight')

/** Sub-agents leave the first lane to the conversation they belong to. */
const freeLane = (lanes: (Waiting | undefined)[], chain: string): number => {
  const from = chain === 'main' ? 0 : 1
  while (lanes.length < from) lanes.push(undefined)
  const free = lanes.findIndex((line, lane) => lane >= from && line === undefined)
  return free < 0 ? lanes.length : free
}

/** Every conversation has the next colour, the first the first one; its sub-agents share the others. */
const colourOf = (colours: Colours, { sessionId, chain }: RailCommit): number => {
  const own = remembered(colours.byChain, sessionId, () => colours.sessions++ % railColours)
  if (chain === 'main') return own
  return remembered(colours.byChain, `${sessionId} ${chain}`, () => (own + 1 + (colours.agents++ % (railColours - 1))) % railColours)
}

const remembered = (known: Map<string, number>, key: string, make: () => number): number => {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}

/** The graph of a log that is still being fetched: laid out once, continued as pages arrive. */
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
