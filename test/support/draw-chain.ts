/** Draws commits as a graph of characters, newest first, so that a test can show what a chain looks like. */

/** A commit as far as a picture goes: rows of derived sessions and of the commits table fit. */
export interface DrawnCommit {
  readonly commitId: string
  readonly parentId: string | null
  readonly sessionId: string
  readonly chain: string
  readonly position: number
  readonly commitType: string
  readonly summary: string
  readonly checkpoint: string
}

export interface DrawnRef {
  readonly name: string
  readonly commitId: string
}

export interface DrawnChains {
  readonly commits: readonly DrawnCommit[]
  readonly refs: readonly DrawnRef[]
}

interface Forest {
  readonly children: ReadonlyMap<string | null, readonly DrawnCommit[]>
  readonly refs: ReadonlyMap<string, readonly string[]>
  /** Commits on the way to the end of a session. */
  readonly trunk: ReadonlySet<string>
  readonly label: (commit: DrawnCommit) => string
}

const group = <T, K>(items: readonly T[], key: (item: T) => K): ReadonlyMap<K, readonly T[]> => {
  const groups = new Map<K, T[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

const trunkOf = (commits: ReadonlyMap<string, DrawnCommit>, refs: readonly DrawnRef[]): ReadonlySet<string> => {
  const trunk = new Set<string>()
  for (const { name, commitId } of refs) {
    if (!name.startsWith('session/')) continue
    for (let at = commits.get(commitId); at !== undefined && !trunk.has(at.commitId); at = commits.get(at.parentId ?? ''))
      trunk.add(at.commitId)
  }
  return trunk
}

/** The child that is drawn straight above: the one that leads to the end of the session, else the newest of the same chain. */
const heirOf = (forest: Forest, commit: DrawnCommit, children: readonly DrawnCommit[]): DrawnCommit | undefined => {
  const own = children.filter((child) => child.chain === commit.chain && child.sessionId === commit.sessionId)
  return own.filter((child) => forest.trunk.has(child.commitId)).at(-1) ?? own.at(-1)
}

const marks: Readonly<Record<string, string>> = { delta: '*', compaction: '#', snapshot: '@' }

const drawTree = (forest: Forest, commit: DrawnCommit, prefix: string): readonly string[] => {
  const children = forest.children.get(commit.commitId) ?? []
  const heir = heirOf(forest, commit, children)
  const lane = heir === undefined ? ' ' : '|'
  const sides = children.filter((child) => child !== heir).reverse()
  const names = forest.refs.get(commit.commitId)
  const text = `${marks[commit.commitType] ?? '?'} ${forest.label(commit)}${names === undefined ? '' : `  [${names.join(', ')}]`}`
  return [
    ...(heir === undefined ? [] : drawTree(forest, heir, prefix)),
    ...sides.flatMap((side) => [...drawTree(forest, side, `${prefix}${lane} `), `${prefix}${lane}/`]),
    `${prefix}${text}`,
  ]
}

/** Names of refs without the session's id when there is only one session. */
const refNames = (refs: readonly DrawnRef[], sessions: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const short = (name: string): string => (sessions.length === 1 ? name.replace(`/${sessions[0] ?? ''}`, '') : name)
  return new Map([...group(refs, (ref) => ref.commitId)].map(([id, own]) => [id, own.map((ref) => short(ref.name))]))
}

/** What a commit's summary says was asked, without what was done. */
export const asked = (commit: DrawnCommit): string => commit.summary.split(' — ')[0] ?? ''

/** The label of a picture that also says why each commit was cut. */
export const withCheckpoint = (commit: DrawnCommit): string => `${asked(commit)} (${commit.checkpoint})`

/**
 * A picture like that of `git log --graph`: `*` a delta, `#` a compaction, the names of refs in brackets. Trees stand
 * apart by an empty line, the newest first; `:` below a root says that it goes on from a commit that is not in the picture.
 * @param label what to write beside a commit; unless given what its summary says was asked.
 */
export const drawChain = (chains: DrawnChains, label: (commit: DrawnCommit) => string = asked): string => {
  const byId = new Map(chains.commits.map((commit) => [commit.commitId, commit]))
  const rootOf = (commit: DrawnCommit): string | null => (commit.parentId !== null && byId.has(commit.parentId) ? commit.parentId : null)
  const forest: Forest = {
    children: group(chains.commits, rootOf),
    refs: refNames(chains.refs, [...new Set(chains.commits.map((commit) => commit.sessionId))]),
    trunk: trunkOf(byId, chains.refs),
    label,
  }
  const roots = [...(forest.children.get(null) ?? [])].reverse()
  const trees = roots.map((root) => [...drawTree(forest, root, ''), ...(root.parentId === null ? [] : [':'])].join('\n'))
  return `\n${trees.join('\n\n')}`
}
