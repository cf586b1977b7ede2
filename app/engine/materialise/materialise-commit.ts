/** Answers what an agent would see from a commit: read when it was rebuilt before, else rebuilt and kept. */
import type { Stop } from '../../chains/choose-commits.ts'
import { materialise, type Materialised } from '../../chains/materialise.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { MaterialisedView } from '../../contract/materialise-views.ts'
import type { CommitView } from '../../contract/views.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import { hashArtifact } from '../../store/artifact-hash.ts'
import { EntryEncoder } from '../../store/entry-encoder.ts'
import type { Store } from '../../store/store.ts'
import { formats } from '../chain-formats.ts'
import { findCommit } from '../views/find-commit.ts'
import { chainOf } from './chain-links.ts'
import { entryOf, keptEntry, type Question, viewOf } from './materialised-entry.ts'

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
const rebuild = async (store: Store, tip: CommitView | undefined, stop: Stop, format: string | undefined): Promise<Materialised> =>
  materialise({
    chain: tip === undefined ? [] : await chainOf(store, tip),
    stop,
    format,
    formats,
    read: (link) => store.read(artifactHash(link.artifactHash)),
  })

/** Keeps what was rebuilt: the bytes as an artifact, and in the journal what they answer. */
const keep = async (store: Store, question: Question, result: Materialised): Promise<MaterialisedView> => {
  const hash = result.bytes.length === 0 ? undefined : hashArtifact(result.bytes)
  const encoder = new EntryEncoder()
  if (hash !== undefined && !(await store.has(hash))) await encoder.add('snapshot', hash, result.bytes)
  const entry = entryOf(question, result, hash ?? '')
  await store.writeUnits([{ entries: await encoder.done(), journal: entry, replaces: undefined, rows: {} }])
  return viewOf(entry, false)
}

/**
 * @param input no commit at all becomes an empty conversation.
 * @throws StrataError not-found, ambiguous-id, malformed-id, invalid-input, delta-malformed, artifact-corrupt, disk-full
 */
export const materialiseCommit = async (store: Store, input: Input): Promise<MaterialisedView> => {
  const tip = input.commitId === '' ? undefined : (await findCommit({ store }, input.commitId)).commit
  const stop = await stopOf(store, input.stop)
  const question = { commitId: tip?.commitId ?? '', stop: stop.kind === 'commit' ? stop.commitId : stop.kind, format: input.format }
  const kept = await keptEntry(store, question)
  return kept === undefined ? keep(store, question, await rebuild(store, tip, stop, input.format)) : viewOf(kept, true)
}
