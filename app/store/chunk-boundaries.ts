/** Where content above 262,144 bytes is cut into chunks: a gear hash over the bytes, so the cuts follow the content (events-v1 §4.3). */
import { gearTable } from './gear-table.ts'

/** Content up to this size is one chunk, bytes. */
export const singleChunkBytes = 262_144
/** A chunk never grows beyond this, and a rest up to this is not searched, bytes. */
export const maxChunkBytes = 131_072
const minChunkBytes = 8_192
/** The hash depends on the last 64 bytes only, so it starts that many (and one) before the first possible cut. */
const warmUpStart = minChunkBytes - 64 - 1

/**
 * End of the chunk that starts at `start`, as an offset into `bytes`.
 * `bytes` must hold more than 131,072 bytes from `start` on, or all that is left of the content.
 */
export const chunkEnd = (bytes: Uint8Array, start: number): number => {
  if (bytes.length - start <= maxChunkBytes) return bytes.length
  const table = gearTable
  const firstCut = start + minChunkBytes - 1
  const last = start + maxChunkBytes
  // The 64-bit hash as two 32-bit halves; table entries are below 2^31, so a sum carries when its top bit fell from 1 to 0.
  let high = 0
  let low = 0
  for (let at = start + warmUpStart; at < last; at++) {
    const doubled = low << 1
    const sum = (doubled + (table[bytes[at] ?? 0] ?? 0)) | 0
    high = (((high << 1) | (low >>> 31)) + ((doubled & ~sum) >>> 31)) | 0
    low = sum
    if (high >>> 16 === 0 && at >= firstCut) return at + 1
  }
  return last
}

/** Sizes of the chunks of a whole content, bytes, in order. Their sum is the length of the content. */
export const chunkSizes = (bytes: Uint8Array): readonly number[] => {
  if (bytes.length <= singleChunkBytes) return [bytes.length]
  const sizes: number[] = []
  for (let start = 0; start < bytes.length;) {
    const end = chunkEnd(bytes, start)
    sizes.push(end - start)
    start = end
  }
  return sizes
}
