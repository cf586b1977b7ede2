/** Puts source files together again from the artifacts that hold their lines. */
import type { FileHandle } from 'node:fs/promises'
import { mkdtemp, open, rm, utimes } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { StrataError, systemCode } from '../../model/failure.ts'
import type { ArtifactHash } from '../../model/ids.ts'
import { artifactHash } from '../../model/ids.ts'
import { ContentHasher } from '../../store/files/content-hash.ts'
import { isFull, diskFull } from '../../store/files/disk-full.ts'
import { makeFolder } from '../../store/files/make-folder.ts'
import { decodeManifest } from '../../store/files/manifest.ts'

/** Reads an artifact by its full hash, and verifies it. */
export type ReadArtifact = (hash: ArtifactHash) => Promise<Buffer>

const keptArtifacts = 8
const keptBytes = 64 * 1024 * 1024

/** Spans of one file mostly come from few artifacts in turns: the last ones are kept. */
const remembering = (read: ReadArtifact): ReadArtifact => {
  const kept = new Map<ArtifactHash, Buffer>()
  let size = 0
  const forgetOldest = (): void => {
    const [oldest] = kept
    if (oldest === undefined) return
    kept.delete(oldest[0])
    size -= oldest[1].length
  }
  return async (hash) => {
    const before = kept.get(hash)
    const bytes = before ?? (await read(hash))
    if (before === undefined) size += bytes.length
    kept.delete(hash)
    kept.set(hash, bytes)
    while (kept.size > 1 && (kept.size > keptArtifacts || size > keptBytes)) forgetOldest()
    return bytes
  }
}

/**
 * The bytes of a source in order, piece by piece.
 * @throws StrataError artifact-corrupt when they are not the bytes that were imported.
 */
export async function* storedBytes(manifestHash: string, read: ReadArtifact): AsyncGenerator<Buffer> {
  const manifest = decodeManifest(await read(artifactHash(manifestHash)))
  const hasher = new ContentHasher()
  const remembered = remembering(read)
  let length = 0
  for (const span of manifest.spans) {
    const piece = (await remembered(span.artifact)).subarray(span.offset, span.offset + span.length)
    hasher.update(piece)
    length += piece.length
    yield piece
  }
  if (length !== manifest.bytes || hasher.digest() !== manifest.contentHash) {
    throw new StrataError('artifact-corrupt', 'The restored bytes differ from the imported bytes', { manifest: manifestHash })
  }
}

/** A stretch of a source; shorter when the source ends before it does. @throws StrataError artifact-corrupt */
export const storedSlice = async (manifestHash: string, from: number, length: number, read: ReadArtifact): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let offset = 0
  for await (const piece of storedBytes(manifestHash, read)) {
    if (offset + piece.length > from && offset < from + length)
      pieces.push(piece.subarray(Math.max(0, from - offset), from + length - offset))
    offset += piece.length
    if (offset >= from + length) break
  }
  return Buffer.concat(pieces)
}

/** Path of `file` below `folder`. @throws StrataError path-refused for anything that would leave it. */
export const pathBelow = (folder: string, file: string): string => {
  const parts = file.split('/')
  const bad = parts.some(
    (part) => part === '' || part === '.' || part === '..' || part.includes('\0') || (sep === '\\' && /[\\:]/.test(part)),
  )
  const path = resolve(folder, ...parts)
  if (bad || !path.startsWith(resolve(folder) + sep))
    throw new StrataError('path-refused', `“${file}” would be written outside the folder`, { file })
  return path
}

/**
 * Writes a stored source to a new file. Gives its size in bytes.
 * @throws StrataError target-exists, disk-full, artifact-corrupt; what was written of a failed file is removed.
 */
export const writeStored = async (path: string, manifestHash: string, modifiedNs: string, read: ReadArtifact): Promise<number> => {
  await makeFolder(dirname(path))
  const file = await openNew(path)
  let written = 0
  try {
    try {
      for await (const piece of storedBytes(manifestHash, read)) {
        written += piece.length
        await file.writeFile(piece)
      }
    } finally {
      // Closed first: a file that is still being opened or written would come back after its removal.
      await file.close()
    }
    const seconds = Number(BigInt(modifiedNs) / 1000n) / 1e6
    await utimes(path, seconds, seconds)
    return written
  } catch (cause) {
    await rm(path, { force: true })
    throw isFull(cause) ? diskFull(path, cause) : cause
  }
}

/** @throws StrataError target-exists, disk-full */
const openNew = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'wx', 0o600)
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') throw new StrataError('target-exists', `${path} exists already`, { path }, cause)
    throw isFull(cause) ? diskFull(path, cause) : cause
  }
}

/** A folder for restored copies in the scratch folder of a store, removed when `work` is done. */
export const withScratch = async <T>(scratch: string, work: (folder: string) => Promise<T>): Promise<T> => {
  await makeFolder(scratch)
  const folder = await mkdtemp(join(scratch, `${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
