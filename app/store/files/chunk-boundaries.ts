/** Where content above 262,144 bytes is cut into chunks: a gear hash over the bytes, so the cuts follow the content (events-v1 §4.3). */
import wasmBase64 from './assembly/cut-chunks.ts?wasm'
import { gearTable } from './gear-table.ts'

/** Content up to this size is one chunk, bytes. */
export const singleChunkBytes = 262_144
/** A chunk never grows beyond this, and a rest up to this is not searched, bytes. */
const maxChunkBytes = 131_072
const minChunkBytes = 8_192

/** Bytes of content that are searched at a time. */
export const windowBytes = 1 << 20
const pageBytes = 65_536

/** The exports of the WASM module; see assembly/cut-chunks.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  readonly free: WebAssembly.Global
  readonly cut: (table: number, content: number, length: number, fewest: number, most: number, ends: number) => number
}

interface Cutter {
  readonly cut: (length: number) => number
  readonly content: Uint8Array
  readonly ends: Uint32Array
}

const openCutter = (): Cutter => {
  const exports = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(wasmBase64, 'base64')), {}).exports as unknown as Exports
  const table = (exports.free.value + 15) & ~15
  const ends = table + gearTable.length * 4
  const maxEnds = Math.ceil(windowBytes / minChunkBytes) + 1
  const content = ends + maxEnds * 4
  exports.memory.grow(Math.ceil((content + windowBytes) / pageBytes))
  const { buffer } = exports.memory
  new Int32Array(buffer, table, gearTable.length).set(gearTable)
  return {
    cut: (length) => exports.cut(table, content, length, minChunkBytes, maxChunkBytes, ends),
    content: new Uint8Array(buffer, content, windowBytes),
    ends: new Uint32Array(buffer, ends, maxEnds),
  }
}

let cutter: Cutter | undefined

/** Copies the bytes of the parts from an offset on, as far as there is room. @returns how many bytes */
const copyFrom = (parts: readonly Uint8Array[], from: number, to: Uint8Array): number => {
  let skip = from
  let filled = 0
  for (const part of parts) {
    const taken = part.subarray(skip, skip + to.length - filled)
    to.set(taken, filled)
    filled += taken.length
    if (filled === to.length) break
    skip = Math.max(0, skip - part.length)
  }
  return filled
}

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0)

/**
 * Sizes of the chunks at the beginning of a content whose ends are certain: the rest is no larger than the largest chunk.
 * @param parts the content, in pieces that follow each other
 */
export const certainChunks = (parts: readonly Uint8Array[]): readonly number[] => {
  cutter ??= openCutter()
  const sizes: number[] = []
  const length = lengthOf(parts)
  for (let from = 0; length - from > maxChunkBytes;) {
    const chunks = cutter.cut(copyFrom(parts, from, cutter.content))
    let start = 0
    for (const end of cutter.ends.subarray(0, chunks)) {
      sizes.push(end - start)
      start = end
    }
    from += start
  }
  return sizes
}

/** Sizes of the chunks of a whole content, bytes, in order. Their sum is the length of the content. */
export const chunkSizes = (bytes: Uint8Array): readonly number[] => {
  if (bytes.length <= singleChunkBytes) return [bytes.length]
  const sizes = certainChunks([bytes])
  const rest = bytes.length - sizes.reduce((sum, size) => sum + size, 0)
  return rest === 0 ? sizes : [...sizes, rest]
}
