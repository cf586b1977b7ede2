/** Compression of frames: zstd when it makes them smaller, else as they are. It runs in threads of its own. */
import { compress, decompress } from '@mongodb-js/zstd/bindings.js'

/** Below this many bytes a frame costs more time than it saves space. */
const worthwhileBytes = 96
/** Of frames of two megabytes level 2 makes a tenth less than 1 in nearly the same time, and 3 a sixteenth less than 2 in a third more. */
const level = 2

/** The bytes to store; the very same array when compressing would not make it smaller. */
export const compressFrame = async (raw: Uint8Array): Promise<Uint8Array> => {
  if (raw.length < worthwhileBytes) return raw
  const compressed = await compress(asBuffer(raw), level)
  return compressed.length < raw.length ? compressed : raw
}

/** Undoes compressFrame for a frame that is stored compressed. Rejects on damaged bytes. */
export const decompressFrame = (stored: Uint8Array): Promise<Buffer> => decompress(asBuffer(stored))

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
