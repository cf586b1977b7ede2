/** Where a store keeps what: one folder with the packs, the journal, the lock and the index. */
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StrataError } from '../../model/failure.ts'
import { makeFolder } from './make-folder.ts'
import { makePrivate } from './private-files.ts'

export interface StorePaths {
  readonly dir: string
  readonly packs: string
  readonly journal: string
  readonly lock: string
  readonly index: string
  /** Where files stand that are being made, and are gone after a restart. */
  readonly scratch: string
}

/** The scratch folder beside an index. */
export const scratchFolder = (dir: string): string => join(dir, 'scratch')

/** @param work folder of everything that can be rebuilt: that of the store itself unless it may not be written */
export const storePaths = (dir: string, work = dir): StorePaths => ({
  dir,
  packs: join(dir, 'packs'),
  journal: join(dir, 'journal.jsonl'),
  lock: join(dir, 'lock'),
  index: join(work, 'index.duckdb'),
  scratch: scratchFolder(work),
})

/** Removes what a program that was ended left there. */
export const removeScratch = ({ scratch }: StorePaths): Promise<void> => rm(scratch, { recursive: true, force: true })

const packName = /^pack-(\d{6,})\.strata$/

/** Path of a pack file; packs are numbered from 1. */
export const packPath = (packs: string, packId: number): string => join(packs, `pack-${String(packId).padStart(6, '0')}.strata`)

/** Numbers of the existing pack files, ascending. */
export const packIds = async (packs: string): Promise<readonly number[]> => {
  const names = await readdir(packs)
  return names
    .flatMap((name) => packName.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
}

/** Creates the folders of a store. @throws StrataError path-refused */
export const createStoreFolder = async (paths: StorePaths): Promise<void> => {
  try {
    const isNew = !(await exists(paths.dir))
    await makeFolder(paths.packs, 0o700)
    if (isNew) await makePrivate(paths.dir)
  } catch (cause) {
    throw new StrataError('path-refused', `Cannot create a store at ${paths.dir}`, { path: paths.dir }, cause)
  }
}

export const exists = async (path: string): Promise<boolean> => (await sizeOf(path)) !== undefined

/** Size of a file, bytes; undefined when there is none. */
export const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).size
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR')

/** Removes a file that nothing acknowledged depends on. */
export const removeFile = (path: string): Promise<void> => rm(path, { force: true })

/** Makes the names in a folder survive a power cut; Windows cannot and need not. */
export const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
