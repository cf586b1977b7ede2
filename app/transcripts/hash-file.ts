/** Hashes of open files. */
import type { OpenFile } from '../model/transcript-file.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readInto } from '../../importer/read-lines.ts'
import { ContentHasher, hashBytes } from '../store/files/content-hash.ts'
import type { KeptRole } from './derive-task.ts'

/** A piece that fits into the nearest caches of a processor: with pieces of a megabyte, hashing takes twice as long. */
const piece = Buffer.allocUnsafeSlow(1 << 16)

const addStretch = (hasher: ContentHasher, open: OpenFile, from: number, bytes: number): void => {
  for (let at = 0; at < bytes; at += piece.length) {
    const part = piece.subarray(0, Math.min(piece.length, bytes - at))
    readInto(open, part, from + at)
    hasher.update(part)
  }
}

/** Plain BLAKE3 of a stretch of a file. @throws Error with code ESHORT when the file ends within it */
export const hashStretch = (open: OpenFile, from: number, bytes: number): string => {
  const hasher = new ContentHasher()
  addStretch(hasher, open, from, bytes)
  return hasher.digest()
}

/** This many bytes are hashed before other work gets its turn. */
const turn = 1 << 23

/** The same of the first bytes, with others having their turn meanwhile. @throws Error with code ESHORT when it has fewer */
export const hashInSlices = async (open: OpenFile, bytes: number): Promise<string> => {
  const hasher = new ContentHasher()
  for (let at = 0; at < bytes; at += turn) {
    addStretch(hasher, open, at, Math.min(turn, bytes - at))
    await nextTurn()
  }
  return hasher.digest()
}

/** Plain BLAKE3 of the first bytes of a file. @throws Error with code ESHORT when it has fewer */
export const hashStart = (open: OpenFile, bytes: number): string => hashStretch(open, 0, bytes)

const earlierEnding = /\.earlier-[0-9a-f]{8}$/

/** Path of the file that a source is, or was, a version of. */
export const pathOfFile = ({ role, path }: { readonly role: KeptRole; readonly path: string }): string =>
  role === 'earlier' ? path.replace(earlierEnding, '') : path

/** Stable name of a source in this store. */
export const sourceIdOf = (path: string): string => `src-${hashBytes(path).slice(0, 16)}`
