/** Answers what an agent would see from a commit: read when it was rebuilt before, else rebuilt, and kept while the answer is on its way. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { MaterialisedView } from '../../contract/materialise.ts'
import { StrataError } from '../../model/failure.ts'
import { materialisedSubject } from '../../store/files/materialised-entry.ts'
import { encodePackEntry } from '../../store/files/pack-entry.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { silentProgress, type JobProgress } from '../kernel/job.ts'
import { resolveCommit } from '../commits/resolve-name.ts'
import { findCommit } from '../commits/find-commit.ts'
import { chainFrom, chainOf } from '../commits/chain-links.ts'
import { keepArtifactBytes, untilStored } from './stored-artifact.ts'
import { entryOf, storedEntry, type MaterialisedEntry, viewOf } from './materialised-entry.ts'
import { rebuild, type Rebuilt } from './rebuild.ts'
import { stopOf } from '../commits/chosen-path.ts'

type Input = CallParsed<'commit.materialise'>

/** Keeps what was rebuilt: the bytes as an artifact, and in the journal what they answer. */
const write = async ({ store }: EngineContext, entry: MaterialisedEntry, { hash, pieces }: Rebuilt): Promise<void> => {
  const entries = hash === undefined ? [] : [await encodePackEntry('snapshot', hash, pieces)]
  await store.writeUnits([{ entries, journal: entry, replaces: undefined, rows: {} }])
}

interface Tip {
  readonly commitId: string
  readonly chain: () => Promise<readonly ChainLink[]>
}

const noTip: Tip = { commitId: '', chain: () => Promise.resolve([]) }

/** A commit by its name, looked up no further than needed: what was kept of it is found by its id. */
const tipOf = async (store: Store, name: string): Promise<Tip> => {
  try {
    const commitId = await resolveCommit(store.database, name)
    return { commitId, chain: () => chainFrom(store, commitId) }
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    const { commit } = await findCommit({ store }, name)
    return { commitId: commit.commitId, chain: () => chainOf(store, commit) }
  }
}

/**
 * @param input no commit at all becomes an empty conversation.
 * @param runParallel carries on what the answer need not wait for.
 * @throws StrataError not-found, ambiguous-id, malformed-id, invalid-input, delta-malformed, artifact-corrupt, cancelled
 */
export const materialiseCommit = async (
  context: EngineContext,
  input: Input,
  runParallel: (work: () => Promise<void>) => Promise<void>,
  progress: JobProgress = silentProgress,
): Promise<MaterialisedView> => {
  const { store } = context
  const { commitId, chain } = input.commitId === '' ? noTip : await tipOf(store, input.commitId)
  const stop = await stopOf(store, input.stop)
  const request = { commitId, stop: stop.kind === 'commit' ? stop.commitId : stop.kind, format: input.format }
  const key = materialisedSubject(request.commitId, request.stop, request.format ?? '')
  await untilStored(context, key)
  const kept = await storedEntry(store, request)
  if (kept !== undefined) return viewOf(kept, true)
  progress.phase('Finding the commits', 'commits', undefined)
  // Where artifacts lie is looked up while the chain is.
  const [links] = await Promise.all([chain(), store.prepareReads()])
  const result = await rebuild(store, links, { stop, format: input.format }, progress)
  const entry = entryOf(request, result)
  const written = runParallel(() => write(context, entry, result))
  keepArtifactBytes(context, [key, entry.artifact_hash], result.pieces, written)
  return viewOf(entry, false)
}
