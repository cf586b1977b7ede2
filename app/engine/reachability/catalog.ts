/** The contents of a store by name, read from its journal. It needs no tables, so it works for every store. */
import { carried, type Holdings } from '../../store/files/holdings.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'

const wishKinds = ['ref', 'summary', 'pin', 'export', 'class', 'thinking', 'state', 'tracked'] as const

/** Entries that determine which files are the same. */
const identityKinds = ['filesystem', 'checkout', 'machine'] as const

type Entry<K extends NewJournalEntry['kind']> = Extract<NewJournalEntry, { readonly kind: K }>
export type SessionState = Entry<'session'>
export type MadeEntry = Entry<'commit'>
/** An entry that a person set or noted; it is transferred with its commit or session. */
export type Wish = Entry<(typeof wishKinds)[number]>

export type IdentityEntry = Entry<(typeof identityKinds)[number]>

export interface Catalog {
  readonly sessions: ReadonlyMap<string, SessionState>
  /** Commits that were made, in the order in which they were. */
  readonly made: ReadonlyMap<string, MadeEntry>
  /** Every commit → the hash of its record. */
  readonly commits: ReadonlyMap<string, string>
  /** Commit → the session from whose transcript it was cut. */
  readonly sessionOf: ReadonlyMap<string, string>
  /** Refs of sessions and those that persons set → their commit. */
  readonly refs: ReadonlyMap<string, string>
  readonly wishes: readonly Wish[]
  readonly identity: readonly IdentityEntry[]
  /** Subjects of entries that were removed. */
  readonly removed: ReadonlySet<string>
}

const isWish = (entry: NewJournalEntry): entry is Wish => wishKinds.some((kind) => kind === entry.kind)

const isIdentity = (entry: NewJournalEntry): entry is IdentityEntry => identityKinds.some((kind) => kind === entry.kind)

/** @throws StrataError journal-corrupt */
export const catalogOf = (store: Holdings): Catalog => {
  const entries = store.subjects().flatMap((subject) => store.entry(subject) ?? [])
  return catalogFrom(entries.map(carried))
}

export const catalogFrom = (entries: readonly NewJournalEntry[]): Catalog => {
  const sessions = new Map(entries.flatMap((entry) => (entry.kind === 'session' ? [[entry.session_id, entry] as const] : [])))
  const made = new Map(entries.flatMap((entry) => (entry.kind === 'commit' ? [[entry.commit_id, entry] as const] : [])))
  const commits = new Map([...made].map(([id, entry]) => [id, entry.record_hash]))
  const sessionOf = new Map<string, string>()
  const refs = new Map<string, string>()
  for (const [sessionId, entry] of sessions) {
    for (const [id, hash] of entry.commits) {
      commits.set(id, hash)
      sessionOf.set(id, sessionId)
    }
    for (const ref of entry.refs) refs.set(ref.name, ref.commit_id)
  }
  const wishes = entries.filter(isWish)
  for (const wish of wishes) if (wish.kind === 'ref' && wish.commit_id !== null) refs.set(wish.name, wish.commit_id)
  const removed = new Set(entries.flatMap((entry) => (entry.kind === 'removed' ? [entry.of] : [])))
  return { sessions, made, commits, sessionOf, refs, wishes, identity: entries.filter(isIdentity), removed }
}
