/** The files of an index: copied, put aside while another is made, brought back, removed. All of it can be rebuilt. */
import { constants } from 'node:fs'
import { copyFile, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { systemCode } from '../../model/failure.ts'
import { diskFull, isFull } from '../files/disk-full.ts'
import { exists, syncFolder, type StorePaths } from '../files/store-folder.ts'
import { copyTables } from './attached-instance.ts'

/** Endings of the files of a closed index. */
const indexParts = ['', '.wal']

/** Copies an index that is not written to meanwhile. @throws StrataError disk-full; any other error of the file system as it is */
export const copyIndexFiles = async (from: string, to: string): Promise<void> => {
  for (const part of indexParts) {
    await copyFile(`${from}${part}`, `${to}${part}`, constants.COPYFILE_FICLONE).catch((cause: unknown) => {
      if (part !== '' && systemCode(cause) === 'ENOENT') return
      throw isFull(cause) ? diskFull(to, cause) : cause
    })
  }
}

/** Copies the empty index of the build to where a new index will be. @returns whether there is one; it can also be created */
export const copyEmptyIndex = async (from: string, { index }: StorePaths): Promise<boolean> => {
  try {
    // The rights of the new file are those of any new file here, not those of the build.
    await writeFile(index, await readFile(from))
    return true
  } catch (cause) {
    if (isFull(cause)) throw diskFull(index, cause)
    return false
  }
}

/** Where copies of an index lie that is open, for processes that run SQL. */
export const copiesFolder = (index: string): string => `${index}.copies`

/** Copies an existing index, as far as it can be read: an unreadable one is rebuilt. */
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

/** Replaces the index, which is closed, with the one that was put aside. */
export const restoreIndex = async (paths: StorePaths): Promise<void> => {
  await removeIndex(paths)
  for (const part of indexParts) {
    const aside = `${asideOf(paths.index)}${part}`
    if (await exists(aside)) await rename(aside, `${paths.index}${part}`)
  }
}

/** Removes the index that was put aside: another exists, or is being made. */
export const forgetIndexAside = async ({ index }: StorePaths): Promise<void> => {
  for (const part of indexParts) await rm(`${asideOf(index)}${part}`, { force: true })
}

const freshOf = (index: string): string => `${index}.fresh`

/**
 * Replaces the closed index with one that has the contents of its tables, but nothing that was deleted from them. A crash leaves the old
 * index or the new one.
 * @throws StrataError disk-full; any other error of DuckDB: the index is unchanged
 */
export const rewriteIndex = async (
  { dir, index }: StorePaths,
  limits: { readonly memoryBytes: number; readonly threads: number },
): Promise<void> => {
  const fresh = freshOf(index)
  try {
    for (const part of indexParts) await rm(`${fresh}${part}`, { force: true })
    await copyTables(index, fresh, limits)
    await syncFile(fresh)
    // The contents of the log are in the new file.
    await rm(`${index}.wal`, { force: true })
    await rename(fresh, index)
    await syncFolder(dir)
  } catch (cause) {
    for (const part of indexParts) await rm(`${fresh}${part}`, { force: true })
    throw isFull(cause) ? diskFull(fresh, cause) : cause
  }
}

const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Removes what a program that was ended left of statements that needed more than memory, and copies; no program has the index open. */
export const removeSpilled = async ({ index }: StorePaths): Promise<void> => {
  const fresh = indexParts.map((part) => `${freshOf(index)}${part}`)
  for (const folder of [`${index}.tmp`, copiesFolder(index), ...fresh]) await rm(folder, { recursive: true, force: true })
}

/** Removes the index with everything DuckDB keeps beside it; it can be rebuilt. */
export const removeIndex = async (paths: StorePaths): Promise<void> => {
  for (const path of [paths.index, `${paths.index}.wal`, `${paths.index}.tmp`]) await rm(path, { recursive: true, force: true })
}
