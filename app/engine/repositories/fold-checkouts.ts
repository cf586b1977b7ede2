/** Which folders are checkouts of one repository, by what sessions saw there. */
import { filePath, pathText } from '../../model/objects/file-path.ts'

/** A folder or file of a file system. */
export interface Place {
  readonly filesystemId: string
  readonly path: string
}

export const placeKey = ({ filesystemId, path }: Place): string => `${filesystemId}\n${path}`

export interface EqualFiles {
  readonly one: Place
  readonly other: Place
  /** Long enough to be no accident. */
  readonly isLong: boolean
  /** An agent made the content in one of both, and it was seen in the other later. */
  readonly isCarried: boolean
}

/** Commits of Git that two folders have. */
export interface SharedCommits {
  readonly one: Place
  readonly other: Place
  readonly commits: number
  /** One made there and seen in the other later, in both directions: each has what was made in the other. */
  readonly isExchanged: boolean
}

export interface NamedPair {
  readonly one: Place
  readonly other: Place
  readonly how: 'worktree' | 'clone'
}

/** A setting of a person. */
export interface PairSetting {
  readonly one: Place
  readonly other: Place
  readonly isSame: boolean
}

export interface CheckoutLink {
  readonly one: Place
  readonly other: Place
  /** With the same relative path and an equal content. */
  readonly files: number
  /** Contents that an agent made in one and that were seen in the other later. */
  readonly carried: number
  readonly branches: readonly string[]
  /** Commits of Git that both have, and whether commits of each are in the other. */
  readonly commits: number
  readonly isExchanged: boolean
  readonly named: NamedPair['how'] | null
  readonly setting: 'joined' | 'separate' | null
  readonly isJoined: boolean
}

export interface Evidence {
  /** Folders that sessions worked in, with the branches that they were on there. */
  readonly roots: ReadonlyMap<string, { readonly place: Place; readonly branches: ReadonlySet<string> }>
  readonly equal: readonly EqualFiles[]
  readonly commits: readonly SharedCommits[]
  readonly named: readonly NamedPair[]
  readonly settings: readonly PairSetting[]
}

/** Minimum number of points of evidence that joins two checkouts. */
const enough = 6
const pointsOf = { carried: 3, equal: 1, branch: 2, worktreeFolder: 3, exchanged: 5 } as const

/** Names of files that templates, generators and licences give to unrelated projects. */
const common =
  /^(?:\..*|(?:licen[cs]e|copying|notice|readme|changelog|contributing|code_of_conduct|security|claude|agents|gemini)(?:[.-].*)?|package\.json|composer\.json|(?:ts|js)config.*\.json|.*\.config\.\w+|.*[.-]lock(?:\.\w+)?|.*\.lockb?|go\.(?:mod|sum)|makefile|dockerfile.*|cargo\.toml|pyproject\.toml|requirements.*\.txt|setup\.(?:py|cfg)|__init__\.py)$/i

const isCommon = (below: readonly string[]): boolean => {
  const name = below.at(-1) ?? ''
  return common.test(name) || below.slice(0, -1).some((folder) => folder.startsWith('.'))
}

const commonBranches = /^(?:main|master|trunk|develop|dev|development|staging|production|prod|release|head|gh-pages|next|test)$/i

interface Levels {
  readonly one: Place
  readonly other: Place
  readonly below: readonly string[]
}

/** The folders in which two files have the same relative path, the deepest first. */
const levelsOf = ({ one, other }: Pick<EqualFiles, 'one' | 'other'>): readonly Levels[] => {
  const [a, b] = [filePath(one.path), filePath(other.path)]
  if (a === undefined || b === undefined) return []
  const levels: Levels[] = []
  for (let up = 1; up <= Math.min(a.segments.length, b.segments.length); up += 1) {
    if (a.segments.at(-up) !== b.segments.at(-up)) break
    levels.push({
      one: { ...one, path: pathText({ ...a, segments: a.segments.slice(0, -up) }) },
      other: { ...other, path: pathText({ ...b, segments: b.segments.slice(0, -up) }) },
      below: a.segments.slice(-up),
    })
  }
  return levels
}

export const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith('/') || folder.endsWith('\\') ? folder : `${folder}${folder.includes('\\') ? '\\' : '/'}`)

const isPlaceBelow = (place: Place, folder: Place): boolean =>
  place.filesystemId === folder.filesystemId && isBelow(place.path, folder.path)

const pairKey = (one: Place, other: Place): string => [placeKey(one), placeKey(other)].sort().join('\n\n')

interface Gathered {
  one: Place
  other: Place
  /** Relative path → contents that were carried, and whether an equal one is long. */
  readonly files: Map<string, { carried: number; isLong: boolean }>
  named: NamedPair['how'] | null
  setting: boolean | null
  commits: number
  isExchanged: boolean
}

/** Tools keep worktrees in such folders of the repository. */
export const worktreeFolder = /[\\/]\.?worktrees[\\/]/i

class Gathering {
  readonly #evidence: Evidence
  readonly pairs = new Map<string, Gathered>()

  constructor(evidence: Evidence) {
    this.#evidence = evidence
    for (const { one, other, how } of evidence.named) this.#pair(one, other).named ??= how
    for (const { one, other, isSame } of evidence.settings) this.#pair(one, other).setting = isSame
    for (const { one, other, commits, isExchanged } of evidence.commits) Object.assign(this.#pair(one, other), { commits, isExchanged })
    for (const equal of evidence.equal) this.#count(equal)
  }

  #pair(one: Place, other: Place): Gathered {
    const key = pairKey(one, other)
    // The order of rows decides nothing.
    const [first, second] = placeKey(one) <= placeKey(other) ? [one, other] : [other, one]
    const found = this.pairs.get(key) ?? {
      one: first,
      other: second,
      files: new Map(),
      named: null,
      setting: null,
      commits: 0,
      isExchanged: false,
    }
    this.pairs.set(key, found)
    return found
  }

  #count(equal: EqualFiles): void {
    const levels = levelsOf(equal)
    const { roots } = this.#evidence
    const level = levels.find(({ one, other }) => roots.has(placeKey(one)) && roots.has(placeKey(other)))
    if (level === undefined || isCommon(level.below) || (!equal.isLong && !equal.isCarried)) return
    const { files } = this.#pair(level.one, level.other)
    const path = level.below.join('/')
    const before = files.get(path) ?? { carried: 0, isLong: false }
    files.set(path, { carried: before.carried + (equal.isCarried ? 1 : 0), isLong: before.isLong || equal.isLong })
  }

  /** Both are parts of a repository that sessions worked in as a whole: equal files are copies within it. */
  isWithinOne(one: Place, other: Place, isJoined: (a: Place, b: Place) => boolean): boolean {
    return [...this.#evidence.roots.values()].some(
      ({ place, branches }) =>
        branches.size > 0 && isPlaceBelow(one, place) && isPlaceBelow(other, place) && !isJoined(one, place) && !isJoined(other, place),
    )
  }

  sharedBranches(one: Place, other: Place): readonly string[] {
    const [a, b] = [this.#evidence.roots.get(placeKey(one)), this.#evidence.roots.get(placeKey(other))]
    return [...(a?.branches ?? [])].filter((branch) => b?.branches.has(branch) === true && !commonBranches.test(branch)).sort()
  }
}

interface Weighed extends Omit<CheckoutLink, 'isJoined'> {
  readonly points: number
}

const weighed = (gathering: Gathering, { one, other, files, named, setting, commits, isExchanged }: Gathered): Weighed => {
  const all = [...files.values()]
  // A file may prove it twice, not more.
  const carried = all.reduce((sum, file) => sum + Math.min(2, file.carried), 0)
  const equal = all.filter((file) => file.carried === 0).length
  const branches = gathering.sharedBranches(one, other)
  const [inner, outer] = one.path.length > other.path.length ? [one, other] : [other, one]
  const isInFolder = isPlaceBelow(inner, outer) && worktreeFolder.test(inner.path.slice(outer.path.length))
  const points =
    carried * pointsOf.carried +
    equal * pointsOf.equal +
    (carried > 0 && branches.length > 0 ? pointsOf.branch : 0) +
    (files.size > 0 && isInFolder ? pointsOf.worktreeFolder : 0) +
    // Commits alone do not say that both are the root of the repository; those of a template are in what began as its copy.
    (files.size > 0 && isExchanged ? pointsOf.exchanged : 0)
  return {
    one,
    other,
    files: files.size,
    carried,
    branches,
    commits,
    isExchanged,
    named,
    setting: setting === null ? null : setting ? 'joined' : 'separate',
    points,
  }
}

const keyOf = (place: Place | undefined): string => (place === undefined ? '' : placeKey(place))

const byKey = (a: Place | undefined, b: Place | undefined): number => (keyOf(a) < keyOf(b) ? -1 : 1)

/** Groups of places. Two that are to stay apart are never in one group. */
class Groups {
  readonly #groups = new Map<string, Map<string, Place>>()
  readonly #apart: readonly Weighed[]

  constructor(apart: readonly Weighed[]) {
    this.#apart = apart
  }

  of(place: Place): ReadonlyMap<string, Place> {
    return this.#groups.get(placeKey(place)) ?? new Map([[placeKey(place), place]])
  }

  join(one: Place, other: Place): boolean {
    const [a, b] = [this.of(one), this.of(other)]
    if (a.has(placeKey(other))) return true
    const isApart = this.#apart.some(
      (pair) => (a.has(placeKey(pair.one)) && b.has(placeKey(pair.other))) || (a.has(placeKey(pair.other)) && b.has(placeKey(pair.one))),
    )
    if (isApart) return false
    const all = new Map([...a, ...b])
    for (const key of all.keys()) this.#groups.set(key, all)
    return true
  }

  /** In the order of their paths. */
  get all(): readonly (readonly Place[])[] {
    return [...new Set(this.#groups.values())].map((group) => [...group.values()].sort(byKey)).sort((a, b) => byKey(a[0], b[0]))
  }
}

export interface FoldedCheckouts {
  /** Checkouts of each repository that has several. */
  readonly repositories: readonly (readonly Place[])[]
  /** Pairs with their evidence, the strongest first. */
  readonly links: readonly CheckoutLink[]
}

export const foldCheckouts = (evidence: Evidence): FoldedCheckouts => {
  const gathering = new Gathering(evidence)
  const all = [...gathering.pairs.values()].map((pair) => weighed(gathering, pair))
  const groups = new Groups(all.filter(({ setting }) => setting === 'separate'))
  const rank = ({ setting, named, points }: Weighed): number => (setting === 'joined' ? 3e6 : named === null ? points : 2e6)
  const order = [...all].sort((a, b) => rank(b) - rank(a) || (pairKey(a.one, a.other) < pairKey(b.one, b.other) ? -1 : 1))
  const isSure = ({ setting, named, points }: Weighed): boolean => setting === 'joined' || named !== null || points >= enough
  const isJoined = (one: Place, other: Place): boolean => groups.of(one).has(placeKey(other))
  const later: Weighed[] = []
  for (const pair of order) {
    if (pair.setting === 'separate' || !isSure(pair)) continue
    const isDirect =
      pair.setting === 'joined' || pair.named !== null || isPlaceBelow(pair.one, pair.other) || isPlaceBelow(pair.other, pair.one)
    if (isDirect) groups.join(pair.one, pair.other)
    else later.push(pair)
  }
  for (const pair of later) if (!gathering.isWithinOne(pair.one, pair.other, isJoined)) groups.join(pair.one, pair.other)
  const links = order
    .filter(({ points, commits, setting, named }) => points >= 2 || commits > 0 || setting !== null || named !== null)
    .map(({ points: _, ...pair }): CheckoutLink => ({ ...pair, isJoined: isJoined(pair.one, pair.other) }))
  return { repositories: groups.all, links }
}
