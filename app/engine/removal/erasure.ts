/**
 * Removes what removed sessions leave in the files of a store. A removal first writes entries that end them; from `hidden` on no
 * query finds them. The bytes stay in packs, index and journal until a garbage collection has rewritten these: `erased`. The journal
 * records the progress, so that the next program that opens the store finishes it.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from '../../model/columns.ts'
import { addedCommitIds } from '../../store/added-commits.ts'
import { erasureSubject, removedSubject, sessionSubject, type NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { PackPosition } from '../../store/files/pack-files.ts'
import type { Store } from '../../store/store.ts'
import { execute } from '../../store/tables/query.ts'
import { forgetStaleFacts } from '../import/removed-sessions.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import nameColumns from './name-columns.sql?raw'

const removedSessionPrefix = removedSubject(sessionSubject(''))

interface Removals {
  /** Sessions whose text files of the store may still contain. */
  readonly sessions: number
  /** Number of the entry that removed a session last; 0: none was. */
  readonly last: number
  /** Where the packs ended then. */
  readonly packEnd: PackPosition | undefined
  readonly hidden: number
  readonly erased: number
  /** Retention of the collection that has begun to erase, days. */
  readonly keepDays: number | undefined
}

/** How far the removal of sessions has come. @throws StrataError journal-corrupt */
export const removalsOf = (store: Store): Removals => {
  const mark = store.entry(erasureSubject)
  const { hidden, erased, keep_days: keepDays } = mark?.kind === 'erasure' ? mark : { hidden: 0, erased: 0, keep_days: undefined }
  const removed = store.subjects().flatMap((subject) => (subject.startsWith(removedSessionPrefix) ? (store.entry(subject) ?? []) : []))
  const last = removed.at(-1)
  return {
    sessions: removed.filter(({ seq }) => seq > erased).length,
    last: last?.seq ?? 0,
    packEnd: last && { packId: last.pack_end[0], offset: last.pack_end[1] },
    hidden,
    erased,
    keepDays,
  }
}

/** Whether a process ended while it removed sessions or erased their remaining data. */
export const isRemovalUnfinished = (store: Store): boolean => {
  const { last, hidden, erased, keepDays } = removalsOf(store)
  return hidden < last || (erased < last && keepDays !== undefined)
}

const write = async (store: Store, mark: Omit<Extract<NewJournalEntry, { readonly kind: 'erasure' }>, 'kind'>): Promise<void> =>
  store.writeUnits([{ entries: [], journal: { kind: 'erasure', ...mark }, replaces: undefined, rows: {} }])

/** Removes them from what is derived from the tables: files of objects, and the search index. @throws StrataError disk-full, cancelled */
export const hideRemoved = async (context: EngineContext): Promise<void> => {
  const { last, hidden, erased, keepDays } = removalsOf(context.store)
  if (hidden >= last) return
  await context.forget()
  await write(context.store, { hidden: last, erased, ...(keepDays === undefined ? {} : { keep_days: keepDays }) })
}

/** From here on the next program that opens the store continues the collection. */
export const beginErasing = async (store: Store, keepDays: number): Promise<void> => {
  const { hidden, erased } = removalsOf(store)
  await write(store, { hidden, erased, keep_days: keepDays })
}

/** Nothing continues it; the next collection begins again. */
export const giveUpErasing = async (store: Store): Promise<void> => {
  const { hidden, erased } = removalsOf(store)
  await write(store, { hidden, erased })
}

const removed = removedSubject('')

/**
 * Subjects whose journal entries are erased: notes of persons about removed sessions, and removed refs, with their states, that named a
 * commit that no session has any more. The entry that a session was removed stays, because imports need it.
 */
const erasedSubjects = async (store: Store): Promise<ReadonlySet<string>> => {
  const commits = new Set([
    ...addedCommitIds(store),
    ...store.sessionIds().flatMap((id) => store.session(id)?.commits.map(([commit]) => commit) ?? []),
  ])
  const ended = store.subjects().flatMap((subject) => (subject.startsWith(removed) ? [subject.slice(removed.length)] : []))
  const erased = new Set(ended.filter((subject) => !subject.startsWith('state ')))
  const isGone = (id: string | null): boolean => id !== null && !commits.has(id)
  for await (const entry of store.everyEntry()) {
    if (entry.kind === 'ref' && isGone(entry.commit_id)) {
      const now = store.entry(entry.subject)
      if (now?.kind === 'ref' && now.commit_id === null) erased.add(entry.subject)
    }
    if (entry.kind === 'state' && isGone(entry.commit_id) && store.entry(entry.subject) === undefined)
      for (const subject of [entry.subject, removedSubject(entry.subject)]) erased.add(subject)
  }
  return erased
}

/** Names that no fact has any more, and files that no session came from. */
const forgetNames = async (store: Store): Promise<void> => {
  const columns = await store.database.query(nameColumns, { table: text('table_name'), column: text('column_name') })
  const used = columns.map(({ table, column }) => `SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL`).join(' UNION ')
  await store.database.transaction(async (connection) => {
    await forgetStaleFacts(connection)
    // Counted again when it is asked for: the store was written since.
    await execute(connection, 'DELETE FROM storage_counts')
    if (used !== '') await execute(connection, `DELETE FROM fact_names WHERE number NOT IN (${used})`)
    await execute(connection, 'DELETE FROM seen_files WHERE path NOT IN (SELECT path FROM sources)')
  })
}

/** Files that were put aside because they were damaged: Strata does not look into them. */
const setAside = async (dir: string): Promise<readonly string[]> => {
  const files = await readdir(dir, { recursive: true, withFileTypes: true })
  return files.filter((file) => file.isFile() && /\.damaged(?:-\d+)?$/.test(file.name)).map((file) => join(file.parentPath, file.name))
}

/**
 * Rewrites journal and index without what is left of removed sessions. The packs are without it already.
 * @param isWhole false: packs could not be rewritten, so that the next collection tries it again
 * @param rewriteIndex replaces the file of the tables with a copy of what they contain; the store is opened again
 * @returns files of the store that may still contain something
 * @throws StrataError journal-corrupt, disk-full
 */
export const eraseRemoved = async (
  context: EngineContext,
  isWhole: boolean,
  rewriteIndex: () => Promise<void>,
): Promise<readonly string[]> => {
  await hideRemoved(context)
  const { hidden, erased, last, keepDays } = removalsOf(context.store)
  await forgetNames(context.store)
  // The last entry of the journal stays when it is rewritten.
  await write(context.store, { hidden, erased, ...(keepDays === undefined ? {} : { keep_days: keepDays }) })
  const subjects = await erasedSubjects(context.store)
  await context.store.erase((subject) => subjects.has(subject))
  await rewriteIndex()
  await write(context.store, { hidden, erased: isWhole ? last : erased })
  return setAside(context.store.dir)
}
