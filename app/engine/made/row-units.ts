/** What the tables are to show of journal entries that are no sessions: of made commits, and of what persons set. */
import { artifactHash } from '../../model/ids.ts'
import { count, text } from '../../store/columns.ts'
import { decodeCommit } from '../../store/commit-record.ts'
import type { JournalEntry, NewJournalEntry } from '../../store/journal-entry.ts'
import { madeCommit } from '../../store/made-commits.ts'
import type { RowUnit } from '../../store/project-units.ts'
import type { Store } from '../../store/store.ts'
import nextPositions from '../sql/next-positions.sql?raw'
import shownCommits from '../sql/shown-commits.sql?raw'
import { madeRows, type MadeCommit } from './made-rows.ts'
import { madePrefix, workedOut } from './made-session.ts'

const shownColumns = {
  commitId: text('commit_id'),
  recordHash: text('record_hash'),
  sessionId: text('session_id'),
  chain: text('chain'),
} as const

/** The commits with these ids that the tables show. */
export const commitsShown = (store: Store, ids: readonly string[]) =>
  store.database.query(shownCommits, shownColumns, { ids: [...new Set(ids)] })

/** Ids of those that were cut from a transcript: what else the store knows of them is not shown. */
const cutFromTranscripts = async (store: Store, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const shown = await commitsShown(store, ids)
  return new Set(shown.filter(({ sessionId }) => !sessionId.startsWith(madePrefix)).map(({ commitId }) => commitId))
}

/** Gives the commits of each session their numbers, in the order in which it is asked. */
const numbering = async (store: Store, sessions: readonly string[]): Promise<(session: string) => number> => {
  const columns = { sessionId: text('session_id'), next: count('next_position') }
  const rows = await store.database.query(nextPositions, columns, { sessions: [...new Set(sessions)] })
  const next = new Map(rows.map((row) => [row.sessionId, row.next]))
  return (session) => {
    const position = next.get(session) ?? 0
    next.set(session, position + 1)
    return position
  }
}

/** A made commit goes on in its session when its parent is one of the same session, made before it. */
const goesOn = (store: Store, made: readonly MadeCommit[], { entry }: MadeCommit): boolean => {
  if (entry.parent === undefined) return false
  const parent = made.find((one) => one.entry.commit_id === entry.parent)?.entry ?? madeCommit(store, entry.parent)
  return parent?.key === entry.key
}

/** Rows of made commits, in the order in which they were made. */
export const madeUnits = async (store: Store, made: readonly MadeCommit[]): Promise<readonly RowUnit[]> => {
  const hidden = await cutFromTranscripts(
    store,
    made.map(({ entry }) => entry.commit_id),
  )
  const numberOf = await numbering(
    store,
    made.map(({ entry }) => entry.key),
  )
  return made.map((one): RowUnit => {
    const { entry } = one
    if (hidden.has(entry.commit_id)) return { journal: entry, replaces: undefined, rows: {} }
    const rows = madeRows(one, numberOf(entry.key), goesOn(store, made, one))
    return { journal: entry, replaces: undefined, rows, followUps: workedOut(entry.key) }
  })
}

const storedCommit = async (store: Store, entry: Extract<NewJournalEntry, { readonly kind: 'commit' }>): Promise<MadeCommit> => ({
  entry,
  record: decodeCommit(await store.read(artifactHash(entry.record_hash))),
  bytes: await store.read(artifactHash(entry.artifact_hash)),
})

/** What the tables are to show of entries that the journal holds. @throws StrataError artifact-corrupt */
export const rowUnits = async (store: Store, entries: readonly JournalEntry[]): Promise<readonly RowUnit[]> => {
  const made: MadeCommit[] = []
  const others: RowUnit[] = []
  for (const entry of entries) {
    if (entry.kind === 'commit') made.push(await storedCommit(store, entry))
    else if (entry.kind !== 'session') others.push({ journal: entry, replaces: undefined, rows: {} })
  }
  return [...(made.length === 0 ? [] : await madeUnits(store, made)), ...others]
}
