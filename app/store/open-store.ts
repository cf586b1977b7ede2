/** Opens a store: takes the lock, checks the journal, opens the tables, and recovers what a crash left behind. */
import { join } from 'node:path'
import { StrataError, systemCode } from '../model/failure.ts'
import type { SalvagedJournal } from '../model/salvaged-journal.ts'
import { appendRows } from './tables/append-rows.ts'
import { ArtifactIndex } from './tables/artifact-index.ts'
import { isIndexDamage } from './tables/damaged-index.ts'
import type { Database } from './tables/database.ts'
import { diskFull, isFull } from './files/disk-full.ts'
import { Journal } from './files/journal.ts'
import { packsSubject } from './files/journal-entry.ts'
import { acquireLock, keepSpareLock, type Lock } from './files/lock.ts'
import { firstPosition, isBefore, PackFiles } from './files/pack-files.ts'
import { loadArtifactIndex } from './tables/present-rows.ts'
import { openProjection, writeState, type Projection, type ProjectionOptions, type ProjectionState } from './tables/projection.ts'
import { isIntactUpTo, recoverPacks, type FoundArtifacts, type PackDamage } from './recover-packs.ts'
import { execute } from './tables/query.ts'
import { readOnlyStore } from './files/read-only-store.ts'
import { copyIndex, forgetIndexAside, removeIndex, removeSpilled } from './tables/index-files.ts'
import { salvageJournal } from './files/salvage-journal.ts'
import { keepFilesPrivate } from './files/private-files.ts'
import { createStoreFolder, exists, removeScratch, storePaths, syncFolder, type StorePaths } from './files/store-folder.ts'
import { Store } from './store.ts'

export interface StoreOptions extends ProjectionOptions {
  /** The name of this program, shown by another program that finds the store locked. */
  readonly program: string
  /** The local socket on which this program answers others that want the store. */
  readonly address?: string
  /** A lock of this store that this program holds already. */
  readonly lock?: Lock
  /** False: fail when there is no store yet. */
  readonly create?: boolean
  /** Folder for a copy of the index, of a store that may only be read: nothing in the store is locked, recovered or changed. */
  readonly work?: string
  /** True: rebuild the tables; every journal entry is pending then. */
  readonly reindex?: boolean
  /** True: replace a damaged journal with its readable lines, and rebuild the tables. */
  readonly salvage?: boolean
  /** Size at which a pack is full, bytes. */
  readonly packBytes?: number
  /** Size below which the journal is never compacted, bytes. */
  readonly journalBytes?: number
}

/** Whether there is a store in a folder, also one that lost its journal. */
export const storeExists = async (dir: string): Promise<boolean> => isStore(storePaths(dir))

const isStore = async ({ journal, index }: StorePaths): Promise<boolean> => (await exists(journal)) || (await exists(index))

const mayWrite = ({ readOnly, work }: StoreOptions): boolean => readOnly !== true && work === undefined

/**
 * Opens the store in a folder, and creates it when there is none. With `readOnly` nothing is locked, recovered or changed, nor with `work`,
 * whose tables can be written.
 * Entries that the tables do not show (Store.pending) are to be derived and given to Store.projectUnits.
 * @throws StrataError store-locked, store-missing, store-read-only, store-newer, journal-corrupt, path-refused, disk-full
 */
export const openStore = async (dir: string, options: StoreOptions): Promise<Store> => {
  const paths = storePaths(dir, options.work)
  const mayCreate = mayWrite(options) && options.create !== false
  if (!mayCreate && !(await isStore(storePaths(dir)))) throw new StrataError('store-missing', `No store at ${dir}`, { path: dir })
  await keepFilesPrivate(paths.dir, mayWrite(options))
  const opened: (() => Promise<void> | void)[] = []
  try {
    return await openParts(paths, options, opened)
  } catch (cause) {
    for (const close of opened.reverse()) await close()
    throw whyNotOpened(dir, cause)
  }
}

const mayNotWrite: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS']

const whyNotOpened = (dir: string, cause: unknown): unknown => {
  if (cause instanceof StrataError) return cause
  if (isFull(cause)) return diskFull(join(dir, 'store'), cause)
  return mayNotWrite.includes(systemCode(cause)) ? readOnlyStore(dir, cause as NodeJS.ErrnoException) : cause
}

const lockFor = ({ lock: path }: StorePaths, { lock, program, address }: StoreOptions): Promise<Lock> =>
  lock === undefined ? acquireLock(path, program, address) : Promise.resolve(lock)

/** The folder, locked, without what a program that was ended left in it; who has the lock already may be making something there. */
const lockFolder = async (paths: StorePaths, options: StoreOptions): Promise<Lock> => {
  await createStoreFolder(paths)
  const lock = await lockFor(paths, options)
  if (options.lock === undefined) {
    await removeScratch(paths).catch(() => undefined)
    await forgetIndexAside(paths).catch(() => undefined)
    await removeSpilled(paths).catch(() => undefined)
  }
  await keepSpareLock(paths.lock)
  return lock
}

/** Opens one part after the other; `opened` collects how to close those that are open. */
const openParts = async (paths: StorePaths, options: StoreOptions, opened: (() => Promise<void> | void)[]): Promise<Store> => {
  const readOnly = !mayWrite(options)
  const lock = readOnly ? undefined : await lockFolder(paths, options)
  if (lock !== undefined) opened.push(() => lock.release())
  const { journal, salvaged } = await openJournal(paths, options)
  opened.push(() => journal.close())
  if (!readOnly) await journal.compact()
  const packs = await openPacks(paths, journal, options)
  opened.push(() => packs.close())
  const { projection, damage } = await openFollowing(paths, options, journal, packs)
  opened.push(() => projection.database.close())
  if (!readOnly) await syncFolder(paths.dir)
  const projectedSeq = projection.state?.journalSeq ?? 0
  return new Store({ paths, lock, packs, journal, database: projection.database, damage, projectedSeq, salvaged })
}

const openJournal = async (
  paths: StorePaths,
  options: StoreOptions,
): Promise<{ readonly journal: Journal; readonly salvaged: SalvagedJournal | undefined }> => {
  const [readOnly, salvage] = [!mayWrite(options), options.salvage === true]
  const salvaged = salvage && !readOnly ? await salvageJournal(paths.journal) : undefined
  if (!salvage) await expectJournal(paths)
  return { journal: await Journal.open(paths.journal, readOnly, options.journalBytes), salvaged }
}

/** A store without its journal gets no new one: all packs would then look unused. @throws StrataError journal-corrupt */
const expectJournal = async ({ dir, journal }: StorePaths): Promise<void> => {
  if (!(await exists(journal)) && (await exists(storePaths(dir).index)))
    throw new StrataError('journal-corrupt', `${journal} is missing, but the index exists`, { path: journal })
}

/** The index follows the journal: where it is ahead, entries that were acknowledged are gone. */
const followsJournal = ({ journalSeq }: ProjectionState, { end }: Journal, path: string): boolean => {
  if (journalSeq <= end.seq) return true
  const missing = journalSeq - end.seq
  throw new StrataError(
    'journal-corrupt',
    `${path} ends with entry ${end.seq}, and the index shows ${journalSeq}: ${missing} are missing`,
    {
      path,
      missing,
    },
  )
}

interface Following {
  readonly projection: Projection
  readonly damage: readonly PackDamage[]
}

/** Opens the tables and makes them follow the packs. Damaged tables are replaced with new ones automatically. */
const openFollowing = async (paths: StorePaths, options: StoreOptions, journal: Journal, packs: PackFiles): Promise<Following> => {
  const projection = await openTables(paths, options, journal)
  try {
    return { projection, damage: options.readOnly === true ? [] : await followPacks(packs, journal, projection) }
  } catch (cause) {
    await projection.database.close()
    if (options.reindex === true || !isIndexDamage(cause)) throw cause
    await removeIndex(paths)
    return openFollowing(paths, { ...options, reindex: true }, journal, packs)
  }
}

const openTables = async (paths: StorePaths, options: StoreOptions, journal: Journal): Promise<Projection> => {
  const isNew = options.reindex === true || options.salvage === true
  if (options.work !== undefined && !isNew) await copyIndex(storePaths(paths.dir), paths)
  return openProjection(paths, options, (state) => !isNew && followsJournal(state, journal, paths.journal))
}

const followPacks = async (packs: PackFiles, journal: Journal, projection: Projection): Promise<readonly PackDamage[]> => {
  await forgetRetired(packs, projection)
  return recover(packs, journal, projection)
}

const retiredPacks = (journal: Journal): readonly number[] => {
  const entry = journal.entry(packsSubject)
  return entry?.kind === 'packs' ? entry.retired : []
}

const openPacks = ({ packs }: StorePaths, journal: Journal, options: StoreOptions): Promise<PackFiles> =>
  PackFiles.open(packs, {
    readOnly: !mayWrite(options),
    retired: retiredPacks(journal),
    ...(options.packBytes === undefined ? {} : { fullBytes: options.packBytes }),
  })

/** Forgets the places in retired packs: their contents are in other packs, where they are found. */
const forgetRetired = async (packs: PackFiles, { database, state }: Projection): Promise<void> => {
  if (state === undefined || packs.retired.length === 0) return
  const sql = 'DELETE FROM artifacts WHERE pack_id IN (SELECT unnest($packs::VARCHAR[])::INTEGER)'
  await database.transaction((connection) => execute(connection, sql, { packs: packs.retired.map(String) }))
}

/**
 * Lists entries of the packs that the tables do not know, and cuts off what was never acknowledged and is not whole. Where bytes were inserted
 * into the last pack or removed from it, its entries lie elsewhere now: all of them are listed again.
 */
const recover = async (packs: PackFiles, journal: Journal, { database, state }: Projection): Promise<readonly PackDamage[]> => {
  const from = state?.packs ?? firstPosition
  const acknowledged = isBefore(journal.packEnd, from) ? from : journal.packEnd
  const isKnown = from.packId === packs.end.packId && from.offset === packs.end.offset && !isBefore(from, acknowledged)
  if (isKnown) return []
  const isShifted = state !== undefined && !(await isIntactUpTo(packs, acknowledged))
  const start = isShifted ? { packId: acknowledged.packId, offset: 0 } : from
  const index = state === undefined ? new ArtifactIndex() : await database.read(loadArtifactIndex)
  const damage = await recoverPacks(packs, start, acknowledged, index, (found) => listArtifacts(database, found))
  await database.transaction((connection) => writeState({ journalSeq: state?.journalSeq ?? 0, packs: packs.end }, connection))
  return damage
}

/** Lists artifacts; those that moved are no longer listed where they were. */
const listArtifacts = (database: Database, { rows, moved }: FoundArtifacts): Promise<void> =>
  database.transaction(async (connection) => {
    const sql = 'DELETE FROM artifacts WHERE artifact_hash IN (SELECT unnest($hashes::VARCHAR[]))'
    if (moved.length > 0) await execute(connection, sql, { hashes: moved })
    await appendRows(connection, 'artifacts', rows)
  })
