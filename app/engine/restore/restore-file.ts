/** Writes one stored source file. The file gets its name when it is whole and durable; a file that already exists is skipped. */
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { StrataError, systemCode } from '../../model/failure.ts'
import { ContentHasher } from '../../store/files/content-hash.ts'
import { diskFull, isFull } from '../../store/files/disk-full.ts'
import { renameToFree } from '../../store/files/free-name.ts'
import { removeFile } from '../../store/files/store-folder.ts'
import type { KnownSource } from '../import/plan-import.ts'
import { writeStored, type ReadArtifact } from '../kernel/stored-bytes.ts'
import { partialOf } from './partial-files.ts'

const contentHashOf = async (path: string): Promise<string> => {
  const hasher = new ContentHasher()
  for await (const piece of createReadStream(path)) hasher.update(piece as Buffer)
  return hasher.digest()
}

/** Whether a file exists with exactly these bytes. @throws StrataError target-exists when another file has its path */
export const isThere = async (path: string, { bytes, contentHash }: KnownSource): Promise<boolean> => {
  const found = await stat(path).catch((thrown: unknown) => {
    if (systemCode(thrown) === 'ENOENT') return undefined
    throw thrown
  })
  if (found === undefined) return false
  if (found.isFile() && found.size === bytes && (await contentHashOf(path)) === contentHash) return true
  throw new StrataError('target-exists', `${path} exists already with different content and was not changed`, { path })
}

/** Makes what a file holds survive a power cut. */
const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Writes a stored source beside its place, and then gives it its name, which survives a power cut once its folder is synced. After an error
 * nothing is left of it, and an existing file is unchanged.
 * @throws StrataError target-exists, disk-full, artifact-corrupt, not-found
 */
export const restoreFile = async (path: string, source: KnownSource, read: ReadArtifact): Promise<'written' | 'there'> => {
  if (await isThere(path, source)) return 'there'
  const partial = partialOf(path)
  try {
    await writeStored(partial, source.manifestHash, source.modifiedNs, read)
    await syncFile(partial)
    await renameToFree(partial, path)
    return 'written'
  } catch (cause) {
    await removeFile(partial)
    const isForSpace = isFull(cause) || (cause instanceof StrataError && cause.code === 'disk-full')
    throw isForSpace ? diskFull(path, cause) : cause
  }
}
