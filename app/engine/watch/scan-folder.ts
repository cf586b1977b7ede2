/** Looks at the files of a folder without reading them; links are not followed. */
import { lstatSync, type BigIntStats } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemReason } from '../../model/failure.ts'
import { isStoreFolder } from '../../../importer/store-folder.ts'
import type { FileStamp } from '../import/file-changes.ts'

const isGone = (thrown: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(systemReason(thrown))

const statOf = (path: string): BigIntStats | undefined => {
  try {
    return lstatSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

/** Undefined: no file exists at the path, or it is a folder. hidden: the path cannot be examined, as below a folder that cannot be read. */
export const stampOf = (path: string): FileStamp | 'hidden' | undefined => {
  let stat
  try {
    stat = lstatSync(path, { bigint: true })
  } catch (thrown) {
    return isGone(thrown) ? undefined : 'hidden'
  }
  if (stat.isDirectory()) return undefined
  return {
    size: Number(stat.size),
    modifiedNs: String(stat.mtimeNs),
    changedNs: String(stat.ctimeNs),
    inode: String(stat.ino),
    isFile: stat.isFile(),
  }
}

/** The identity of the folder at a path; undefined: none. Another folder at the same path has another identity. */
export const folderIdentity = (path: string): string | undefined => {
  const stat = statOf(path)
  return stat?.isDirectory() === true ? `${stat.dev}:${stat.ino}:${stat.birthtimeNs}` : undefined
}

export interface FolderScan {
  /** Includes links, wherever they lead, and other entries that are not regular files. */
  readonly files: ReadonlyMap<string, FileStamp>
  /** The folder itself and every folder below it. */
  readonly folders: readonly string[]
  /** Folders of Strata stores, which are not searched. */
  readonly stores: readonly string[]
}

/** Why a folder has no files, when that is known. */
export const whyEmpty = ({ files, stores: [store] }: FolderScan): string | undefined =>
  files.size > 0 || store === undefined ? undefined : `no transcripts; ${store} is the folder of a Strata store`

/**
 * @param isWanted says which files matter.
 * @throws the system's error when the folder itself cannot be read; a folder below it that cannot is passed over.
 */
export const scanFolder = async (folder: string, isWanted: (path: string) => boolean): Promise<FolderScan> => {
  const files = new Map<string, FileStamp>()
  const folders: string[] = []
  const stores: string[] = []
  const waiting = [folder]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = await entriesOf(at, at === folder)
    if (entries === undefined) continue
    if (entries.some(({ name }) => name === 'packs') && isStoreFolder(at)) {
      stores.push(at)
      continue
    }
    folders.push(at)
    for (const entry of entries) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isSymbolicLink() || isWanted(path)) {
        const stamp = stampOf(path)
        if (stamp !== undefined && stamp !== 'hidden') files.set(path, stamp)
      }
    }
  }
  return { files, folders, stores }
}

const entriesOf = async (folder: string, isWhole: boolean) => {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (thrown) {
    if (isWhole) throw thrown
    return undefined
  }
}

/** The given paths at which no file exists any more. A folder that cannot be read gives no information about its contents. */
export const missingPaths = async (paths: readonly string[], folderOf: (path: string) => string): Promise<ReadonlySet<string>> => {
  const byFolder = new Map<string, string[]>()
  for (const path of paths) byFolder.set(folderOf(path), [...(byFolder.get(folderOf(path)) ?? []), path])
  const missing = new Set<string>()
  for (const [folder, inside] of byFolder) {
    const there = await namesIn(folder)
    if (there === undefined) continue
    for (const path of inside) if (!there.has(path)) missing.add(path)
  }
  return missing
}

/** Paths in a folder; none when it is gone, undefined when it cannot be read. */
const namesIn = async (folder: string): Promise<ReadonlySet<string> | undefined> => {
  try {
    return new Set((await readdir(folder)).map((name) => join(folder, name)))
  } catch (thrown) {
    return isGone(thrown) ? new Set() : undefined
  }
}
