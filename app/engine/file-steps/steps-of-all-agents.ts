/** The steps of all agents that touched some files, in the order of time: the actual state of the files, not the knowledge of one agent. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { count, optional, text, type Row } from '../../model/columns.ts'
import { groupBy } from '../../model/group-by.ts'
import type { ResolvedPath } from '../../model/objects/resolve-path.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { openFileSystems } from '../file-systems/file-systems.ts'
import { inOrderOf, recordsAt, seenByAgent } from './chain-records.ts'
import commandsBesideSql from './commands-beside.sql?raw'
import type { PlacedSteps } from './kept-files.ts'
import { ObjectNames } from './object-ids.ts'
import otherPaths from './other-paths.sql?raw'
import { sourceRoots } from './source-roots.ts'
import { seenByTrackers, trackedStep, trackerSource } from '../track/tracked-steps.ts'
import stepsOfFilesSql from './steps-of-files.sql?raw'
import { readContents, recordsOf, stepColumns, stepOf, withStepParts, type ReadRow } from './step-table.ts'
import { pathsOf, ranMayChange, type FileStep, changing } from '../../files/file-step.ts'

/** The chain that is asked about: all of it counts, also where its times are later. */
export interface OwnChain {
  readonly sessionId: string
  /** Tip first. */
  readonly chain: readonly ChainLink[]
}

/** Whose paths are meant: the same text may name files of two machines. */
export interface PathsOf {
  readonly sessionId: string
  /** The folder that its transcript was imported from. */
  readonly root: string
}

/** The same file in other checkouts of its repository. */
type OtherFilesOf = (file: ResolvedPath) => { readonly others: readonly { readonly objectId: string }[] }

export interface MergeRequest {
  readonly paths: ReadonlySet<string>
  /** Undefined: no chain is asked about, and all versions count. */
  readonly own: OwnChain | undefined
  /** Milliseconds since 1970: what other agents did later does not count; null: all of it does. */
  readonly until: number | null
  /** Undefined: those of the chain in question; without a chain, those of the session that touched the files last. */
  readonly pathsOf?: PathsOf | undefined
  /** Whether steps count under the names that files had before they were moved. */
  readonly withEarlierNames?: boolean
  /** Finds the same file in other checkouts of its repository; steps there count under separate names. */
  readonly checkoutsOf?: OtherFilesOf
}

/** The name of a file in another checkout: no path equals it. */
export const checkoutName = (objectId: string): string => `\0${objectId}`

export interface MergedStep extends PlacedSteps {
  /** Whether the agent in question saw it. */
  readonly isOwn: boolean
}

const columns = {
  ...stepColumns,
  objectId: optional(text('object_id')),
  place: count('place'),
  chain: text('chain'),
  artifactHash: text('artifact_hash'),
  format: text('format'),
  root: text('root'),
  position: count('position'),
} as const

type FoundRow = Row<typeof columns>

const [stepsOfFiles, commandsBeside] = [withStepParts(stepsOfFilesSql), withStepParts(commandsBesideSql)]

/** As many names a file may have had before; one that was moved more often is one of many that a script writes under passing names. */
const maxNames = 20

interface FoundFiles {
  readonly rows: readonly FoundRow[]
  readonly paths: ReadonlySet<string>
}

const findRows = async (store: Store, { paths, withEarlierNames = false }: MergeRequest): Promise<FoundFiles> => {
  let names = paths
  for (;;) {
    const rows = await store.database.query(stepsOfFiles, columns, { paths: [...names], objects: [] })
    const all = new Set(names)
    for (const { path, toPath } of rows) if (path !== null && toPath !== null && all.has(toPath)) all.add(path)
    if (!withEarlierNames || all.size === names.size || all.size > maxNames) return { rows, paths: names }
    names = all
  }
}

/** Session and folder of the last record of a chain; prefers a record of its session in the same commit. */
const pathsOfChain = async (store: Store, { sessionId, chain }: OwnChain): Promise<PathsOf> => {
  for (const link of [...seenByAgent(chain)].reverse()) {
    const records = await recordsAt(store, [link])
    const last = records.filter((at) => at.sessionId === sessionId).at(-1) ?? records.at(-1)
    if (last !== undefined) return { sessionId: last.sessionId, root: await sourceRoots(store.database)(last.sourceId) }
  }
  return { sessionId, root: '' }
}

const latest = (rows: readonly FoundRow[]): PathsOf | undefined =>
  rows.reduce<FoundRow | undefined>((last, row) => ((row.occurredAt ?? 0) >= (last?.occurredAt ?? 0) ? row : last), undefined)

/** The files that the paths name where the question is asked. */
class NamedFiles {
  readonly #names: ObjectNames
  readonly #meant: PathsOf
  /** Object → its path there. */
  readonly paths: ReadonlyMap<string, string>

  constructor(names: ObjectNames, meant: PathsOf, paths: ReadonlySet<string>, checkoutsOf: OtherFilesOf | undefined) {
    this.#names = names
    this.#meant = meant
    const named = [...paths].map((path) => [names.idOf(meant.sessionId, meant.root, path), path] as const)
    const own = named.flatMap(([id, path]): readonly [string, string][] => (id === null ? [] : [[id, path]]))
    const others = own.flatMap(([id]) => {
      const file = names.found.get(id)
      return file === undefined || checkoutsOf === undefined ? [] : checkoutsOf(file).others
    })
    this.paths = new Map([...others.map(({ objectId }): [string, string] => [objectId, checkoutName(objectId)]), ...own])
  }

  get objects(): readonly string[] {
    return [...this.paths.keys()]
  }

  /** Whether a row is about one of these files, not about a file with the same path on another machine. */
  has({ sessionId, root, path, objectId }: FoundRow): boolean {
    if (sessionId === this.#meant.sessionId && root === this.#meant.root) return true
    if (objectId === null) return false
    return this.paths.has(objectId) || objectId === this.#names.idOf(this.#meant.sessionId, this.#meant.root, path ?? '')
  }

  /** The step with the path by which the file is asked for: another machine names it by that of a mount. */
  named(step: FileStep | undefined, { objectId, path }: FoundRow): FileStep | undefined {
    const own = objectId === null ? undefined : this.paths.get(objectId)
    return step === undefined || step.step === 'ran' || own === undefined || own === path ? step : { ...step, path: own }
  }
}

/** With what sessions say of the files that name them otherwise. */
const withOtherPaths = async (store: Store, { rows, paths }: FoundFiles, { objects }: NamedFiles): Promise<readonly FoundRow[]> => {
  const others = await store.database.query(otherPaths, { objectId: text('object_id') }, { objects, paths: [...paths] })
  if (others.length === 0) return rows
  return store.database.query(stepsOfFiles, columns, { paths: [...paths], objects: others.map(({ objectId }) => objectId) })
}

const chainKey = ({ sessionId, chain }: Pick<FoundRow, 'sessionId' | 'chain'>): string => JSON.stringify([sessionId, chain])

/** Commands in the chains of the rows, and in these commits, that may have changed files. */
const commandsOf = (store: Store, rows: readonly FoundRow[], commits: readonly string[]): Promise<readonly FoundRow[]> => {
  const firsts = [...groupBy(rows, chainKey).values()].flatMap(([first]) => first ?? [])
  const [sessions, ofEach] = [firsts.map(({ sessionId }) => sessionId), firsts.map(({ chain }) => chain)]
  return store.database.query(commandsBeside, columns, { sessions, chains: ofEach, commits })
}

interface TimedRow extends FoundRow {
  readonly time: number
  readonly isOwn: boolean
}

/** With a time that never goes back along the chain, so that sorting keeps its order. */
const timed = (rows: readonly FoundRow[], isOwn: boolean): readonly TimedRow[] => {
  let time = Number.NEGATIVE_INFINITY
  return rows.map((row) => {
    time = Math.max(time, row.occurredAt ?? time)
    return { ...row, isOwn, time }
  })
}

const inOrder = (one: FoundRow, other: FoundRow): number => one.position - other.position || one.place - other.place

/** All rows in the order of time. @param links of the chain that is asked about */
const merged = (rows: readonly FoundRow[], links: readonly ChainLink[], until: number | null): readonly TimedRow[] => {
  const own = new Set(links.map(({ commitId }) => commitId))
  const [ofChain, ofOthers] = [rows.filter(({ commitId }) => own.has(commitId)), rows.filter(({ commitId }) => !own.has(commitId))]
  const others = [...groupBy(ofOthers, chainKey).values()].flatMap((chain) => timed([...chain].sort(inOrder), false))
  const ownRows = timed(inOrderOf(links, [...ofChain].sort(inOrder)), true)
  return [...ownRows, ...others.filter(({ time }) => until === null || time <= until)].sort((a, b) => a.time - b.time)
}

/** Filters commands of other chains: only those count that may have changed a file that the same chain saw or changed last. */
class LastChains {
  readonly #chains = new Map<string, string>()

  /** The step that counts; undefined: the step does not count. */
  counted(step: FileStep, row: TimedRow): FileStep | undefined {
    const own = chainKey(row)
    if (step.step !== 'ran') {
      for (const path of pathsOf(step)) this.#chains.set(path, own)
      return step
    }
    if (row.isOwn) return step
    const changed = [...this.#chains].flatMap(([path, chain]) => (chain === own && ranMayChange(step, path) ? [path] : []))
    return changed.length === 0 ? undefined : changing(changed)
  }
}

/** Steps that trackers recorded for the same files. */
const saidByTrackers = async (
  store: Store,
  { paths, objects }: NamedFiles,
  until: number | null,
): Promise<readonly ReadRow<TimedRow>[]> => {
  const nowhere = {
    commitId: '',
    step: 'whole',
    toPath: null,
    effect: null,
    artifactHash: '',
    format: '',
    root: '',
    position: 0,
    place: 0,
  } as const
  const said: ReadRow<TimedRow>[] = []
  for (const seen of await seenByTrackers(store, { objects, until })) {
    const { sessionId, objectId, observedAt, sourceHash } = seen
    const path = paths.get(objectId) ?? seen.path
    const at = {
      sessionId,
      sourceId: trackerSource,
      line: observedAt,
      occurredAt: observedAt,
      path,
      objectId,
      sourceHash,
      chain: trackerSource,
    }
    said.push({ row: { ...nowhere, ...at, time: observedAt, isOwn: false }, step: await trackedStep(store, seen, path) })
  }
  return said
}

/** The records with the steps that count. */
const joined = (all: readonly ReadRow<TimedRow>[]): readonly MergedStep[] => {
  const last = new LastChains()
  const counted = all.flatMap(({ row, step }) => {
    const own = step && last.counted(step, row)
    return own === undefined ? [] : [{ row, step: own }]
  })
  return recordsOf(counted).map(({ at, steps }) => ({ at, steps, isOwn: at.isOwn }))
}

/** The facts of the sessions are made before. @throws StrataError not-found, artifact-corrupt */
export const mergedSteps = async (context: EngineContext, request: MergeRequest): Promise<readonly MergedStep[]> => {
  const { store } = context
  const { own, until, pathsOf } = request
  const found = await findRows(store, request)
  const meant = pathsOf ?? (own === undefined ? latest(found.rows) : await pathsOfChain(store, own))
  if (meant === undefined) return []
  const links = own === undefined ? [] : seenByAgent(own.chain)
  const files = new NamedFiles(new ObjectNames(await openFileSystems(context)), meant, found.paths, request.checkoutsOf)
  const about = (await withOtherPaths(store, found, files)).filter((row) => files.has(row))
  const commands = await commandsOf(
    store,
    about,
    links.map(({ commitId }) => commitId),
  )
  const rows = merged([...about, ...commands], links, until)
  const commits = [...new Map(rows.map(({ commitId, artifactHash, format }) => [commitId, { commitId, artifactHash, format }])).values()]
  const contents = await readContents(store, commits, rows, new Set([...found.paths, ...about.flatMap(({ path }) => path ?? [])]))
  const said = rows.map((row) => ({ row, step: files.named(stepOf(row, contents), row) }))
  const tracked = await saidByTrackers(store, files, until)
  return joined(tracked.length === 0 ? said : [...said, ...tracked].sort((a, b) => a.row.time - b.row.time))
}
