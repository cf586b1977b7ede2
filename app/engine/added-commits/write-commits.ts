/** Writes commits that were not cut from a transcript: their artifacts, their records and their journal entries, in one batch. */
import { allocateCommitId, commitIdOf, type CommitIdInputs } from '../../chains/commit-id.ts'
import type { ContextCommit } from '../../model/context-commit.ts'
import type { ArtifactHash } from '../../model/ids.ts'
import { hashArtifact } from '../../store/files/artifact-hash.ts'
import { encodeCommit } from '../../store/files/commit-record.ts'
import { EntryEncoder } from '../../store/files/entry-encoder.ts'
import { inMemory } from '../../store/files/spillable-bytes.ts'
import { addedCommit } from '../../store/added-commits.ts'
import type { StoreUnit } from '../../store/tables/store-unit.ts'
import type { Store } from '../../store/store.ts'
import { unitsToRetain } from './retained-commits.ts'
import { withWriteLock } from '../kernel/write-lock.ts'
import type { AddedCommit, NewCommitEntry } from './added-rows.ts'
import { keyOf } from './added-session.ts'
import { addedUnits } from './row-units.ts'
import { shownCommits } from './shown-commits.ts'

/** A commit to be written. */
export interface NewCommit {
  readonly record: ContextCommit
  /** Its artifact. */
  readonly bytes: Uint8Array
  /** The sub-agent whose chain it belongs to. Default: the main chain. */
  readonly agent?: { readonly call: string; readonly type: string }
  /** The place in the list of the commit that it continues from: its record gets the id of that as its parent. */
  readonly follows?: number | undefined
}

const inputsOf = (record: ContextCommit): CommitIdInputs => ({
  parent: record.parent ?? '',
  artifactRef: record.artifact_ref,
  createdAt: record.created_at,
  template: record.template ?? '',
})

/** The same inputs in every length that an id may have. */
const idsOf = (record: ContextCommit): readonly string[] => Array.from({ length: 29 }, (_, at) => commitIdOf(inputsOf(record), 8 + 2 * at))

/** The same with the parents that these ids give. */
const withParents = (commits: readonly NewCommit[], ids: readonly string[]): readonly NewCommit[] =>
  commits.map((commit) =>
    commit.follows === undefined ? commit : { ...commit, record: { ...commit.record, parent: ids[commit.follows] ?? '' } },
  )

/** The ids of commits if no other commit has one of them. */
const shortestIds = (commits: readonly NewCommit[]): readonly string[] => {
  const ids: string[] = []
  for (const { record, follows } of commits)
    ids.push(commitIdOf({ ...inputsOf(record), ...(follows === undefined ? {} : { parent: ids[follows] ?? '' }) }))
  return ids
}

/** Used ids → the hash of the record of each. */
type StoredIds = Map<string, string>

const storedIds = async (store: Store, commits: readonly NewCommit[]): Promise<StoredIds> => {
  const ids = commits.flatMap(({ record }) => [...idsOf(record), record.parent ?? []].flat())
  const stored: StoredIds = new Map((await shownCommits(store, ids)).map(({ commitId, recordHash }) => [commitId, recordHash]))
  for (const id of ids) {
    const entry = addedCommit(store, id)
    if (entry !== undefined) stored.set(id, entry.record_hash)
  }
  return stored
}

const entryOf = (
  store: Store,
  { record, bytes, agent }: NewCommit,
  commitId: string,
  isKnown: boolean,
  before: ReadonlyMap<string, NewCommitEntry>,
): NewCommitEntry => {
  const parent = record.parent === undefined ? undefined : (before.get(record.parent) ?? addedCommit(store, record.parent))
  return {
    kind: 'commit',
    commit_id: commitId,
    record_hash: hashArtifact(encodeCommit(record)),
    artifact_hash: hashArtifact(bytes),
    session_id: record.session_id ?? '',
    key: keyOf(record, commitId, parent),
    ...(record.parent === undefined ? {} : { parent: record.parent }),
    ...(agent === undefined ? {} : { agent: agent.call }),
    ...(agent === undefined || agent.type === '' ? {} : { agent_type: agent.type }),
    ...(isKnown ? {} : { unknown_parent: true as const }),
  }
}

interface Allocated {
  /** The id of every commit, in the order of the commits. */
  readonly ids: readonly string[]
  /** Commits that the store does not have yet, with their entries. */
  readonly fresh: readonly AddedCommit[]
}

/** Assigns the final ids. A lengthened id changes the parent of the commits that follow, and with it their ids. */
const allocate = async (store: Store, commits: readonly NewCommit[], held: readonly string[]): Promise<Allocated> => {
  for (let expected = shortestIds(commits); ;) {
    const allocated = await allocateOnce(store, withParents(commits, expected), held)
    if (allocated.ids.every((id, at) => id === expected[at])) return allocated
    expected = allocated.ids
  }
}

const allocateOnce = async (store: Store, commits: readonly NewCommit[], held: readonly string[]): Promise<Allocated> => {
  const stored = await storedIds(store, commits)
  const fresh: AddedCommit[] = []
  const before = new Map<string, NewCommitEntry>()
  const ids = commits.map((commit) => {
    const recordHash = hashArtifact(encodeCommit(commit.record))
    const isOthers = (id: string): boolean => (stored.get(id) ?? recordHash) !== recordHash
    const commitId = allocateCommitId(inputsOf(commit.record), isOthers)
    if (stored.has(commitId)) return commitId
    stored.set(commitId, recordHash)
    const { parent } = commit.record
    const entry = entryOf(store, commit, commitId, parent === undefined || stored.has(parent) || held.includes(parent), before)
    before.set(commitId, entry)
    fresh.push({ entry, record: commit.record, bytes: commit.bytes })
    return commitId
  })
  return { ids, fresh }
}

const kindOf = ({ record }: AddedCommit): ContextCommit['commit_type'] => record.commit_type

const encodedUnit = async (made: readonly AddedCommit[]): Promise<StoreUnit['entries']> => {
  const encoder = new EntryEncoder(inMemory)
  for (const one of made) {
    await encoder.add(kindOf(one), one.entry.artifact_hash as ArtifactHash, one.bytes)
    await encoder.add('commit', one.entry.record_hash as ArtifactHash, encodeCommit(one.record))
  }
  return encoder.done()
}

/** The ids of commits that are already in the store; undefined: some are not. */
export const madeBefore = async (store: Store, commits: readonly NewCommit[]): Promise<readonly string[] | undefined> => {
  const { ids, fresh } = await allocate(store, commits, [])
  return fresh.length === 0 ? ids : undefined
}

/**
 * Writes commits, parents before children: all of them or none. Commits that the store already has do not change.
 * @param others returns changes that are written together with the commits when their ids are known
 * @returns the ids, in the order of the commits
 * @throws StrataError disk-full
 */
export const writeCommits = (
  store: Store,
  commits: readonly NewCommit[],
  others: (ids: readonly string[]) => readonly StoreUnit[] | Promise<readonly StoreUnit[]> = () => [],
): Promise<readonly string[]> =>
  withWriteLock(store, async () => {
    const hold = await unitsToRetain(store, [...new Set(commits.flatMap(({ record }) => record.parent ?? []))])
    const held = hold.flatMap(({ journal }) => (journal.kind === 'commit' ? [journal.commit_id] : []))
    const { ids, fresh } = await allocate(store, commits, held)
    const entries = await encodedUnit(fresh)
    const units = (await addedUnits(store, fresh)).map((unit, at) => ({ ...unit, entries: at === 0 ? entries : [] }))
    const all = [...hold, ...units, ...(await others(ids))]
    if (all.length > 0) await store.writeUnits(all)
    return ids
  })
