/** Finds what the journal contains about sessions to be removed: the entries that are removed with them, and the holds that prevent it. */
import type { SessionHold } from '../../contract/removal.ts'
import type { CommitEntry, JournalEntry, NewJournalEntry, SessionEntry } from '../../store/files/journal-entry.ts'
import { stateSubject } from '../../store/files/state-entry.ts'
import { addedCommit, addedCommitIds } from '../../store/added-commits.ts'
import type { Store } from '../../store/store.ts'
import { statesOn } from '../kernel/working-states.ts'

/** A hold, and the session that it holds. */
export interface FoundHold extends SessionHold {
  readonly sessionId: string
}

export interface Ending {
  /** Subjects of entries that end with the sessions. */
  readonly subjects: readonly string[]
  /** Refs that are set to nothing, and pins that are taken away. */
  readonly refs: readonly string[]
  readonly pins: readonly string[]
  /** Made commits that are shown without the sessions from then on. */
  readonly shown: readonly CommitEntry[]
  readonly holds: readonly FoundHold[]
  /** Written summaries and corrections, by session. */
  readonly notes: ReadonlyMap<string, number>
}

interface Gone {
  /** Session of every commit that goes. */
  readonly sessionOf: ReadonlyMap<string, string>
  readonly shown: readonly CommitEntry[]
  /** Commits that were amended away and kept: they go with the session. */
  readonly replaced: readonly CommitEntry[]
}

const goneWith = (store: Store, sessions: readonly SessionEntry[]): Gone => {
  const sessionOf = new Map(sessions.flatMap(({ session_id: id, commits }) => commits.map(([commit]) => [commit, id] as const)))
  const made = addedCommitIds(store).flatMap((id) => addedCommit(store, id) ?? [])
  const removed = new Set(sessions.map(({ session_id: id }) => id))
  const shown = made.filter(({ commit_id: id, replaced }) => replaced !== true && sessionOf.has(id))
  const replaced = made.filter((entry) => entry.replaced === true && removed.has(entry.key))
  for (const { commit_id: id } of shown) sessionOf.delete(id)
  for (const { commit_id: id, key } of replaced) sessionOf.set(id, key)
  return { sessionOf, shown, replaced }
}

const checkpointHolds = (store: Store, { sessionOf, replaced }: Gone): readonly FoundHold[] => {
  const going = new Set(replaced.map(({ commit_id: id }) => id))
  return addedCommitIds(store).flatMap((id): readonly FoundHold[] => {
    const parent = going.has(id) ? undefined : addedCommit(store, id)?.parent
    const sessionId = parent === undefined ? undefined : sessionOf.get(parent)
    return sessionId === undefined ? [] : [{ what: 'commit', id, sessionId }]
  })
}

interface Found {
  readonly ends?: true
  readonly ref?: string
  readonly pin?: string
  readonly hold?: FoundHold
  readonly noteOf?: string
}

type Other = Exclude<JournalEntry, { readonly kind: 'session' | 'commit' }>

const refFound = (name: string, sessionId: string): Found => {
  const [kind] = name.split('/')
  const hold = kind === 'fork' || kind === 'tag' ? { hold: { what: kind, id: name, sessionId } as const } : {}
  return { ref: name, ...hold }
}

/** Entries of the records and files of a session, not of its commits. */
type OfRecords = Extract<Other, { readonly kind: 'class' | 'thinking' | 'tracked' | 'guess' }>

const recordKinds: ReadonlySet<string> = new Set(['class', 'thinking', 'tracked', 'guess'] satisfies OfRecords['kind'][])
const isOfRecords = (entry: Other): entry is OfRecords => recordKinds.has(entry.kind)

const ofRecords = (entry: OfRecords): Found => {
  const isNote = entry.kind === 'class' ? entry.class !== null : entry.kind === 'thinking' && entry.type !== null
  return isNote ? { ends: true, noteOf: entry.session_id } : { ends: true }
}

/** The effect of one entry on the removal; undefined: none. */
const foundIn = (entry: Other, { sessionOf }: Gone, isRemoved: (session: string) => boolean): Found | undefined => {
  if (isOfRecords(entry)) return isRemoved(entry.session_id) ? ofRecords(entry) : undefined
  const commit = 'commit_id' in entry && entry.commit_id !== null ? entry.commit_id : undefined
  const sessionId = commit === undefined ? undefined : sessionOf.get(commit)
  if (sessionId === undefined || commit === undefined) return undefined
  switch (entry.kind) {
    case 'ref':
      return refFound(entry.name, sessionId)
    case 'pin':
      return entry.pinned ? { pin: commit, hold: { what: 'pin', id: commit, sessionId } } : undefined
    case 'summary':
      return entry.summary === '' ? { ends: true } : { ends: true, noteOf: sessionId }
    default:
      return { ends: true }
  }
}

/** Working states of names that end, wherever these were when they were set. */
const statesOf = (store: Store, found: readonly Found[]): readonly string[] =>
  found.flatMap(({ ref }) => (ref === undefined ? [] : statesOn(store, ref).map(stateSubject)))

/** The list of files that could not be read, without the files of the sessions; undefined: it names none of them. */
export const filesLeft = (store: Store, sessions: readonly SessionEntry[]): NewJournalEntry | undefined => {
  const entry = store.entry('unreadable')
  if (entry?.kind !== 'unreadable') return undefined
  const sources = new Set(sessions.flatMap((session) => session.sources.map(({ source_id: id }) => id)))
  const files = entry.files.filter(
    ({ source_id: id, file }) => !sources.has(id) && !sessions.some(({ session_id: session }) => file.includes(session)),
  )
  return files.length === entry.files.length ? undefined : { kind: 'unreadable', files }
}

/** @throws StrataError journal-corrupt */
export const endingWith = (store: Store, sessions: readonly SessionEntry[]): Ending => {
  const gone = goneWith(store, sessions)
  const removed = new Set(sessions.map(({ session_id: id }) => id))
  const others = store
    .subjects()
    .filter((subject) => /^(?:ref|pin|summary|class|thinking|guess|materialised|export|tracked) /.test(subject))
  const found = others.flatMap((subject) => {
    const entry = store.entry(subject)
    if (entry === undefined || entry.kind === 'session' || entry.kind === 'commit') return []
    const one = foundIn(entry, gone, (id) => removed.has(id))
    return one === undefined ? [] : [{ subject, ...one }]
  })
  const notes = new Map<string, number>()
  for (const { noteOf } of found) if (noteOf !== undefined) notes.set(noteOf, (notes.get(noteOf) ?? 0) + 1)
  return {
    subjects: [
      ...sessions.map(({ subject }) => subject),
      ...gone.replaced.map(({ subject }) => subject),
      ...found.flatMap(({ subject, ends }) => (ends === true ? [subject] : [])),
      ...statesOf(store, found),
    ],
    refs: found.flatMap(({ ref }) => ref ?? []),
    pins: found.flatMap(({ pin }) => pin ?? []),
    shown: gone.shown,
    holds: [...found.flatMap(({ hold }) => hold ?? []), ...checkpointHolds(store, gone)],
    notes,
  }
}
