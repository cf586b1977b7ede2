/** The checkouts of each repository that sessions worked in: a file of one is the same file of all. */
import { toolsOf } from '../../../importer/agents.ts'
import { flag, instant, optional, text } from '../../model/columns.ts'
import { fileEnvelope } from '../../model/objects/object-identity.ts'
import { filePath, pathText, segmentsBelow } from '../../model/objects/file-path.ts'
import type { ResolvedPath } from '../../model/objects/resolve-path.ts'
import type { Database } from '../../store/tables/database.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { checkoutSettings, openFileSystems, type FileSystems } from '../file-systems/file-systems.ts'
import { identityHash } from '../../files/object-hash.ts'
import {
  foldCheckouts,
  isBelow,
  placeKey,
  type CheckoutLink,
  type EqualFiles,
  type Evidence,
  type FoldedCheckouts,
  type NamedPair,
  type Place,
  type SharedCommits,
} from './fold-checkouts.ts'
import { checkoutsNamedIn, type NamedCheckout } from './named-checkouts.ts'
import namingCommands from './naming-commands.sql?raw'
import { sharedCommits } from './shared-commits.ts'
import sharedCommitsSql from './shared-commits.sql?raw'
import sharedContents from './shared-contents.sql?raw'
import workingPlaces from './working-places.sql?raw'

type Roots = Map<string, { readonly place: Place; readonly branches: Set<string> }>

const rootsOf = async ({ store }: EngineContext, systems: FileSystems): Promise<Roots> => {
  const columns = { sessionId: text('session_id'), root: text('root'), cwd: text('cwd'), branch: text('git_branch') } as const
  const roots: Roots = new Map()
  for (const { sessionId, root, cwd, branch } of await store.database.query(workingPlaces, columns)) {
    const place = systems.resolve(sessionId, root, cwd)
    if (place === undefined) continue
    const found = roots.get(placeKey(place)) ?? { place, branches: new Set() }
    roots.set(placeKey(place), found)
    if (branch !== '') found.branches.add(branch)
  }
  return roots
}

/** Folders that sessions worked in. */
export const workingFolders = async (context: EngineContext, which: 'all' | 'under Git' = 'all'): Promise<readonly Place[]> =>
  [...(await rootsOf(context, await openFileSystems(context))).values()]
    .filter(({ branches }) => which === 'all' || branches.size > 0)
    .map(({ place }) => place)

const equalFiles = async ({ store }: EngineContext): Promise<readonly EqualFiles[]> => {
  const columns = {
    oneFilesystem: text('one_filesystem'),
    onePath: text('one_path'),
    otherFilesystem: text('other_filesystem'),
    otherPath: text('other_path'),
    isLong: flag('is_long'),
    isCarried: flag('is_carried'),
  } as const
  return (await store.database.query(sharedContents, columns)).map(({ oneFilesystem, onePath, otherFilesystem, otherPath, ...rest }) => ({
    one: { filesystemId: oneFilesystem, path: onePath },
    other: { filesystemId: otherFilesystem, path: otherPath },
    ...rest,
  }))
}

/** The folder of the repository that a folder is in, as far as sessions worked there. */
const topOf = (place: Place, roots: Roots): Place => {
  const above = [...roots.values()].filter(
    ({ place: { filesystemId, path }, branches }) => branches.size > 0 && filesystemId === place.filesystemId && isBelow(place.path, path),
  )
  return above.reduce<Place>((top, { place: own }) => (own.path.length < top.path.length ? own : top), place)
}

const pairsOf = (
  named: readonly (NamedCheckout & { readonly resolve: (path: string) => Place | undefined })[],
  roots: Roots,
): NamedPair[] => {
  const clones = new Map<string, Place>()
  return named.flatMap(({ folder, of, how, resolve }): NamedPair[] => {
    const [one, source] = [resolve(folder), resolve(of)]
    if (one === undefined) return []
    if (source !== undefined) return [{ one, other: topOf(source, roots), how }]
    const first = clones.get(of)
    clones.set(of, first ?? one)
    return first === undefined || placeKey(first) === placeKey(one) ? [] : [{ one, other: first, how }]
  })
}

const namedPairs = async ({ store }: EngineContext, systems: FileSystems, roots: Roots): Promise<readonly NamedPair[]> => {
  const columns = { sessionId: text('session_id'), root: text('root'), cwd: text('cwd'), body: text('body') } as const
  const named = (await store.database.query(namingCommands, columns, { shells: toolsOf(new Set(['shell'])) })).flatMap(
    ({ sessionId, root, cwd, body }) => {
      const resolve = (path: string): Place | undefined => systems.resolve(sessionId, root, path)
      return checkoutsNamedIn(commandIn(body), cwd).map((one) => ({ ...one, resolve }))
    },
  )
  return pairsOf(named, roots)
}

/** A body that was cut is no JSON. */
const commandIn = (body: string): string => {
  try {
    const { command } = JSON.parse(body) as { readonly command?: unknown }
    return typeof command === 'string' ? command : ''
  } catch {
    return ''
  }
}

/** Where the client itself makes worktrees. */
const clientWorktree = /^(.+)[\\/]\.claude[\\/]worktrees[\\/][^\\/]+/

const clientPairs = (roots: Roots): readonly NamedPair[] =>
  [...roots.values()].flatMap(({ place }): NamedPair[] => {
    const [path, of] = clientWorktree.exec(place.path) ?? []
    return path === undefined || of === undefined ? [] : [{ one: { ...place, path }, other: { ...place, path: of }, how: 'worktree' }]
  })

const commitColumns = {
  sessionId: text('session_id'),
  root: text('root'),
  folder: text('folder'),
  hash: text('short_hash'),
  madeAt: optional(instant('made_at')),
  seenAt: optional(instant('seen_at')),
} as const

/** Folders within a repository count as the repository; a folder that no session worked in has nothing to join. */
const commitsOf = async ({ store }: EngineContext, systems: FileSystems, roots: Roots): Promise<readonly SharedCommits[]> => {
  const rows = await store.database.query(sharedCommitsSql, commitColumns)
  const seen = rows.flatMap(({ sessionId, root, folder, ...commit }) => {
    const found = systems.resolve(sessionId, root, folder)
    const place = found && topOf(found, roots)
    return place !== undefined && roots.has(placeKey(place)) ? [{ ...commit, place }] : []
  })
  return sharedCommits(seen)
}

const evidenceOf = async (context: EngineContext, systems: FileSystems): Promise<Evidence> => {
  const roots = await rootsOf(context, systems)
  const named = [...clientPairs(roots), ...(await namedPairs(context, systems, roots))].filter(
    ({ one, other }) => placeKey(one) !== placeKey(other),
  )
  const settings = checkoutSettings(context.store)
  for (const place of [...named, ...settings].flatMap(({ one, other }) => [one, other]))
    if (!roots.has(placeKey(place))) roots.set(placeKey(place), { place, branches: new Set() })
  return { roots, equal: await equalFiles(context), commits: await commitsOf(context, systems, roots), named, settings }
}

interface Kept {
  readonly writes: number
  readonly mark: string
  readonly folded: FoldedCheckouts
}

const kept = new WeakMap<Database, Kept>()

/** Makes the facts of all sessions first: the answer depends on all of them. @throws StrataError cancelled, artifact-corrupt, disk-full */
export const repositoriesOf = async (context: EngineContext): Promise<FoldedCheckouts> => {
  await context.ensureObjects()
  const { database } = context.store
  const systems = await openFileSystems(context)
  const mark = JSON.stringify([systems.mark, checkoutSettings(context.store)])
  const before = kept.get(database)
  if (before !== undefined && before.writes === database.writes && before.mark === mark) return before.folded
  const { writes } = database
  const folded = foldCheckouts(await evidenceOf(context, systems))
  kept.set(database, { writes, mark, folded })
  return folded
}

/** A file in another checkout. */
export interface OtherFile extends Place {
  readonly objectId: string
  /** The folder of the checkout. */
  readonly checkout: string
}

export interface FileCheckouts {
  /** The folder of the file's own checkout; null: it is in none of several. */
  readonly own: Place | null
  /** The same file in the other checkouts. */
  readonly others: readonly OtherFile[]
  readonly links: readonly CheckoutLink[]
}

const nowhere: FileCheckouts = { own: null, others: [], links: [] }

const belowOf = (folder: Place, file: Place): readonly string[] | undefined => {
  const [prefix, path] = [filePath(folder.path), filePath(file.path)]
  if (folder.filesystemId !== file.filesystemId || prefix === undefined || path === undefined) return undefined
  const below = segmentsBelow(prefix, path)
  return below === undefined || below.length === 0 ? undefined : below
}

/** The deepest: a worktree may be in a folder of its repository. */
const checkoutIn = ({ repositories }: FoldedCheckouts, file: Place) => {
  let best: { readonly own: Place; readonly below: readonly string[]; readonly all: readonly Place[] } | undefined
  for (const all of repositories)
    for (const own of all) {
      const below = belowOf(own, file)
      if (below !== undefined && (best === undefined || below.length < best.below.length)) best = { own, below, all }
    }
  return best
}

/** The same file in other checkouts of its repository. */
export const otherCheckouts = (folded: FoldedCheckouts, file: ResolvedPath): FileCheckouts => {
  const found = checkoutIn(folded, file)
  if (found === undefined) return nowhere
  const { own, below, all } = found
  const others = all.flatMap((place): OtherFile[] => {
    const prefix = filePath(place.path)
    if (prefix === undefined || placeKey(place) === placeKey(own)) return []
    const path = pathText({ ...prefix, segments: [...prefix.segments, ...below] })
    return [
      { filesystemId: place.filesystemId, path, objectId: identityHash(fileEnvelope(place.filesystemId, path)), checkout: place.path },
    ]
  })
  const keys = new Set(all.map(placeKey))
  const links = folded.links.filter(({ one, other, isJoined }) => isJoined && keys.has(placeKey(one)) && keys.has(placeKey(other)))
  return { own, others, links }
}
