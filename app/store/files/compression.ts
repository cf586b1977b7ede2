/** Compression of frames: zstd when it makes them smaller, else uncompressed. It runs in separate threads. */
import type * as Zstd from '@mongodb-js/zstd/bindings.js'
import { Decompress } from 'fzstd'

/** Below this many bytes a frame costs more time than it saves space. */
const worthwhileBytes = 96
/**
 * For frames of two megabytes, level 2 makes 10 % smaller frames than level 1 in nearly the same time. Level 3 makes 6 % smaller ones than
 * level 2, but takes a third longer.
 */
const level = 2

let bindings: Promise<typeof Zstd> | undefined
/** The library, loaded with the first frame: many commands read only the tables. */
const zstd = () => (bindings ??= import('@mongodb-js/zstd/bindings.js'))

/** The bytes to store; the same array when compression does not make it smaller. */
export const compressFrame = async (raw: Uint8Array): Promise<Uint8Array> => {
  if (raw.length < worthwhileBytes) return raw
  const { compress } = await zstd()
  const compressed = await compress(asBuffer(raw), level)
  return compressed.length < raw.length ? compressed : raw
}

/** Undoes compressFrame for a frame that is stored compressed. Rejects on damaged bytes. */
export const decompressFrame = async (stored: Uint8Array): Promise<Buffer> => {
  const { decompress } = await zstd()
  return decompress(asBuffer(stored))
}

/**
 * Decompresses a damaged frame up to the damage, in blocks of 128 kB. The rest is zeros or wrong; the caller verifies it.
 * @param rawBytes size of the whole content
 */
export const decompressPart = (stored: Uint8Array, rawBytes: number): Buffer => {
  const content = Buffer.alloc(rawBytes)
  let at = 0
  const decoder = new Decompress((block) => {
    content.set(block.subarray(0, rawBytes - at), at)
    at = Math.min(rawBytes, at + block.length)
    if (at === rawBytes) throw new Error('the frame is complete')
  })
  try {
    decoder.push(stored, true)
  } catch {
    // The error adds nothing that the caller does not know: the frame is damaged, or complete.
  }
  return content
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
