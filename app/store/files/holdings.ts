/** Functions of a store that need no tables: enough to send its contents to another store. */
import { StrataError } from '../../model/failure.ts'
import type { ArtifactHash } from '../../model/ids.ts'
import type { JournalEntry, NewJournalEntry } from './journal-entry.ts'

export interface Holdings {
  /** Where it lies. */
  readonly dir: string
  has(hash: ArtifactHash): Promise<boolean>
  /** The bytes of an artifact, verified. @throws StrataError not-found, artifact-corrupt */
  read(hash: ArtifactHash): Promise<Buffer>
  /** The artifact with a short ref. @throws StrataError malformed-id, not-found, ambiguous-id */
  findArtifact(name: string): Promise<ArtifactHash>
  /** Subjects of the journal entries that count, oldest first. */
  subjects(): readonly string[]
  /** The entry that counts for a subject. @throws StrataError journal-corrupt */
  entry(subject: string): JournalEntry | undefined
}

/** An entry as another journal can take it over: without its number, place and time. */
export const carried = (entry: JournalEntry): NewJournalEntry => {
  const rest: { -readonly [K in keyof JournalEntry]?: JournalEntry[K] } = { ...entry }
  delete rest.seq
  delete rest.pack_end
  delete rest.subject
  delete rest.batch
  delete rest.at
  return rest as NewJournalEntry
}

const nothing = (name: string): StrataError =>
  new StrataError('not-found', `The store does not contain the artifact ${name}`, { text: name })

/** A store that is not there yet. */
export const emptyHoldings = (dir: string): Holdings => ({
  dir,
  has: () => Promise.resolve(false),
  read: (hash) => Promise.reject(nothing(hash)),
  findArtifact: (name) => Promise.reject(nothing(name)),
  subjects: () => [],
  entry: () => undefined,
})
