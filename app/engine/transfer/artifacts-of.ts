/** The artifacts that entries of a journal speak of: records, what the commits hold, and the sources of whole sessions. */
import { artifactHash, refOf, type ArtifactHash } from '../../model/ids.ts'
import { EntryEncoder } from '../../store/entry-encoder.ts'
import { inMemory } from '../../store/held-bytes.ts'
import type { Holdings } from '../../store/holdings.ts'
import type { NewJournalEntry } from '../../store/journal-entry.ts'
import { decodeManifest } from '../../store/manifest.ts'
import type { EncodedEntry } from '../../store/pack-entry.ts'
import type { EntryKind } from '../../store/pack-head.ts'
import type { MadeEntry, SessionState } from './catalog.ts'
import { recordWith } from './chain-walk.ts'

export interface NamedArtifact {
  readonly hash: ArtifactHash
  readonly kind: EntryKind
}

type Readable = Pick<Holdings, 'read' | 'findArtifact'>

const madeArtifacts = async (store: Readable, entry: MadeEntry): Promise<readonly NamedArtifact[]> => {
  const record = await recordWith(store, entry.record_hash)
  return [
    { hash: artifactHash(entry.record_hash), kind: 'commit' },
    { hash: artifactHash(entry.artifact_hash), kind: record.commit_type },
  ]
}

/** What the commits of a session hold stands in its sources, mostly: there the whole hash is found without a search. */
const spansOf = async (store: Readable, entry: SessionState): Promise<ReadonlyMap<string, ArtifactHash>> => {
  const spans = new Map<string, ArtifactHash>()
  for (const { manifest_hash: hash } of entry.sources)
    for (const { artifact } of decodeManifest(await store.read(artifactHash(hash))).spans) spans.set(refOf(artifact), artifact)
  return spans
}

async function* sessionArtifacts(store: Readable, entry: SessionState): AsyncGenerator<NamedArtifact> {
  const spans = await spansOf(store, entry)
  for (const [, hash] of entry.commits) {
    const record = await recordWith(store, hash)
    yield { hash: artifactHash(hash), kind: 'commit' }
    yield { hash: spans.get(record.artifact_ref) ?? (await store.findArtifact(record.artifact_ref)), kind: record.commit_type }
  }
  for (const { manifest_hash: hash } of entry.sources) yield { hash: artifactHash(hash), kind: 'manifest' }
  for (const hash of spans.values()) yield { hash, kind: 'raw' }
}

async function* entryArtifacts(store: Readable, entry: NewJournalEntry): AsyncGenerator<NamedArtifact> {
  if (entry.kind === 'session') yield* sessionArtifacts(store, entry)
  else if (entry.kind === 'commit') yield* await madeArtifacts(store, entry)
}

/** Each once. @throws StrataError not-found, artifact-corrupt */
export async function* artifactsOf(
  store: Readable,
  entries: readonly NewJournalEntry[],
  given = new Set<string>(),
): AsyncGenerator<NamedArtifact> {
  for (const entry of entries) {
    for await (const artifact of entryArtifacts(store, entry)) {
      if (given.has(artifact.hash)) continue
      given.add(artifact.hash)
      yield artifact
    }
  }
}

/** Raw bytes that are encoded at a time: memory stays bounded. */
const batchBytes = 16 * 1024 * 1024

/** Reads artifacts and encodes them as entries of packs, some at a time. */
export async function* encodedBatches(
  store: Readable,
  artifacts: AsyncIterable<NamedArtifact> | Iterable<NamedArtifact>,
): AsyncGenerator<readonly EncodedEntry[]> {
  let encoder = new EntryEncoder(inMemory)
  let bytes = 0
  for await (const { hash, kind } of artifacts) {
    const content = await store.read(hash)
    await encoder.add(kind, hash, content)
    bytes += content.length
    if (bytes < batchBytes) continue
    yield await encoder.done()
    encoder = new EntryEncoder(inMemory)
    bytes = 0
  }
  if (bytes > 0) yield await encoder.done()
}
