/** The file systems that the journal knows: those of machines, of folders of transcripts, and those that a person named. */
import { randomBytes } from 'node:crypto'
import { StrataError } from '../../model/failure.ts'
import { resolvePath, type PathRule, type ResolvedPath } from '../../model/objects/resolve-path.ts'
import { machineSubject, rootSubject } from '../../store/files/filesystem-entry.ts'
import type { NewJournalEntry, SessionEntry, Wish } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import type { Shown } from '../../store/tables/project-units.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { machineId } from './machine-id.ts'
import { sha256 } from '../../files/object-hash.ts'
import { withWriteLock } from '../kernel/write-lock.ts'

type Entry<K extends NewJournalEntry['kind']> = Extract<NewJournalEntry, { readonly kind: K }>
export type FilesystemEntry = Extract<Wish, { readonly kind: 'filesystem' }>

/** A file system is named by the machine that it belongs to. */
export const filesystemIdOf = (machine: string): string => sha256(machine)

export const newFilesystemId = (): string => randomBytes(32).toString('hex')

const machineEntryOf = (store: Store): Entry<'machine'> | undefined => {
  const entry = store.entry(machineSubject)
  return entry?.kind === 'machine' ? entry : undefined
}

/** The file system of sessions that name none; undefined: the store never imported anything since they do. */
export const homeFilesystem = (store: Store): string | undefined => machineEntryOf(store)?.filesystem_id

/** Two folders that a person called checkouts of one repository, or of two. */
interface CheckoutSetting {
  readonly one: ResolvedPath
  readonly other: ResolvedPath
  readonly isSame: boolean
}

const placeOf = ({ filesystem_id: filesystemId, path }: Entry<'checkout'>['one']): ResolvedPath => ({ filesystemId, path })

/** The file system of this machine; null: its id cannot be read, and none was drawn yet. */
export interface ThisMachine {
  readonly filesystemId: string | null
  /** Why the id is not that of the machine; null: it is. */
  readonly why: string | null
}

export const thisMachine = async ({ store, env }: Pick<EngineContext, 'store' | 'env'>): Promise<ThisMachine> => {
  const found = await machineId(env)
  if ('id' in found) return { filesystemId: filesystemIdOf(found.id), why: null }
  return { filesystemId: machineEntryOf(store)?.drawn?.filesystem_id ?? null, why: found.why }
}

/**
 * The file system of this machine, drawn when the machine has no id that can be read. Afterwards the journal knows it, so that it does not
 * change when the store is carried to another machine. It may not be called within a turn of withWriteLock.
 * @param shown `later`: other writes follow immediately, and the tables show it together with them
 * @throws StrataError disk-full
 */
export const settledMachine = async (context: Pick<EngineContext, 'store' | 'env'>, shown: Shown = 'now'): Promise<string> => {
  const { store } = context
  const machine = await thisMachine(context)
  if (machine.filesystemId !== null && machineEntryOf(store) !== undefined) return machine.filesystemId
  return withWriteLock(store, async () => {
    const before = machineEntryOf(store)
    const own = machine.filesystemId ?? before?.drawn?.filesystem_id ?? newFilesystemId()
    const drawn = machine.why === null ? before?.drawn : { filesystem_id: own, why: machine.why }
    const isKnown = before !== undefined && before.drawn?.filesystem_id === drawn?.filesystem_id
    if (!isKnown)
      await writeMachine(store, { kind: 'machine', filesystem_id: before?.filesystem_id ?? own, ...(drawn && { drawn }) }, shown)
    return own
  })
}

/** Nothing is written to a store that only can be read: its readers are answered all the same. */
const writeMachine = async (store: Store, journal: Entry<'machine'>, shown: Shown): Promise<void> => {
  const units = [{ entries: [], journal, replaces: undefined, rows: {} }]
  try {
    await (shown === 'now' ? store.writeUnits(units) : store.gatherUnits(units))
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'store-read-only') throw thrown
  }
}

/** The file system that was set for a folder of transcripts; undefined: that of the machine that imports them. */
export const filesystemOfRoot = (store: Store, root: string): string | undefined => {
  const entry = store.entry(rootSubject(root))
  return entry?.kind === 'root' ? entry.filesystem_id : undefined
}

/** Names and rules that count now, in the order in which they were set. */
export const filesystemEntries = (store: Store): readonly FilesystemEntry[] =>
  store.wishes().filter((wish): wish is FilesystemEntry => wish.kind === 'filesystem' && wish.removed !== true)

/** The file system of a session's files that were imported from a folder; undefined: the session does not name it. */
export const filesystemIn = ({ inputs }: Pick<SessionEntry, 'inputs'>, root: string): string | undefined =>
  inputs.filesystems?.find(([of]) => of === root)?.[1]

const rulesOf = (store: Store): readonly PathRule[] =>
  filesystemEntries(store).flatMap(({ of, root, prefix, filesystem_id: filesystemId, as }) =>
    prefix === undefined ? [] : [{ of, root, prefix, filesystemId, as }],
  )

/** Settings of persons about checkouts. */
export const checkoutSettings = (store: Store): readonly CheckoutSetting[] =>
  store
    .wishes()
    .flatMap((wish) =>
      wish.kind !== 'checkout' || wish.same === null ? [] : [{ one: placeOf(wish.one), other: placeOf(wish.other), isSame: wish.same }],
    )

/** Which files the paths of sessions name, as the store says when it is made. */
export interface FileSystems {
  /** Changes with everything that decides the answers, except sessions themselves: rows that depend on it are then made again. */
  readonly mark: string
  /** The file system of a session's transcripts that were imported from a folder. */
  readonly of: (sessionId: string, root: string) => string
  /** Undefined for a path that is not absolute: join it with the working directory first. */
  readonly resolve: (sessionId: string, root: string, path: string) => ResolvedPath | undefined
}

/** Writes what settledMachine writes. @throws StrataError disk-full, journal-corrupt */
export const openFileSystems = async (context: Pick<EngineContext, 'store' | 'env'>): Promise<FileSystems> => {
  const { store } = context
  const own = await settledMachine(context)
  const home = homeFilesystem(store) ?? own
  const rules = rulesOf(store)
  const roots = store.wishes().filter(({ kind }) => kind === 'root')
  const ofSession = new Map<string, string>()
  const of = (sessionId: string, root: string): string => {
    const key = JSON.stringify([sessionId, root])
    const session = ofSession.has(key) ? undefined : store.session(sessionId)
    const found = ofSession.get(key) ?? (session && filesystemIn(session, root)) ?? home
    ofSession.set(key, found)
    return found
  }
  return {
    mark: sha256(JSON.stringify([home, rules, roots])),
    of,
    resolve: (sessionId, root, path) => resolvePath(rules, { filesystemId: of(sessionId, root), root }, path),
  }
}
