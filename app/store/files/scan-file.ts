/** Finds the entries of a pack file by their heads, and continues behind damage of any kind. */
import { StrataError } from '../../model/failure.ts'
import type { AppendFile } from './append-file.ts'
import { openPackEntry } from './pack-entry.ts'
import { decodeHead, entryLength, entryMagic, headerBytes, headLength, type EntryHead } from './pack-head.ts'

/** Offset and length in bytes. */
interface ByteRange {
  readonly offset: number
  readonly length: number
}

/** An entry whose head is intact, or a stretch without entries. */
export type ScannedPart =
  | { readonly kind: 'entry'; readonly range: ByteRange; readonly head: EntryHead }
  | { readonly kind: 'damage'; readonly range: ByteRange; readonly reason: string }

/** Bytes read at a time. */
const windowBytes = 256 * 1024

/**
 * Reads heads only, as long as one entry follows the other. Where none follows, bytes were inserted, removed or changed: the entry is
 * decompressed, and unless it is whole, the search for the next head begins inside it.
 * @param start offset of an entry, bytes
 */
export async function* scanFile(file: AppendFile, start: number): AsyncGenerator<ScannedPart> {
  const view = new FileWindow(file)
  const { size } = file
  if (start > size) yield { kind: 'damage', range: { offset: size, length: 0 }, reason: 'the pack file is shorter than it was' }
  for (let at = await placeAt(view, start); at.offset < size;) {
    const { offset, head } = at
    const length = head === undefined ? 0 : entryLength(head)
    if (head !== undefined && offset + length <= size) {
      yield { kind: 'entry', range: { offset, length }, head }
      at = await placeBehind(view, file, { offset, length }, head)
    } else {
      at = await placeAt(view, await nextHead(view, size, offset + 1))
      const reason = head === undefined ? 'no entry begins here' : 'the entry is cut short'
      yield { kind: 'damage', range: { offset, length: at.offset - offset }, reason }
    }
  }
}

/** An offset, and the head there; undefined when none is intact. */
interface Place {
  readonly offset: number
  readonly head: EntryHead | undefined
}

const placeAt = async (view: FileWindow, offset: number): Promise<Place> => ({ offset, head: await headAt(view, offset) })

/** Where to continue after an entry: at its end, or inside it where another entry begins there. */
const placeBehind = async (view: FileWindow, file: AppendFile, { offset, length }: ByteRange, head: EntryHead): Promise<Place> => {
  const end = await placeAt(view, offset + length)
  if (end.head !== undefined || end.offset === file.size || (await isReadable(await file.read(offset, length)))) return end
  const inside = await nextHead(view, end.offset, offset + head.headBytes)
  return inside < end.offset ? placeAt(view, inside) : end
}

const isReadable = async (entry: Buffer): Promise<boolean> => {
  try {
    await openPackEntry(entry)
    return true
  } catch (cause) {
    if (cause instanceof StrataError && cause.code === 'artifact-corrupt') return false
    throw cause
  }
}

const headAt = async (view: FileWindow, offset: number): Promise<EntryHead | undefined> => {
  const length = headLength(await view.at(offset, headerBytes))
  return length === undefined ? undefined : decodeHead(await view.at(offset, length))
}

/** Offset of the next intact head from `start` on; `limit` when there is none before it. */
const nextHead = async (view: FileWindow, limit: number, start: number): Promise<number> => {
  for (let offset = start; offset < limit;) {
    const bytes = await view.at(offset, Math.min(windowBytes, limit - offset + entryMagic.length - 1))
    const found = bytes.indexOf(entryMagic)
    if (found < 0) offset += Math.max(1, bytes.length - entryMagic.length + 1)
    else if ((await headAt(view, offset + found)) !== undefined) return offset + found
    else offset += found + 1
  }
  return limit
}

/** A piece of a file kept in memory, so that heads close to each other cost one read. */
class FileWindow {
  readonly #file: AppendFile
  #start = 0
  #bytes: Buffer = Buffer.alloc(0)

  constructor(file: AppendFile) {
    this.#file = file
  }

  async at(offset: number, length: number): Promise<Buffer> {
    if (offset < this.#start || offset + length > this.#start + this.#bytes.length) {
      this.#bytes = await this.#file.read(offset, Math.max(length, windowBytes))
      this.#start = offset
    }
    return this.#bytes.subarray(offset - this.#start, offset - this.#start + length)
  }
}
