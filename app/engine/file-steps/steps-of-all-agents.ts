/** The steps of all agents that touched some files, in the order of time: the actual state of the files, not the knowledge of one agent. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { count, optional, text, type Row } from '../../model/columns.ts'
import { groupBy } from '../../model/group-by.ts'
import type { ResolvedPath } from '../../model/objects/resolve-path.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { openFileSystems } from '../file-systems/file-systems.ts'
import { inOrderOf, recordsAt, seenByAgent, type ReadLink } from './chain-records.ts'
import commandsBesideSql from './commands-beside.sql?raw'
import type { PlacedSteps } from './kept-files.ts'
import { ObjectNames } from './object-ids.ts'
import objectPaths from './object-paths.sql?raw'
import { sourceRoots } from './source-roots.ts'
import { seenByTrackers, trackedStep, trackerSource, type TrackedRow } from '../track/tracked-steps.ts'
import stepsOfFilesSql from './steps-of-files.sql?raw'
import { readContents, recordsOf, stepColumns, stepOf, withStepParts, type Contents, type ReadRow } from './step-table.ts'
import { recordKey } from '../../files/replay.ts'
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

/** Adds the names that a map does not have. @returns these */
const added = (rows: Map<string, FoundRow[]>, names: Iterable<string>): ReadonlySet<string> => {
  const missing = new Set([...names].filter((name) => !rows.has(name)))
  for (const name of missing) rows.set(name, [])
  return missing
}

/** The rows about files; those of a file are read once, and those of many in one query. */
class FileRows {
  readonly #store: Store
  readonly #byPath = new Map<string, FoundRow[]>()
  readonly #byObject = new Map<string, FoundRow[]>()

  constructor(store: Store) {
    this.#store = store
  }

  async read(paths: Iterable<string>, objects: Iterable<string> = []): Promise<void> {
    const [newPaths, newObjects] = [added(this.#byPath, paths), added(this.#byObject, objects)]
    if (newPaths.size + newObjects.size === 0) return
    for (const row of await this.#store.database.query(stepsOfFiles, columns, { paths: [...newPaths], objects: [...newObjects] })) {
      for (const path of new Set([row.path, row.toPath])) if (path !== null && newPaths.has(path)) this.#byPath.get(path)?.push(row)
      if (row.objectId !== null && newObjects.has(row.objectId)) this.#byObject.get(row.objectId)?.push(row)
    }
  }

  /** The steps of files that were read, each row once. */
  about(paths: Iterable<string>, objects: Iterable<string> = []): readonly FoundRow[] {
    const rows = [
      ...[...paths].flatMap((path) => this.#byPath.get(path) ?? []),
      ...[...objects].flatMap((id) => this.#byObject.get(id) ?? []),
    ]
    return [...new Map(rows.map((row) => [row.place, row])).values()].sort((one, other) => one.place - other.place)
  }
}

/** The paths, and the names that the files had before. */
const namesOf = async (rows: FileRows, { paths, withEarlierNames = false }: MergeRequest): Promise<ReadonlySet<string>> => {
  let names = paths
  for (;;) {
    await rows.read(names)
    const all = new Set(names)
    for (const { path, toPath } of rows.about(names)) if (path !== null && toPath !== null && all.has(toPath)) all.add(path)
    if (!withEarlierNames || all.size === names.size || all.size > maxNames) return names
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

const chainKey = ({ sessionId, chain }: Pick<FoundRow, 'sessionId' | 'chain'>): string => JSON.stringify([sessionId, chain])

/** Files that are asked about. */
interface AskedFiles {
  readonly until: number | null
  /** Commits of the chain that is asked about. */
  readonly links: readonly ChainLink[]
  readonly names: ReadonlySet<string>
  readonly files: NamedFiles
}

/** Undefined: no record names them. */
const askedFiles = async (
  store: Store,
  rows: FileRows,
  objectNames: ObjectNames,
  request: MergeRequest,
): Promise<AskedFiles | undefined> => {
  const { own, until, pathsOf, checkoutsOf } = request
  const names = await namesOf(rows, request)
  const meant = pathsOf ?? (own === undefined ? latest(rows.about(names)) : await pathsOfChain(store, own))
  if (meant === undefined) return undefined
  const links = own === undefined ? [] : seenByAgent(own.chain)
  return { until, links, names, files: new NamedFiles(objectNames, meant, names, checkoutsOf) }
}

/** Reads what sessions say of files that they name otherwise. @returns those of them that a request asks about */
const readOtherPaths = async (
  store: Store,
  rows: FileRows,
  asked: readonly AskedFiles[],
): Promise<(of: AskedFiles) => readonly string[]> => {
  const objects = [...new Set(asked.flatMap(({ files }) => files.objects))]
  const found = await store.database.query(objectPaths, { objectId: text('object_id'), path: text('path') }, { objects })
  const paths = groupBy(found, ({ objectId }) => objectId)
  const othersOf = ({ files, names }: AskedFiles): readonly string[] =>
    files.objects.filter((objectId) => paths.get(objectId)?.some(({ path }) => !names.has(path)) === true)
  await rows.read([], asked.flatMap(othersOf))
  return othersOf
}

/** Reads the commands in the chains of these rows, and in the commits that are asked about, that may have changed files. */
const commandsBesides = async (
  store: Store,
  about: readonly FoundRow[],
  asked: readonly AskedFiles[],
): Promise<(rows: readonly FoundRow[], of: AskedFiles) => readonly FoundRow[]> => {
  const chains = [...new Map(about.map((row) => [chainKey(row), row])).values()]
  const commits = new Set(asked.flatMap(({ links }) => links.map(({ commitId }) => commitId)))
  const found = await store.database.query(commandsBeside, columns, {
    sessions: chains.map(({ sessionId }) => sessionId),
    chains: chains.map(({ chain }) => chain),
    commits: [...commits],
  })
  const [byChain, byCommit] = [groupBy(found, chainKey), groupBy(found, ({ commitId }) => commitId)]
  return (rows, { links }) => {
    const keys = new Set(rows.map(chainKey))
    const ofLinks = links.flatMap(({ commitId }) => byCommit.get(commitId) ?? []).filter((row) => !keys.has(chainKey(row)))
    return [...[...keys].flatMap((key) => byChain.get(key) ?? []), ...ofLinks]
  }
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

/** Steps that trackers recorded for the same files. @param tracked what they saw, by object */
const saidByTrackers = async (
  store: Store,
  { files: { paths }, until }: AskedFiles,
  tracked: ReadonlyMap<string, readonly TrackedRow[]>,
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
  const all = [...paths.keys()].flatMap((objectId) => tracked.get(objectId) ?? [])
  for (const seen of all.sort((a, b) => a.observedAt - b.observedAt)) {
    const { sessionId, objectId, observedAt, sourceHash } = seen
    if (until !== null && observedAt > until) continue
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

/** Whether a row can count, before it is known what came before it on its chain. */
const mayCount = ({ until, links }: AskedFiles): ((row: FoundRow) => boolean) => {
  const own = new Set(links.map(({ commitId }) => commitId))
  return ({ commitId, occurredAt }) => until === null || own.has(commitId) || (occurredAt ?? 0) <= until
}

/** The commits of rows, each once. */
const linksOf = (rows: readonly FoundRow[]): readonly ReadLink[] => [
  ...new Map(rows.map(({ commitId, artifactHash, format }) => [commitId, { commitId, artifactHash, format }])).values(),
]

/** The contents of these rows: a step takes its own out of them. */
const contentsOf = (all: Contents, rows: readonly FoundRow[]): Contents =>
  new Map(rows.map((row) => [recordKey(row), [...(all.get(recordKey(row)) ?? [])]]))

/**
 * The steps of each request, in the order of the requests; many take as many queries as one. Their contents are in memory together. The
 * facts of the sessions are made before.
 * @throws StrataError not-found, artifact-corrupt
 */
export async function* mergedStepsOfEach(
  context: EngineContext,
  requests: readonly MergeRequest[],
): AsyncGenerator<readonly MergedStep[], undefined> {
  const { store } = context
  const fileRows = new FileRows(store)
  await fileRows.read(requests.flatMap(({ paths }) => [...paths]))
  const objectNames = new ObjectNames(await openFileSystems(context))
  const all: (AskedFiles | undefined)[] = []
  for (const request of requests) all.push(await askedFiles(store, fileRows, objectNames, request))
  const asked = all.filter((one) => one !== undefined)
  const othersOf = await readOtherPaths(store, fileRows, asked)
  const aboutOf = new Map(asked.map((one) => [one, fileRows.about(one.names, othersOf(one)).filter((row) => one.files.has(row))] as const))
  const about = [...new Set([...aboutOf.values()].flat())]
  const commands = await commandsBesides(store, about, asked)
  const counting = [...new Set([...aboutOf].flatMap(([one, rows]) => rows.filter(mayCount(one))))]
  const paths = new Set([...asked.flatMap(({ names }) => [...names]), ...about.flatMap(({ path }) => path ?? [])])
  const contents = await readContents(store, linksOf(counting), counting, paths)
  const seen = await seenByTrackers(store, { objects: asked.flatMap(({ files }) => files.objects) })
  const tracked = groupBy(seen, ({ objectId }) => objectId)
  for (const one of all) {
    if (one === undefined) {
      yield []
      continue
    }
    const own = aboutOf.get(one) ?? []
    const rows = merged([...own, ...commands(own, one)], one.links, one.until)
    const ownContents = contentsOf(contents, own)
    const said = rows.map((row) => ({ row, step: one.files.named(stepOf(row, ownContents), row) }))
    const saidOf = await saidByTrackers(store, one, tracked)
    yield joined(saidOf.length === 0 ? said : [...said, ...saidOf].sort((a, b) => a.row.time - b.row.time))
  }
}

/** The facts of the sessions are made before. @throws StrataError not-found, artifact-corrupt */
export const mergedSteps = async (context: EngineContext, request: MergeRequest): Promise<readonly MergedStep[]> => {
  for await (const steps of mergedStepsOfEach(context, [request])) return steps
  return []
}
