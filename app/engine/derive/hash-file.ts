/** Hashes of open files. */
import { readAt } from '../../../importer/read-lines.ts'
import type { OpenFile } from '../../../importer/read-lines.ts'
import { ContentHasher } from '../../store/content-hash.ts'

const pieceBytes = 1 << 20

/** Plain BLAKE3 of the first bytes of a file. @throws Error with code ESHORT when it has fewer */
export const hashStart = (open: OpenFile, bytes: number): string => {
  const hasher = new ContentHasher()
  for (let at = 0; at < bytes; at += pieceBytes) hasher.update(readAt(open, at, Math.min(pieceBytes, bytes - at)))
  return hasher.digest()
}
