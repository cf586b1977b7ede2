/** Looks at a file on disk for a tracker: its bytes, that it is gone, or why neither can be said. */
import { createReadStream } from 'node:fs'
import { createHash } from 'node:crypto'
import { lstat, realpath, stat } from 'node:fs/promises'
import { systemCode, systemReason } from '../../model/failure.ts'
import { isWithin } from '../file-systems/disk-path.ts'

/** Maximum size of a file whose content is kept, bytes; of a larger one only the hash is kept. */
const maxKeptBytes = 32 * 1024 * 1024

/** Stamp of a file: changes with its content, as far as the file system shows. */
export type FileStamp = string

export type Looked =
  | { readonly kind: 'there'; readonly stamp: FileStamp; readonly size: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreachable'; readonly reason: string }

const absent: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR'])

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whether a path stays below a folder when links are followed. */
const isBelow = async (path: string, folder: string): Promise<boolean> => isWithin(await realpath(path), await realpath(folder))

/**
 * @param within the folder in which the file lies; where it is missing the file cannot be reached, which is no deletion
 * @param isBound whether links may not lead out of it
 */
export const lookAt = async (path: string, within: string, isBound: boolean): Promise<Looked> => {
  try {
    await lstat(path)
    if (isBound && !(await isBelow(path, within))) return { kind: 'unreachable', reason: `a link that leads out of ${within}` }
    const about = await stat(path, { bigint: true })
    if (!about.isFile()) return { kind: 'unreachable', reason: about.isDirectory() ? 'a folder' : 'not a regular file' }
    const { size, ino, dev, mtimeNs, ctimeNs } = about
    return { kind: 'there', stamp: [dev, ino, size, mtimeNs, ctimeNs].join(':'), size: Number(size) }
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown
    if (!absent.has(systemCode(thrown))) return { kind: 'unreachable', reason: systemReason(thrown) }
    return (await exists(within)) ? { kind: 'gone' } : { kind: 'unreachable', reason: `${within} does not exist` }
  }
}

export interface FileBytes {
  readonly sourceHash: string
  readonly size: number
  /** Undefined: there are more than are kept. */
  readonly content: Buffer | undefined
}

/** @throws the system's error when it cannot be read to its end */
export const readBytes = async (path: string): Promise<FileBytes> => {
  const hash = createHash('sha256')
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece)
    size += piece.length
    if (size <= maxKeptBytes) pieces.push(piece)
    else pieces.length = 0
  }
  return { sourceHash: hash.digest('hex'), size, content: size <= maxKeptBytes ? Buffer.concat(pieces) : undefined }
}
