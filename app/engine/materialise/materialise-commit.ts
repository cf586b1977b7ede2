/** Answers what an agent would see from a commit: read when it was rebuilt before, else rebuilt, and kept while the answer is on its way. */
import type { Stop } from '../../chains/choose-commits.ts'
import { materialise, type Materialised } from '../../chains/materialise.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { MaterialisedView } from '../../contract/materialise-views.ts'
import type { CommitView } from '../../contract/views.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import { hashArtifact } from '../../store/artifact-hash.ts'
import { EntryEncoder } from '../../store/entry-encoder.ts'
import { materialisedSubject } from '../../store/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../engine-context.ts'
import { formats } from '../chain-formats.ts'
import { resolveCommit } from '../views/resolve-name.ts'
import { findCommit } from '../views/find-commit.ts'
import { chainOf } from './chain-links.ts'
import { keepAtHand, untilKept } from './kept-bytes.ts'
import { entryOf, keptEntry, type MaterialisedEntry, viewOf } from './materialised-entry.ts'

type Input = CallParsed<'commit.materialise'>

/** @throws StrataError not-found, with the word of the reference for a commit that is none */
const stopOf = async (store: Store, stop: string): Promise<Stop> => {
  if (stop === 'compaction' || stop === 'root') return { kind: stop }
  try {
    return { kind: 'commit', commitId: (await findCommit({ store }, stop)).commit.commitId }
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    throw new StrataError('not-found', `stop target ${stop} not found`, { stop }, thrown)
  }
}

/** What a chain becomes, without being kept. An undefined tip gives an empty conversation. */
export const rebuild = async (store: Store, tip: CommitView | undefined, stop: Stop, format: string | undefined): Promise<Materialised> =>
  materialise({
    chain: tip === undefined ? [] : await chainOf(store, tip),
    stop,
    format,
    formats,
    read: (link) => store.read(artifactHash(link.artifactHash)),
  })

/** Keeps what was rebuilt: the bytes as an artifact, and in the journal what they answer. */
const write = async ({ store }: EngineContext, entry: MaterialisedEntry, bytes: Uint8Array): Promise<void> => {
  const encoder = new EntryEncoder()
  if (bytes.length > 0) await encoder.add('snapshot', artifactHash(entry.artifact_hash), bytes)
  await store.writeUnits([{ entries: await encoder.done(), journal: entry, replaces: undefined, rows: {} }])
}

/** The id of a commit by its name, looked up no further than needed: what was kept of it is found by its id. */
const idOf = async (store: Store, name: string): Promise<string> => {
  try {
    return await resolveCommit(store.database, name)
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    return (await findCommit({ store }, name)).commit.commitId
  }
}

/**
 * @param input no commit at all becomes an empty conversation.
 * @param beside carries on what the answer need not wait for.
 * @throws StrataError not-found, ambiguous-id, malformed-id, invalid-input, delta-malformed, artifact-corrupt
 */
export const materialiseCommit = async (
  context: EngineContext,
  input: Input,
  beside: (work: () => Promise<void>) => Promise<void>,
): Promise<MaterialisedView> => {
  const { store } = context
  const commitId = input.commitId === '' ? '' : await idOf(store, input.commitId)
  const stop = await stopOf(store, input.stop)
  const question = { commitId, stop: stop.kind === 'commit' ? stop.commitId : stop.kind, format: input.format }
  const key = materialisedSubject(question.commitId, question.stop, question.format ?? '')
  await untilKept(context, key)
  const kept = await keptEntry(store, question)
  if (kept !== undefined) return viewOf(kept, true)
  const tip = commitId === '' ? undefined : (await findCommit({ store }, commitId)).commit
  const result = await rebuild(store, tip, stop, input.format)
  const hash = result.bytes.length === 0 ? '' : hashArtifact(result.bytes)
  const entry = entryOf(question, result, hash)
  const written = beside(() => write(context, entry, result.bytes))
  keepAtHand(context, [key, hash], result.bytes, written)
  return viewOf(entry, false)
}
