/**
 * Finds the records of other sessions from which commits of a session continue. The last derivation of the session recorded them; when its
 * inputs were the same, that answer is used, so that a family is not derived again for each line.
 */
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'

interface Known {
  /** The files and the question that the answer is for. */
  readonly key: string
  readonly parents: readonly string[]
}

/** Results by session since each store was opened, for sessions whose last derivation had other inputs. */
const workedOut = new WeakMap<Store, Map<string, Known>>()

const isSameSet = (foreign: readonly (readonly [string, string])[], uuids: ReadonlySet<string>): boolean =>
  foreign.length === uuids.size && foreign.every(([uuid]) => uuids.has(uuid))

/** Commits that end where others continue may begin elsewhere too: only a session that is cut nowhere gives a valid answer. */
const recordedParents = (entry: SessionEntry, uuids: ReadonlySet<string>): readonly string[] | undefined =>
  entry.inputs.cuts.length === 0 && isSameSet(entry.inputs.foreign, uuids) ? entry.goes_on_from : undefined

const keyOf = (entry: SessionEntry, uuids: ReadonlySet<string>): string =>
  JSON.stringify([entry.sources.map((source) => [source.source_id, source.role, source.content_hash]), [...uuids].sort()])

/**
 * Uuids of other sessions from which commits of a session continue, when it is cut nowhere.
 * @param foreign uuids of its records that belong to other sessions.
 * @param derive computes the answer.
 */
export const parentsOf = async (
  store: Store,
  sessionId: string,
  foreign: ReadonlySet<string>,
  derive: () => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const entry = store.session(sessionId)
  if (entry === undefined) return derive()
  const named = recordedParents(entry, foreign)
  if (named !== undefined) return named
  const known = workedOut.get(store) ?? new Map<string, Known>()
  workedOut.set(store, known)
  const key = keyOf(entry, foreign)
  const before = known.get(sessionId)
  if (before?.key === key) return before.parents
  const parents = await derive()
  known.set(sessionId, { key, parents })
  return parents
}
