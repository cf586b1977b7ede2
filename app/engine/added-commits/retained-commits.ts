/**
 * A commit that is held outlives the longer one that replaces it. When it is amended away, or named after that, it gets a separate journal
 * entry. The entry is written in the same batch, with everything that the commit depends on.
 */
import type { ContextCommit } from '../../model/context-commit.ts'
import { artifactHash } from '../../model/ids.ts'
import { text } from '../../model/columns.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import { addedCommit } from '../../store/added-commits.ts'
import type { FollowUp, RowUnit, Shown } from '../../store/tables/project-units.ts'
import type { StoreUnit } from '../../store/tables/store-unit.ts'
import type { Store } from '../../store/store.ts'
import heldCommits from './held-commits.sql?raw'
import hideMadeCommits from './hide-made-commits.sql?raw'
import hideMadeEvents from './hide-made-events.sql?raw'
import hideMadeUsage from './hide-made-usage.sql?raw'
import lostCommits from './lost-commits.sql?raw'
import { withWriteLock } from '../kernel/write-lock.ts'
import type { AddedCommit } from './added-rows.ts'
import { completedSession } from './added-session.ts'
import { replacedCommits } from '../commits/replaced-records.ts'
import { addedUnits } from './row-units.ts'
import { shownCommits } from './shown-commits.ts'

const idColumns = { commitId: text('commit_id') } as const

interface Found {
  readonly record: ContextCommit
  readonly recordHash: string
}

const promoted = async (store: Store, commitId: string, { record, recordHash }: Found): Promise<AddedCommit> => {
  const hash = await store.findArtifact(record.artifact_ref)
  const sessionId = record.session_id ?? ''
  return {
    entry: {
      kind: 'commit',
      commit_id: commitId,
      record_hash: recordHash,
      artifact_hash: hash,
      session_id: sessionId,
      key: sessionId,
      ...(record.parent === undefined ? {} : { parent: record.parent }),
      replaced: true,
    },
    record,
    bytes: await store.read(hash),
  }
}

/**
 * The given commits that were amended away, with the ancestors that were amended away too, parents first.
 * @param isThere true for ids that need not be searched
 * @param known records of commits that are being amended away, by id
 */
const replacedWithAncestors = async (
  store: Store,
  ids: readonly string[],
  isThere: (id: string) => boolean,
  known: ReadonlyMap<string, string>,
): Promise<readonly AddedCommit[]> => {
  const found = new Map<string, AddedCommit>()
  let replaced: ReturnType<typeof replacedCommits> | undefined
  const find = async (id: string): Promise<Found | undefined> => {
    const recordHash = known.get(id)
    if (recordHash !== undefined) return { record: decodeCommit(await store.read(artifactHash(recordHash))), recordHash }
    replaced ??= replacedCommits(store)
    return (await replaced).find(({ longId }) => longId.startsWith(id))
  }
  const shown = async (id: string): Promise<boolean> => !known.has(id) && (await shownCommits(store, [id])).length > 0
  for (const id of ids) {
    for (let at: string | undefined = id; at !== undefined && !found.has(at) && !isThere(at) && !(await shown(at));) {
      const one: Found | undefined = await find(at)
      if (one === undefined) break
      found.set(at, await promoted(store, at, one))
      at = one.record.parent
    }
  }
  return parentsFirst(found)
}

const parentsFirst = (found: ReadonlyMap<string, AddedCommit>): readonly AddedCommit[] => {
  const ordered = new Set<AddedCommit>()
  for (const one of found.values()) {
    const line: AddedCommit[] = []
    for (let at: AddedCommit | undefined = one; at !== undefined && !ordered.has(at); at = found.get(at.entry.parent ?? '')) line.push(at)
    for (const commit of line.reverse()) ordered.add(commit)
  }
  return [...ordered]
}

const asUnits = async (store: Store, commits: readonly AddedCommit[], isAmended: boolean): Promise<readonly StoreUnit[]> =>
  (await addedUnits(store, commits, isAmended)).map((unit) => ({ ...unit, entries: [] }))

/**
 * The units to write so that these commits are retained if they were amended away; none for commits that the tables show. Call it in turn.
 */
export const unitsToRetain = async (store: Store, ids: readonly string[]): Promise<readonly StoreUnit[]> => {
  const shown = new Set((await shownCommits(store, ids)).map(({ commitId }) => commitId))
  const missing = ids.filter((id) => !shown.has(id))
  return missing.length === 0 ? [] : asUnits(store, await replacedWithAncestors(store, missing, () => false, new Map()), false)
}

type NewSession = Extract<NewJournalEntry, { readonly kind: 'session' }>
const sessionOf = ({ journal }: RowUnit): readonly NewSession[] => (journal.kind === 'session' ? [journal] : [])

/** Commits that are made too come with the session from now on. */
export const hidingAdded = <U extends RowUnit>(store: Store, unit: U): U => {
  const made = sessionOf(unit).flatMap(({ commits }) => commits.flatMap(([id]) => addedCommit(store, id) ?? []))
  if (made.length === 0) return unit
  const ids = made.map((entry) => entry.commit_id)
  const hide: readonly FollowUp[] = [hideMadeCommits, hideMadeEvents, hideMadeUsage].map((sql) => ({ sql, parameters: { ids } }))
  const keys = new Set(made.flatMap(({ replaced, key }) => (replaced === true ? [] : [key])))
  return { ...unit, followUps: [...(unit.followUps ?? []), ...hide, ...[...keys].flatMap(completedSession)] }
}

/** The commits of a session that its new state does not have: id → record. */
const amendedAway = (store: Store, session: NewSession): readonly (readonly [string, string])[] => {
  const after = new Set(session.commits.map(([id]) => id))
  return (store.session(session.session_id)?.commits ?? []).filter(([id]) => !after.has(id))
}

const withHeld = async (store: Store, units: readonly StoreUnit[]): Promise<readonly StoreUnit[]> => {
  const sessions = units.flatMap(sessionOf)
  const replaced = new Map(sessions.flatMap((session) => amendedAway(store, session)))
  const hidden = units.map((unit) => hidingAdded(store, unit))
  if (replaced.size === 0) return hidden
  const written = new Set(sessions.flatMap(({ commits }) => commits.map(([id]) => id)))
  const rows = await store.database.query(heldCommits, idColumns, { ids: [...replaced.keys()] })
  const held = rows.map(({ commitId }) => commitId).filter((id) => !written.has(id))
  const made = [...replaced.keys()].filter((id) => !written.has(id) && addedCommit(store, id) !== undefined)
  const staying = await replacedWithAncestors(store, [...new Set([...held, ...made])], (id) => written.has(id), replaced)
  return staying.length === 0 ? hidden : [...hidden, ...(await asUnits(store, staying, true))]
}

/** Gathers sessions that were derived; see Store.gatherUnits. @throws StrataError disk-full */
export const gatherSessions = (store: Store, units: readonly StoreUnit[], shown: Shown): Promise<void> =>
  withWriteLock(store, async () => store.gatherUnits(await withHeld(store, units), shown))

/** Writes sessions that were derived; see Store.writeUnits. @throws StrataError disk-full */
export const writeSessions = (store: Store, units: readonly StoreUnit[]): Promise<void> =>
  withWriteLock(store, async () => store.writeUnits(await withHeld(store, units)))

/** Finds commits that are held but not shown, such as after a rebuild of the tables with rules that cut a chain in another way. */
export const findLost = (store: Store): Promise<void> =>
  withWriteLock(store, async () => {
    const lost = await store.database.query(lostCommits, idColumns)
    const units =
      lost.length === 0
        ? []
        : await unitsToRetain(
            store,
            lost.map(({ commitId }) => commitId),
          )
    if (units.length > 0) await store.writeUnits(units)
  })
