/** Writes the tables as Parquet files that other programs read; only what changed since the last time. */
import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { copyLakePart, lakeNames, lakeTables, sessionsLacking } from '../../analytics/lake/lake-tables.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { LakeResult } from '../../contract/lake.ts'
import { StrataError, systemCode } from '../../model/failure.ts'
import { diskFull, isFull } from '../../store/files/disk-full.ts'
import { withFrozenTables, type FrozenTables } from '../../store/tables/frozen-tables.ts'
import { acquireLock } from '../../store/files/lock.ts'
import { makeFolder } from '../../store/files/make-folder.ts'
import { placeFile } from '../sql/save-table.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { pathBelow, withScratch } from '../kernel/stored-bytes.ts'
import { lakeKey, storeMark } from './lake-key.ts'
import { isLakeLeftOver, readLakeManifest, writeLakeManifest, type LakeFile, type LakeManifest, type LakeTable } from './lake-manifest.ts'
import { planLake, type LakePlan, type StalePart } from './plan-lake.ts'
import packageFile from '../../../package.json' with { type: 'json' }

type Asked = CallParsed<'lake.start'>

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

/** Makes the folder, or sees that it is empty. @throws StrataError path-refused, target-exists */
const checkFolder = async (dir: string, storeDir: string, isLake: boolean): Promise<void> => {
  if (!isAbsolute(dir)) throw new StrataError('path-refused', `${dir} is not an absolute path`, { path: dir })
  if (isWithin(storeDir, dir)) throw new StrataError('path-refused', `${dir} is inside the store`, { path: dir })
  const names = await makeFolder(dir)
    .then(() => readdir(dir))
    .catch((cause: unknown) => {
      throw new StrataError('path-refused', `${dir} is not a folder with write permission`, { path: dir }, cause)
    })
  if (!isLake && names.some((name) => !name.startsWith('.') && !isLakeLeftOver(name)))
    throw new StrataError('target-exists', `${dir} contains other files and no lake; it was not changed`, { path: dir })
}

/** @throws StrataError target-exists when the folder holds a lake that this one must not replace unasked */
const checkBefore = (before: LakeManifest | undefined, { dir, anonymise, replace }: Asked, mark: string): void => {
  if (before === undefined || replace) return
  if (before.store !== mark)
    throw new StrataError('target-exists', `${dir} contains the lake of another store`, { path: dir, option: 'replace' })
  if (before.anonymised !== anonymise) {
    const how = before.anonymised ? 'without names and texts' : 'with names and texts'
    throw new StrataError('target-exists', `${dir} contains a lake ${how}`, { path: dir, option: 'replace' })
  }
}

const removeFiles = async (dir: string, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    const file = pathBelow(dir, path)
    await rm(file, { force: true })
    // The folders of a month and of a project go when nothing is left in them.
    await rmdir(dirname(file)).then(
      () => rmdir(dirname(dirname(file))).catch(() => undefined),
      () => undefined,
    )
  }
}

const tally = (tables: LakeManifest['tables']): Pick<LakeResult, 'tables' | 'files' | 'rows' | 'bytes'> => {
  const files = Object.values(tables).flatMap((table) => table.files)
  return {
    tables: Object.keys(tables).length,
    files: files.length,
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  }
}

/** Writes one file and says what is in it. */
const writePart = async (tables: FrozenTables, dir: string, scratch: string, { table, part, path }: StalePart): Promise<LakeFile> => {
  const made = join(scratch, 'rows.parquet')
  const rows = await copyLakePart(tables, table, part, made)
  const { size: bytes } = await stat(made)
  const target = pathBelow(dir, path)
  await makeFolder(dirname(target))
  await placeFile(made, { path: target, replace: true })
  await rm(made)
  return { path, project: part.project, month: part.month, rows, bytes, digest: part.digest }
}

interface Lake {
  readonly dir: string
  readonly head: Omit<LakeManifest, 'complete' | 'writtenAt' | 'tables'>
}

/** The manifest is first written as not complete. When the work is cancelled, it also lists what was written. */
const carryOut = async (
  context: EngineContext,
  tables: FrozenTables,
  lake: Lake,
  plan: LakePlan,
  progress: JobProgress,
): Promise<LakeManifest> => {
  const written: Record<string, LakeTable & { readonly files: LakeFile[] }> = {}
  for (const [name, table] of Object.entries(plan.tables)) written[name] = { ...table, files: [...table.files] }
  const manifest = (complete: boolean): LakeManifest => ({ ...lake.head, complete, writtenAt: new Date().toISOString(), tables: written })
  await writeLakeManifest(lake.dir, manifest(false))
  progress.phase('Writing tables', 'files', plan.stale.length)
  try {
    await withScratch(context.store.scratch, async (scratch) => {
      for (const stale of plan.stale) {
        progress.checkpoint()
        written[stale.table]?.files.push(await writePart(tables, lake.dir, scratch, stale))
        progress.advance(1)
      }
    })
    await removeFiles(lake.dir, plan.removed)
  } catch (thrown) {
    await writeLakeManifest(lake.dir, manifest(false)).catch(() => undefined)
    throw thrown
  }
  await writeLakeManifest(lake.dir, manifest(true))
  return manifest(true)
}

/** One process at a time. @throws StrataError store-locked */
const alone = async <T>(dir: string, work: () => Promise<T>): Promise<T> => {
  const path = join(dir, '.strata-lake.lock')
  const lock = await acquireLock(path, 'strata lake').catch((cause: unknown) => {
    throw isFull(cause) ? diskFull(path, cause) : cause
  })
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/**
 * Brings the lake in a folder up to date with the current tables. After an error, what was written is kept and reported as not complete.
 * @throws StrataError path-refused, target-exists, disk-full, store-locked, cancelled
 */
export const writeLake = async (context: EngineContext, asked: Asked, progress: JobProgress): Promise<LakeResult> => {
  const { dir, anonymise } = asked
  const { store } = context
  const key = lakeKey(store)
  const head = {
    format: 'strata-lake',
    version: 1,
    store: storeMark(key),
    anonymised: anonymise,
    writtenBy: `Strata ${packageFile.version}`,
  } as const
  await checkFolder(dir, store.dir, (await readLakeManifest(dir).catch(notThere)) !== undefined)
  return alone(dir, async () => {
    const before = await readLakeManifest(dir)
    checkBefore(before, asked, head.store)
    const names = lakeNames(anonymise ? key : undefined)
    return withFrozenTables(store.database, names, progress.signal, async (tables) => {
      progress.phase('Finding changes', 'entries', Object.keys(lakeTables).length)
      const plan = await planLake(tables, { dir, before, names }, progress)
      const lacking = await sessionsLacking(tables)
      const isSame = plan.stale.length === 0 && plan.removed.length === 0 && before?.complete === true && before.lacking === lacking
      const manifest = isSame ? before : await carryOut(context, tables, { dir, head: { ...head, lacking } }, plan, progress)
      const tallied = tally(manifest.tables)
      return {
        dir,
        anonymised: anonymise,
        ...tallied,
        written: plan.stale.length,
        unchanged: tallied.files - plan.stale.length,
        removed: plan.removed.length,
        lacking,
      }
    })
  })
}

/** A folder that is not there has no manifest. */
const notThere = (thrown: unknown): undefined => {
  const cause = thrown instanceof StrataError ? thrown.cause : thrown
  if (systemCode(cause) === 'ENOTDIR') return undefined
  throw thrown
}
