/** Where a store keeps what: one folder with the packs, the journal, the lock and the index. */
import { constants } from 'node:fs'
import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StrataError } from '../model/failure.ts'
import { makeFolder } from './make-folder.ts'

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

/** @param work folder of what can be made anew: that of the store itself unless it may not be written */
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

/** Numbers of the pack files that are there, ascending. */
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
    await makeFolder(paths.packs)
  } catch (cause) {
    throw new StrataError('path-refused', `A store cannot be created at ${paths.dir}`, { path: paths.dir }, cause)
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

/** Endings of the files of a closed index. */
const indexParts = ['', '.wal']

/** Copies an index that is there, as far as it can be read: one that cannot is made anew. */
export const copyIndex = async (from: StorePaths, to: StorePaths): Promise<void> => {
  for (const part of indexParts)
    await copyFile(`${from.index}${part}`, `${to.index}${part}`, constants.COPYFILE_FICLONE).catch(() => undefined)
}

const asideOf = (index: string): string => `${index}.aside`

/** Puts a closed index aside while another is made. */
export const setIndexAside = async ({ index }: StorePaths): Promise<void> => {
  for (const part of indexParts) if (await exists(`${index}${part}`)) await rename(`${index}${part}`, `${asideOf(index)}${part}`)
}

/** Whether an index was put aside, and neither brought back nor forgotten. */
export const isIndexAside = ({ index }: StorePaths): Promise<boolean> => exists(asideOf(index))

/** Has the index that was put aside take the place of the other, which is closed. */
export const bringIndexBack = async (paths: StorePaths): Promise<void> => {
  await removeIndex(paths)
  for (const part of indexParts) {
    const aside = `${asideOf(paths.index)}${part}`
    if (await exists(aside)) await rename(aside, `${paths.index}${part}`)
  }
}

/** Removes the index that was put aside: another is there, or is being made. */
export const forgetIndexAside = async ({ index }: StorePaths): Promise<void> => {
  for (const part of indexParts) await rm(`${asideOf(index)}${part}`, { force: true })
}

/** Removes the index with everything DuckDB keeps beside it; it can be rebuilt. */
export const removeIndex = async (paths: StorePaths): Promise<void> => {
  for (const path of [paths.index, `${paths.index}.wal`, `${paths.index}.tmp`]) await rm(path, { recursive: true, force: true })
}

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
