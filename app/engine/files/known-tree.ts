/** All files that are known at the end of a chain: as its agent knew them, or as all agents had seen them by then. */
import type { Proof } from '../../model/objects/proof.ts'
import { instant, optional } from '../../model/columns.ts'
import type { ChainLink } from '../../chains/choose-commits.ts'
import { knownChain } from '../commits/current-chain.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { RecordAt } from '../file-steps/chain-records.ts'
import { chainSteps, othersOfChain } from '../file-steps/steps-of-chain.ts'
import type { PlacedSteps } from '../file-steps/kept-files.ts'
import { mergedSteps } from '../file-steps/steps-of-all-agents.ts'
import { sessionsThatShareFiles } from '../file-steps/find-file.ts'
import type { KnownFile } from '../../files/known-file.ts'
import { pathsOf } from '../../files/file-step.ts'
import trackedEnd from './tracked-end.sql?raw'
import type { FileVersion } from '../../files/known-files.ts'
import { type OtherChange, replay, type TakenStep } from '../../files/replay.ts'

export interface TreeFile {
  /** As the transcript gives it. */
  readonly path: string
  /** Null: it does not exist. */
  readonly file: KnownFile | null
  /** Proof of the file, or of its absence. */
  readonly proof: Proof
  /** Whether the file ever existed; false: an agent searched for it and did not find it. */
  readonly wasThere: boolean
  /** The kind of evidence for its last version. */
  readonly by: FileVersion['by']
  readonly at: RecordAt
}

export interface KnownTree {
  readonly commitId: string
  readonly sessionId: string
  /** By path. */
  readonly files: readonly TreeFile[]
}

const byPath = (one: TreeFile, other: TreeFile): number => (one.path < other.path ? -1 : 1)

/** @param others changes that the agent did not make @param until of the last record, milliseconds since 1970; null: not recorded */
export const filesAfter = (placed: readonly PlacedSteps[], others: readonly OtherChange[], until: number | null): readonly TreeFile[] => {
  const last = new Map<string, Pick<TreeFile, 'by' | 'at' | 'wasThere'>>()
  const take = ({ versions, record: { at } }: TakenStep<PlacedSteps>): void => {
    for (const { path, by, file } of versions) last.set(path, { by, at, wasThere: file !== null || last.get(path)?.wasThere === true })
  }
  const known = replay(placed, others, { take }, until)
  return [...last]
    .map(([path, version]): TreeFile => ({ path, file: known.now(path) ?? null, proof: known.proofNow(path), ...version }))
    .sort(byPath)
}

const pathsIn = (placed: readonly PlacedSteps[]): ReadonlySet<string> => new Set(placed.flatMap(({ steps }) => steps.flatMap(pathsOf)))

/** The chain whose files are asked for. */
export interface TreeRequest {
  readonly commitId: string
  readonly sessionId: string
  /** Tip first. */
  readonly chain: readonly ChainLink[]
  /** When the commit ended, milliseconds since 1970; null: not recorded. */
  readonly until: number | null
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const treeRequest = async (context: EngineContext, name: string): Promise<TreeRequest> => {
  const { commit } = await findCommit(context, name)
  const { commitId, sessionId, endedAt } = commit
  const chain = await knownChain(context.store, commit)
  return { commitId: chain[0]?.commitId ?? commitId, sessionId, chain, until: endedAt }
}

/** As the agent at the end of the chain knew them. @throws StrataError not-found, artifact-corrupt */
export const knownTree = async (
  { store, ensureObjects }: EngineContext,
  { commitId, sessionId, chain, until }: TreeRequest,
): Promise<KnownTree> => {
  await ensureObjects(() => sessionsThatShareFiles(store.database, chain))
  return { commitId, sessionId, files: filesAfter(await chainSteps(store, chain), await othersOfChain(store, chain), until) }
}

/** When a tracker of the session looked last. Null: none did, or the session does not end with this commit. */
export const lastLook = async ({ store }: Pick<EngineContext, 'store'>, commit: string): Promise<number | null> => {
  const [last] = await store.database.query(trackedEnd, { observedAt: optional(instant('observed_at')) }, { commit })
  return last?.observedAt ?? null
}

/** At the end of a session what its trackers saw afterwards counts too. @param endedAt of the commit */
export const seenUntil = async (context: Pick<EngineContext, 'store'>, commit: string, endedAt: number | null): Promise<number | null> =>
  endedAt === null ? null : Math.max(endedAt, (await lastLook(context, commit)) ?? endedAt)

/** The same files, in the state that any agent saw or changed last by then. @throws StrataError not-found, artifact-corrupt */
export const treeAsWas = async (context: EngineContext, { commitId, sessionId, chain, until }: TreeRequest): Promise<KnownTree> => {
  await context.ensureObjects(() => sessionsThatShareFiles(context.store.database, chain))
  const paths = pathsIn(await chainSteps(context.store, chain))
  const end = await seenUntil(context, commitId, until)
  return { commitId, sessionId, files: await filesAsWas(context, { sessionId, chain, until: end }, paths) }
}

/** Some files, in the state that any agent saw or changed last by then. @throws StrataError not-found, artifact-corrupt */
export const filesAsWas = async (
  context: EngineContext,
  { sessionId, chain, until }: Omit<TreeRequest, 'commitId'>,
  paths: ReadonlySet<string>,
): Promise<readonly TreeFile[]> => {
  const merged = await mergedSteps(context, { paths, own: { sessionId, chain }, until })
  return filesAfter(merged, [], until).filter(({ path }) => paths.has(path))
}

/** A file according to the steps of all agents up to a time. Places in `file` are those of `records`. */
export interface FileAsWas {
  readonly records: readonly RecordAt[]
  readonly file: KnownFile | null | undefined
  readonly proof: Proof
  /** The record and evidence of its last version; undefined: it has none. */
  readonly last: { readonly at: RecordAt; readonly by: FileVersion['by'] } | undefined
}

/**
 * One file, in the state that any agent saw or changed last by then.
 * @param isBefore excludes what the agent of the chain saw later
 * @throws StrataError not-found, artifact-corrupt
 */
export const fileAsWas = async (
  context: EngineContext,
  { sessionId, chain, until }: Omit<TreeRequest, 'commitId'>,
  path: string,
  isBefore: (at: RecordAt) => boolean,
): Promise<FileAsWas> => {
  const merged = await mergedSteps(context, { paths: new Set([path]), own: { sessionId, chain }, until, withEarlierNames: true })
  const steps = merged.filter(({ at, isOwn }) => !isOwn || isBefore(at))
  const [file] = filesAfter(steps, [], until).filter((one) => one.path === path)
  return {
    records: steps.map(({ at }) => at),
    file: file?.file,
    proof: file?.proof ?? 'unknown',
    last: file && { at: file.at, by: file.by },
  }
}
