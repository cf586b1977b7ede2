/** Finds the artifacts that entries of the journal require and that cannot be read. */
import type { LostArtifact } from '../../contract/repair.ts'
import { damageOf } from '../../model/failure.ts'
import { artifactHash, refOf, type ArtifactHash } from '../../model/ids.ts'
import { carried } from '../../store/files/holdings.ts'
import type { JournalEntry } from '../../store/files/journal-entry.ts'
import { decodeManifest } from '../../store/files/manifest.ts'
import type { Store } from '../../store/store.ts'
import type { JobProgress } from '../kernel/job.ts'
import { artifactsOf, type UnreadableArtifact } from '../reachability/artifacts-of.ts'

const reasonOf = async (work: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await work()
    return undefined
  } catch (thrown) {
    const reason = damageOf(thrown)
    if (reason === undefined) throw thrown
    return reason
  }
}

/** By ref, each once. */
const unreadableIn = async (store: Store, entry: JournalEntry): Promise<ReadonlyMap<string, UnreadableArtifact>> => {
  const found = new Map<string, UnreadableArtifact>()
  const add = (artifact: UnreadableArtifact): void => {
    if (!found.has(artifact.ref)) found.set(artifact.ref, artifact)
  }
  for await (const { hash, kind } of artifactsOf(store, [carried(entry)], new Set(), add)) {
    const reason = await reasonOf(() => store.read(hash))
    if (reason !== undefined) add({ ref: refOf(hash), kind, reason })
  }
  if (entry.kind === 'kept') {
    const hash = artifactHash(entry.artifact_hash)
    const reason = await reasonOf(() => store.read(hash))
    if (reason !== undefined) add({ ref: refOf(hash), kind: 'raw', reason })
  }
  return found
}

const partsOf = async (store: Store, manifest: ArtifactHash): Promise<readonly string[]> => {
  try {
    return decodeManifest(await store.read(manifest)).spans.map(({ artifact }) => refOf(artifact))
  } catch (thrown) {
    if (damageOf(thrown) === undefined) throw thrown
    return []
  }
}

/** Files that cannot be restored without these artifacts. */
const filesWithout = async (store: Store, entry: JournalEntry, lost: ReadonlyMap<string, unknown>): Promise<readonly string[]> => {
  if (entry.kind !== 'session') return []
  const files: string[] = []
  for (const { manifest_hash: name, file } of entry.sources) {
    const hash = artifactHash(name)
    const parts = [refOf(hash), ...(await partsOf(store, hash))]
    if (parts.some((ref) => lost.has(ref))) files.push(file)
  }
  return files
}

const sessionOf = (entry: JournalEntry): string | null => {
  if (entry.kind !== 'session' && entry.kind !== 'commit' && entry.kind !== 'kept' && entry.kind !== 'tracked') return null
  return entry.session_id === undefined || entry.session_id === '' ? null : entry.session_id
}

/** The losses of one journal entry. */
export interface EntryLosses {
  readonly entry: JournalEntry
  readonly lost: readonly LostArtifact[]
  /** Files that cannot be restored. */
  readonly files: readonly string[]
}

/** Reads everything that the journal requires. @throws StrataError journal-corrupt, cancelled */
export const findLosses = async (store: Store, progress: JobProgress): Promise<readonly EntryLosses[]> => {
  const subjects = store.subjects()
  progress.phase('Finding lost artifacts', 'entries', subjects.length)
  const losses: EntryLosses[] = []
  for (const subject of subjects) {
    progress.checkpoint()
    const entry = store.entry(subject)
    const lost = entry === undefined ? new Map<string, UnreadableArtifact>() : await unreadableIn(store, entry)
    if (entry !== undefined && lost.size > 0) {
      const files = await filesWithout(store, entry, lost)
      const sessionId = sessionOf(entry)
      losses.push({ entry, files, lost: [...lost.values()].map((artifact) => ({ ...artifact, sessionId, files })) })
    }
    progress.advance(1)
  }
  return losses
}
