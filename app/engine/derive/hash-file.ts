/** Hashes of open files. */
import { readInto } from '../../../importer/read-lines.ts'
import type { OpenFile } from '../../../importer/read-lines.ts'
import { ContentHasher } from '../../store/content-hash.ts'

/** What fits a processor's nearest caches: with pieces of a megabyte it takes twice as long. */
const piece = Buffer.allocUnsafeSlow(1 << 16)

/** Plain BLAKE3 of a stretch of a file. @throws Error with code ESHORT when the file ends within it */
export const hashStretch = (open: OpenFile, from: number, bytes: number): string => {
  const hasher = new ContentHasher()
  for (let at = 0; at < bytes; at += piece.length) {
    const part = piece.subarray(0, Math.min(piece.length, bytes - at))
    readInto(open, part, from + at)
    hasher.update(part)
  }
  return hasher.digest()
}

/** Plain BLAKE3 of the first bytes of a file. @throws Error with code ESHORT when it has fewer */
export const hashStart = (open: OpenFile, bytes: number): string => hashStretch(open, 0, bytes)
