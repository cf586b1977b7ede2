/** Recognises a file by its beginning: transcripts only grow. */
import { createReadStream } from 'node:fs'
import { ContentHasher } from './content-hash.ts'

/** Plain BLAKE3 of the first bytes of a file, computed while nothing waits for it; undefined when they cannot be read. */
export const hashOfStart = async (path: string, bytes: number): Promise<string | undefined> => {
  const hasher = new ContentHasher()
  if (bytes === 0) return hasher.digest()
  try {
    for await (const piece of createReadStream(path, { end: bytes - 1 }) as AsyncIterable<Buffer>) hasher.update(piece)
    return hasher.digest()
  } catch {
    return undefined
  }
}
