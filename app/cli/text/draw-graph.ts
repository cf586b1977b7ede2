/** Draws the rail of a log as `git log --graph` does: a column a line of descent, `|/` where lines meet in their common parent. */

export interface GraphCommit {
  readonly commitId: string
  readonly parentId: string | null
}

/** Rows of the rail for one commit: those above it, where lines meet, and its own row. */
export interface GraphRows {
  readonly before: readonly string[]
  readonly row: string
}

/** The commit that each column waits for. */
type Columns = readonly string[]

const rail = (cells: readonly string[]): string => cells.join(' ').trimEnd()

/** Writes marks into a line by their place. */
const marked = (marks: readonly (readonly [number, string])[]): string => {
  const line: string[] = []
  for (const [at, mark] of marks) line[at] = mark
  return Array.from(line, (mark: string | undefined) => mark ?? ' ')
    .join('')
    .trimEnd()
}

/** Moves the column at `from` left to `to`, crossing what is between; columns to its right close up in the first row. */
const joinRows = (count: number, from: number, to: number): readonly string[] => {
  const rows: string[] = []
  for (let at = from; at > to; at -= 1) {
    const marks: (readonly [number, string])[] = []
    for (let column = 0; column < count; column += 1) {
      if (at === from && column > from) marks.push([column * 2 - 1, '/'])
      else if (column < (at === from ? from : count - 1)) marks.push([column * 2, '|'])
    }
    marks.push([at * 2 - 1, '/'])
    rows.push(marked(marks))
  }
  return rows
}

/** After a root its column ends; columns to the right of it close up. */
const closeRow = (count: number, ended: number): readonly string[] => {
  if (ended === count - 1) return []
  const marks: (readonly [number, string])[] = []
  for (let column = 0; column < count; column += 1) {
    if (column < ended) marks.push([column * 2, '|'])
    else if (column > ended) marks.push([column * 2 - 1, '/'])
  }
  return [marked(marks)]
}

const withoutColumn = (columns: Columns, at: number): Columns => [...columns.slice(0, at), ...columns.slice(at + 1)]

interface Step extends GraphRows {
  readonly columns: Columns
  /** Rows that follow the commit, drawn before the next one. */
  readonly after: readonly string[]
}

const step = (columns: Columns, commit: GraphCommit): Step => {
  const before: string[] = []
  let open = columns
  const own = open.includes(commit.commitId) ? open.indexOf(commit.commitId) : open.length
  if (own === open.length) open = [...open, commit.commitId]
  for (let other = open.indexOf(commit.commitId, own + 1); other !== -1; other = open.indexOf(commit.commitId, own + 1)) {
    before.push(...joinRows(open.length, other, own))
    open = withoutColumn(open, other)
  }
  const row = rail(open.map((_, at) => (at === own ? '*' : '|')))
  const parent = commit.parentId
  if (parent !== null) return { before, row, after: [], columns: open.map((waiting, at) => (at === own ? parent : waiting)) }
  return { before, row, after: closeRow(open.length, own), columns: withoutColumn(open, own) }
}

/** Rails of commits that come children before parents; a parent that does not come is waited for to the end. */
export const drawGraph = (commits: readonly GraphCommit[]): readonly GraphRows[] => {
  let columns: Columns = []
  let after: readonly string[] = []
  return commits.map((commit) => {
    const drawn = step(columns, commit)
    const rows = { before: [...after, ...drawn.before], row: drawn.row }
    columns = drawn.columns
    after = drawn.after
    return rows
  })
}
