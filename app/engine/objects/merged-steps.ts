/** What all agents that touched some files saw and did, in the order of time: as the files were, not as one agent knew them. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { text } from '../../model/columns.ts'
import { chainFrom } from '../commits/chain-links.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { openFileSystems } from '../kernel/file-systems.ts'
import { seenByAgent, type RecordAt } from './chain-records.ts'
import { chainSteps, type PlacedSteps } from './chain-steps.ts'
import touchingCommits from './touching-commits.sql?raw'
import type { FileStep } from './versions/file-step.ts'

/** The chain that is asked about: all of it counts, also where its times are later. */
export interface OwnChain {
  readonly sessionId: string
  /** Tip first. */
  readonly chain: readonly ChainLink[]
}

export interface MergeWish {
  readonly paths: ReadonlySet<string>
  /** Undefined: no chain is asked about, and all versions count. */
  readonly own: OwnChain | undefined
  /** Milliseconds since 1970: what other agents did later does not count; null: all of it does. */
  readonly until: number | null
}

export interface MergedStep extends PlacedSteps {
  /** Whether the agent that is asked about saw it. */
  readonly isOwn: boolean
}

const columns = { commitId: text('commit_id'), sessionId: text('session_id') } as const

/** Whether a path names one file in two sessions: the same text may name files of two machines. */
const sameFiles = async (context: EngineContext): Promise<(sessionId: string, other: string, path: string) => boolean> => {
  const fileSystems = await openFileSystems(context)
  const keys = new Map<string, string>()
  const keyOf = (sessionId: string, path: string): string => {
    const name = `${sessionId}\0${path}`
    const found = keys.get(name)
    if (found !== undefined) return found
    const root = context.store.session(sessionId)?.sources[0]?.root ?? ''
    const key = JSON.stringify(fileSystems.resolve(sessionId, root, path) ?? path)
    keys.set(name, key)
    return key
  }
  return (sessionId, other, path) => sessionId === other || keyOf(sessionId, path) === keyOf(other, path)
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
export const mergedSteps = async (context: EngineContext, { paths, own, until }: MergeWish): Promise<readonly MergedStep[]> => {
  const { store } = context
  const isSame = await sameFiles(context)
  const touching = await store.database.query(touchingCommits, columns, { paths: [...paths], until })
  const [covered, seen] = [new Set<string>(), new Set<string>()]
  const merged: Timed[] = []
  const home = own?.sessionId ?? touching[0]?.sessionId ?? ''
  const add = async (chain: readonly ChainLink[], isOwn: boolean): Promise<void> => {
    for (const { commitId } of seenByAgent(chain)) covered.add(commitId)
    for (const one of timed(await chainSteps(store, chain), isOwn)) {
      const place = placeOf(one.at)
      if (seen.has(place) || (!isOwn && until !== null && one.time > until)) continue
      seen.add(place)
      const isMeant = (step: FileStep): boolean =>
        isAbout(step, paths) && (step.step === 'ran' || isSame(one.at.sessionId, home, step.path))
      const steps = one.steps.filter(isMeant)
      if (steps.length > 0) merged.push({ ...one, steps })
    }
  }
  if (own !== undefined) await add(own.chain, true)
  for (const { commitId } of touching) if (!covered.has(commitId)) await add(await chainFrom(store, commitId), false)
  return merged.sort((a, b) => a.time - b.time)
}
