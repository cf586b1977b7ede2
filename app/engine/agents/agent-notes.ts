/** Data of the agent service in the store besides commits: artifacts of agents, and texts that agents remember. */
import type { AgentNote, KeptArtifact } from '../../contract/agents.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import { refOf } from '../../model/ids.ts'
import { hashArtifact } from '../../store/files/artifact-hash.ts'
import { EntryEncoder } from '../../store/files/entry-encoder.ts'
import { inMemory } from '../../store/files/spillable-bytes.ts'
import { noteSubject, type NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { HeldEntry } from '../../store/files/pack-entry.ts'
import type { Store } from '../../store/store.ts'
import { withWriteLock } from '../kernel/write-lock.ts'

const write = (store: Store, journal: NewJournalEntry, entries: readonly HeldEntry[] = []): Promise<void> =>
  withWriteLock(store, () => store.writeUnits([{ entries, journal, replaces: undefined, rows: {} }]))

/** @throws StrataError empty-content, disk-full */
export const keepArtifact = async (store: Store, input: CallParsed<'artifact.keep'>): Promise<KeptArtifact> => {
  const { bytes, contentType, label, description, owner, sessionId } = input
  if (bytes.length === 0) throw new StrataError('empty-content', 'cannot store empty content')
  const hash = hashArtifact(bytes)
  const encoder = new EntryEncoder(inMemory)
  await encoder.add('raw', hash, bytes)
  const about = {
    ...(description === '' ? {} : { description }),
    ...(sessionId === '' ? {} : { session_id: sessionId }),
  }
  await write(store, { kind: 'kept', artifact_hash: hash, content_type: contentType, label, owner, ...about }, await encoder.done())
  return { artifactRef: refOf(hash), artifactHash: hash, bytes: bytes.length }
}

/** Undefined: the store does not have it, or it is no name of an artifact. */
const artifactNamed = async (store: Store, name: string): Promise<string | undefined> => {
  try {
    return await store.findArtifact(name)
  } catch (thrown) {
    if (thrown instanceof StrataError) return undefined
    throw thrown
  }
}

/** @throws StrataError disk-full */
export const setNote = async (store: Store, { owner, key, text, artifactRef }: CallParsed<'note.set'>): Promise<null> => {
  const artifact = artifactRef === undefined || text === null ? undefined : await artifactNamed(store, artifactRef)
  await write(store, { kind: 'note', owner, key, text, ...(artifact === undefined ? {} : { artifact_hash: artifact }) })
  return null
}

/** In the order of their keys. */
export const listNotes = (store: Store, { owner, prefix }: CallParsed<'note.list'>): readonly AgentNote[] =>
  store
    .subjects()
    .filter((subject) => subject.startsWith(noteSubject(owner, prefix)))
    .flatMap((subject): readonly AgentNote[] => {
      const entry = store.entry(subject)
      // An owner whose name begins with another's and a space is a different owner.
      return entry?.kind === 'note' && entry.owner === owner && entry.text !== null ? [{ key: entry.key, text: entry.text }] : []
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
