/** What all agents that touched some files saw and did, in the order of time: as the files were, not as one agent knew them. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import { chainFrom } from '../commits/chain-links.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { openFileSystems } from '../kernel/file-systems.ts'
import { seenByAgent, type RecordAt } from './chain-records.ts'
import { chainSteps, type PlacedSteps } from './chain-steps.ts'
import { sourceRoots, type RootOfSource } from './source-roots.ts'
import touchingCommits from './touching-commits.sql?raw'
import type { FileStep } from './versions/file-step.ts'

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

export interface MergeWish {
  readonly paths: ReadonlySet<string>
  /** Undefined: no chain is asked about, and all versions count. */
  readonly own: OwnChain | undefined
  /** Milliseconds since 1970: what other agents did later does not count; null: all of it does. */
  readonly until: number | null
  /** Undefined: those of the chain that is asked about; without one, of the session that touched the files last. */
  readonly pathsOf?: PathsOf | undefined
}

export interface MergedStep extends PlacedSteps {
  /** Whether the agent that is asked about saw it. */
  readonly isOwn: boolean
}

const columns = { commitId: text('commit_id'), sessionId: text('session_id') } as const

/** Whether a path names one file in two transcripts. */
type IsSame = (one: PathsOf, other: PathsOf, path: string) => boolean

const sameFiles = async (context: EngineContext): Promise<IsSame> => {
  const fileSystems = await openFileSystems(context)
  const keys = new Map<string, string>()
  const keyOf = ({ sessionId, root }: PathsOf, path: string): string => {
    const name = `${sessionId}\0${root}\0${path}`
    const found = keys.get(name) ?? JSON.stringify(fileSystems.resolve(sessionId, root, path) ?? path)
    keys.set(name, found)
    return found
  }
  return (one, other, path) => (one.sessionId === other.sessionId && one.root === other.root) || keyOf(one, path) === keyOf(other, path)
}

/** Of the last record of a chain; of its session, where that has one in it. */
const pathsOfChain = async (store: Store, { sessionId, chain }: OwnChain, rootOfSource: RootOfSource): Promise<PathsOf> => {
  const records = (await chainSteps(store, chain)).map(({ at }) => at).reverse()
  const last = records.find((at) => at.sessionId === sessionId) ?? records[0]
  return { sessionId: last?.sessionId ?? sessionId, root: last === undefined ? '' : await rootOfSource(last.sourceId) }
}

const isAbout = (step: FileStep, paths: ReadonlySet<string>): boolean =>
  step.step === 'ran' || paths.has(step.path) || (step.step === 'moved' && paths.has(step.to))

interface Timed extends MergedStep {
  readonly time: number
}

/** With a time that never goes back along the chain, so that sorting keeps its order. */
const timed = (placed: readonly PlacedSteps[], isOwn: boolean): readonly Timed[] => {
  let time = Number.NEGATIVE_INFINITY
  return placed.map(({ at, steps }) => {
    time = Math.max(time, at.occurredAt ?? time)
    return { at, steps, isOwn, time }
  })
}

const placeOf = ({ sourceId, line }: RecordAt): string => `${sourceId}:${line}`

/** @throws StrataError not-found, artifact-corrupt */
export const mergedSteps = async (context: EngineContext, { paths, own, until, pathsOf }: MergeWish): Promise<readonly MergedStep[]> => {
  const { store } = context
  const [isSame, rootOfSource] = [await sameFiles(context), sourceRoots(store.database)]
  const touching = await store.database.query(touchingCommits, columns, { paths: [...paths], until })
  const [covered, seen] = [new Set<string>(), new Set<string>()]
  const merged: Timed[] = []
  const add = async (chain: readonly ChainLink[], isOwn: boolean, meant: PathsOf): Promise<void> => {
    for (const { commitId } of seenByAgent(chain)) covered.add(commitId)
    for (const one of timed(await chainSteps(store, chain), isOwn)) {
      const place = placeOf(one.at)
      if (seen.has(place) || (!isOwn && until !== null && one.time > until)) continue
      seen.add(place)
      const about = one.steps.filter((step) => isAbout(step, paths))
      if (about.length === 0) continue
      const from: PathsOf = { sessionId: one.at.sessionId, root: await rootOfSource(one.at.sourceId) }
      const steps = about.filter((step) => step.step === 'ran' || isSame(from, meant, step.path))
      if (steps.length > 0) merged.push({ ...one, steps })
    }
  }
  const [last] = touching
  const first = own ?? (last && { sessionId: last.sessionId, chain: await chainFrom(store, last.commitId) })
  if (first === undefined) return []
  const meant = pathsOf ?? (await pathsOfChain(store, first, rootOfSource))
  if (own !== undefined) await add(own.chain, true, meant)
  for (const { commitId } of touching) if (!covered.has(commitId)) await add(await chainFrom(store, commitId), false, meant)
  return merged.sort((a, b) => a.time - b.time)
}
