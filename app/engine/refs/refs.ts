/** Names that persons give to commits, and pins. */
import { runQuery, type Tables } from '../../analytics/queries/run-query.ts'
import { refName } from '../../model/ref-name.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitDetail, RefView } from '../../contract/commits.ts'
import type { PinView, NamedCommit } from '../../contract/refs.ts'
import { StrataError } from '../../model/failure.ts'
import type { StoreUnit } from '../../store/tables/store-unit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { findCommit } from '../commits/find-commit.ts'
import { unitsToRetain } from '../added-commits/retained-commits.ts'
import { unitsToEndStates } from '../kernel/working-states.ts'
import { withWriteLock } from '../kernel/write-lock.ts'
import { resolveSession } from '../commits/resolve-name.ts'

/** A change of a name; null: it is removed. */
export const refUnit = (name: string, commitId: string | null): StoreUnit => ({
  entries: [],
  journal: { kind: 'ref', name, commit_id: commitId },
  replaces: undefined,
  rows: {},
})

const refCalled = async ({ store }: EngineContext, name: string): Promise<RefView | undefined> =>
  (await runQuery(store.database, 'refList', { session: null, name }))[0]

const refsListed = 'strata sql "FROM refs"'

/** The fork with a name; the prefix `fork/` is optional. @throws StrataError not-found */
export const forkNamed = async (context: EngineContext, name: string): Promise<RefView> => {
  const ref = await refCalled(context, name.startsWith('fork/') ? name : `fork/${name}`)
  if (ref?.kind === 'fork') return ref
  throw new StrataError('not-found', `No fork has the name “${name}”`, { text: name, list: refsListed })
}

/** The name of a fork that has to be at a commit. @throws StrataError not-found, name-taken: it is at another one */
export const forkAt = async (context: EngineContext, name: string, commitId: string): Promise<string> => {
  const fork = await forkNamed(context, name)
  if (fork.commitId === commitId) return fork.name
  const about = { name: fork.name, commit: fork.commitId }
  throw new StrataError('name-taken', `${fork.name} is at ${fork.commitId}, not at ${commitId}: ask for the fork by its name`, about)
}

/**
 * Names a commit. The commit stays as long as the name does.
 * @throws StrataError invalid-input, name-taken, not-found, ambiguous-id, malformed-id, disk-full
 */
export const setRef = async (context: EngineContext, { kind, name, commitId: text, move }: CallParsed<'ref.set'>): Promise<RefView> => {
  const { store } = context
  const full = refName(kind, name)
  const { commit } = await findCommit(context, text)
  const { commitId } = commit
  await withWriteLock(store, async () => {
    const before = await refCalled(context, full)
    if (before?.commitId === commitId) return
    if (before !== undefined && !move)
      throw new StrataError('name-taken', `${full} already names ${before.commitId}`, { name: full, commit: before.commitId })
    await store.writeUnits([...(await unitsToRetain(store, [commitId])), refUnit(full, commitId)])
  })
  context.changed([commit.sessionId])
  return { name: full, kind, commitId }
}

const isGiven = ({ kind }: RefView): boolean => kind === 'fork' || kind === 'tag'

const givenRef = async (context: EngineContext, name: string): Promise<RefView> => {
  const found: RefView[] = []
  for (const full of [name, `fork/${name}`, `tag/${name}`]) found.push(...[(await refCalled(context, full)) ?? []].flat())
  const [ref, ...others] = found
  if (ref === undefined) throw new StrataError('not-found', `No fork or tag has the name “${name}”`, { text: name, list: refsListed })
  if (!isGiven(ref))
    throw new StrataError('invalid-input', `Cannot remove ${ref.name}: the import set it; only forks and tags can be removed`, { name })
  if (others.length > 0 && ref.name !== name) {
    const candidates = found.map((one) => one.name)
    throw new StrataError('ambiguous-id', `“${name}” is ambiguous: ${candidates.join(', ')}`, { text: name, candidates })
  }
  return ref
}

/** Removes a name and returns the removed ref. @throws StrataError not-found, ambiguous-id, invalid-input, disk-full */
export const removeRef = async (context: EngineContext, name: string): Promise<RefView> => {
  const ref = await withWriteLock(context.store, async () => {
    const found = await givenRef(context, name)
    await context.store.writeUnits([refUnit(found.name, null), ...unitsToEndStates(context.store, found.name)])
    return found
  })
  context.changed([])
  return { name: ref.name, kind: ref.kind, commitId: ref.commitId }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, disk-full */
export const setPin = async (context: EngineContext, text: string, pinned: boolean): Promise<CommitDetail> => {
  const { store } = context
  const { commit } = await findCommit(context, text)
  const { commitId } = commit
  await withWriteLock(store, async () => {
    const [now] = (await runQuery(store.database, 'pinList', {})).filter((pin) => pin.commitId === commitId)
    if ((now !== undefined) === pinned) return
    const journal = { kind: 'pin', commit_id: commitId, pinned, pinned_at: new Date().toISOString() } as const
    const held = pinned ? await unitsToRetain(store, [commitId]) : []
    await store.writeUnits([...held, { entries: [], journal, replaces: undefined, rows: {} }])
  })
  context.changed([commit.sessionId])
  return findCommit(context, commitId)
}

/** Pinned commits, the last pinned first. */
export const listPins = ({ store }: EngineContext): Promise<readonly PinView[]> => runQuery(store.database, 'pinList', {})

/**
 * @param session a session id or its unique beginning; undefined: every ref
 * @throws StrataError not-found, ambiguous-id
 */
export const listRefs = async (tables: Tables, session: string | undefined): Promise<readonly NamedCommit[]> =>
  runQuery(tables, 'refList', { session: session === undefined ? null : await resolveSession(tables, session), name: null })
