/** The artifacts that journal entries name: records, the artifacts of commits, and the sources of whole sessions. */
import { damageOf } from '../../model/failure.ts'
import { artifactHash, refOf, type ArtifactHash } from '../../model/ids.ts'
import { EntryEncoder } from '../../store/files/entry-encoder.ts'
import { inMemory } from '../../store/files/spillable-bytes.ts'
import type { Holdings } from '../../store/files/holdings.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import { decodeManifest } from '../../store/files/manifest.ts'
import type { EncodedEntry } from '../../store/files/pack-entry.ts'
import type { EntryKind } from '../../store/files/pack-head.ts'
import type { MadeEntry, SessionState, Catalog } from './catalog.ts'
import type { ContextCommit } from '../../model/context-commit.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'

export interface NamedArtifact {
  readonly hash: ArtifactHash
  readonly kind: EntryKind
}

type Readable = Pick<Holdings, 'read' | 'findArtifact'>

/** An artifact that an entry requires and that cannot be read. */
export interface UnreadableArtifact {
  /** Short ref. */
  readonly ref: string
  readonly kind: EntryKind
  readonly reason: string
}

/** Receives each artifact that cannot be read; the walk then continues. Without it, the first such artifact ends the walk. */
type OnUnreadable = (artifact: UnreadableArtifact) => void

/** Returns the result of `work`; undefined when the artifact cannot be read and `onUnreadable` is given. */
const attempt = async <T>(
  artifact: Omit<UnreadableArtifact, 'reason'>,
  onUnreadable: OnUnreadable | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> => {
  try {
    return await work()
  } catch (thrown) {
    const reason = damageOf(thrown)
    if (reason === undefined || onUnreadable === undefined) throw thrown
    onUnreadable({ ...artifact, reason })
    return undefined
  }
}

async function* madeArtifacts(store: Readable, entry: MadeEntry, onUnreadable?: OnUnreadable): AsyncGenerator<NamedArtifact> {
  const hash = artifactHash(entry.record_hash)
  const record = await attempt({ ref: refOf(hash), kind: 'commit' }, onUnreadable, () => recordWith(store, hash))
  yield { hash, kind: 'commit' }
  yield { hash: artifactHash(entry.artifact_hash), kind: record?.commit_type ?? 'delta' }
}

/** Most artifacts of a session's commits are in its sources: there the whole hash is found without a search. */
const spansOf = async (store: Readable, entry: SessionState, onUnreadable?: OnUnreadable): Promise<ReadonlyMap<string, ArtifactHash>> => {
  const spans = new Map<string, ArtifactHash>()
  for (const source of entry.sources) {
    const hash = artifactHash(source.manifest_hash)
    const manifest = await attempt({ ref: refOf(hash), kind: 'manifest' }, onUnreadable, async () => decodeManifest(await store.read(hash)))
    for (const { artifact } of manifest?.spans ?? []) spans.set(refOf(artifact), artifact)
  }
  return spans
}

async function* sessionArtifacts(store: Readable, entry: SessionState, onUnreadable?: OnUnreadable): AsyncGenerator<NamedArtifact> {
  const spans = await spansOf(store, entry, onUnreadable)
  for (const [, recordHash] of entry.commits) {
    const hash = artifactHash(recordHash)
    const record = await attempt({ ref: refOf(hash), kind: 'commit' }, onUnreadable, () => recordWith(store, hash))
    yield { hash, kind: 'commit' }
    if (record === undefined) continue
    const { artifact_ref: ref, commit_type: kind } = record
    const found = spans.get(ref) ?? (await attempt({ ref, kind }, onUnreadable, () => store.findArtifact(ref)))
    if (found !== undefined) yield { hash: found, kind }
  }
  for (const { manifest_hash: hash } of entry.sources) yield { hash: artifactHash(hash), kind: 'manifest' }
  for (const hash of spans.values()) yield { hash, kind: 'raw' }
}

async function* entryArtifacts(store: Readable, entry: NewJournalEntry, onUnreadable?: OnUnreadable): AsyncGenerator<NamedArtifact> {
  if (entry.kind === 'session') yield* sessionArtifacts(store, entry, onUnreadable)
  else if (entry.kind === 'commit') yield* madeArtifacts(store, entry, onUnreadable)
  else if (entry.kind === 'tracked' && entry.artifact_hash !== undefined) yield { hash: artifactHash(entry.artifact_hash), kind: 'raw' }
}

/**
 * Each once.
 * @throws StrataError not-found, artifact-corrupt, unless `onUnreadable` takes them
 */
export async function* artifactsOf(
  store: Readable,
  entries: readonly NewJournalEntry[],
  given = new Set<string>(),
  onUnreadable?: OnUnreadable,
): AsyncGenerator<NamedArtifact> {
  for (const entry of entries) {
    for await (const artifact of entryArtifacts(store, entry, onUnreadable)) {
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

/** The record of a commit. @throws StrataError artifact-corrupt, commit-malformed */
export const recordWith = async (store: Pick<Holdings, 'read'>, recordHash: string): Promise<ContextCommit> =>
  decodeCommit(await store.read(artifactHash(recordHash)))

/** Adds a commit and everything it stands on, parents before children, as far as the store holds it and `seen` does not. */
export const addAncestors = async (store: Pick<Holdings, 'read'>, catalog: Catalog, tip: string, seen: Set<string>): Promise<void> => {
  const path = new Set<string>()
  let at: string | undefined = tip
  while (at !== undefined && !seen.has(at) && !path.has(at)) {
    const hash = catalog.commits.get(at)
    if (hash === undefined) break
    path.add(at)
    at = catalog.made.get(at)?.parent ?? (await recordWith(store, hash)).parent
  }
  for (const id of [...path].reverse()) seen.add(id)
}
