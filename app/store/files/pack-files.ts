/** The pack files of a store: append-only, numbered, each closed for good when it has reached its size. */
import { AppendFile } from './append-file.ts'
import { heldBytes } from './spillable-bytes.ts'
import type { HeldEntry } from './pack-entry.ts'
import { decodeHead, headerBytes, headLength, type EntryHead } from './pack-head.ts'
import { scanFile, type ScannedPart } from './scan-file.ts'
import { packIds, packPath, removeFile, syncFolder } from './store-folder.ts'

/** A place between two entries. Offset in bytes. */
export interface PackPosition {
  readonly packId: number
  readonly offset: number
}

/** Where an entry lies. Offset and length (head included) in bytes. */
export interface EntryLocation extends PackPosition {
  readonly length: number
}

/** One part of a pack, in order: an entry whose head is intact, or a stretch without entries. */
export type Scanned = ScannedPart & { readonly location: EntryLocation }

/** A pack is full at this size, bytes. */
const fullBytes = 256 * 1024 * 1024

export const firstPosition: PackPosition = { packId: 1, offset: 0 }

export const isBefore = (a: PackPosition, b: PackPosition): boolean => a.packId < b.packId || (a.packId === b.packId && a.offset < b.offset)

interface PackOptions {
  readonly readOnly: boolean
  /** Size at which a pack is full, bytes. */
  readonly fullBytes?: number
  /** Numbers of packs that are gone for good. */
  readonly retired?: readonly number[]
}

export class PackFiles {
  /** They may not be written. */
  readonly readOnly: boolean
  readonly #folder: string
  readonly #full: number
  readonly #files: Map<number, AppendFile>
  /**
   * Set when the last pack is missing or shorter than recorded. That pack stays unchanged, and the next entry begins a new pack with this
   * number.
   */
  #next: number | undefined

  /** Packs that are gone for good. */
  readonly #retired: Set<number>

  private constructor(folder: string, files: Map<number, AppendFile>, retired: readonly number[], options: PackOptions) {
    this.readOnly = options.readOnly
    this.#folder = folder
    this.#full = options.fullBytes ?? fullBytes
    this.#files = files
    this.#retired = new Set(retired)
    if (!files.has(this.#last) && this.#last > 0) this.#next = this.#last + 1
  }

  /** Opens every pack in a folder but those that are retired, which are removed. */
  static async open(folder: string, options: PackOptions): Promise<PackFiles> {
    const files = new Map<number, AppendFile>()
    const { readOnly, retired = [] } = options
    for (const packId of await packIds(folder)) {
      const path = packPath(folder, packId)
      if (!retired.includes(packId)) files.set(packId, await AppendFile.open(path, readOnly))
      else if (!readOnly) await removeFile(path).catch(() => undefined)
    }
    return new PackFiles(folder, files, retired, options)
  }

  /** Packs that are gone for good, ascending. */
  get retired(): readonly number[] {
    return [...this.#retired].sort((a, b) => a - b)
  }

  /** Removes a pack whose entries are all unused. Open readers continue; a file that cannot be removed now is removed at the next open. */
  async retire(packId: number): Promise<void> {
    const file = this.#files.get(packId)
    this.#retired.add(packId)
    this.#files.delete(packId)
    await file?.close()
    await removeFile(packPath(this.#folder, packId)).catch(() => undefined)
  }

  /** Highest number in use: of an existing pack, or of one that is gone for good. */
  get #last(): number {
    return Math.max(0, ...this.#files.keys(), ...this.#retired)
  }

  /** Whether the file of a pack exists. */
  has(packId: number): boolean {
    return this.#files.has(packId)
  }

  /** Where the next entry goes, unless its pack is full. */
  get end(): PackPosition {
    if (this.#next !== undefined) return { packId: this.#next, offset: 0 }
    const last = Math.max(...this.#files.keys())
    return this.#files.size === 0 ? firstPosition : { packId: last, offset: this.#files.get(last)?.size ?? 0 }
  }

  /** Size of all packs, bytes. */
  get bytes(): number {
    return [...this.#files.values()].reduce((sum, file) => sum + file.size, 0)
  }

  /**
   * Appends entries to one pack; `sync` makes them durable.
   * @throws StrataError disk-full; the packs are as before
   */
  async append(entries: readonly HeldEntry[]): Promise<readonly EntryLocation[]> {
    if (entries.length === 0) return []
    const { packId, file } = await this.#writable()
    let offset = file.size
    const locations = entries.map(({ bytes: { length } }) => ({ packId, offset: (offset += length) - length, length }))
    const before = file.size
    try {
      for (const some of inWrites(entries)) await file.append(some.map(({ bytes }) => heldBytes(bytes)))
    } catch (cause) {
      if (file.size > before) await file.truncate(before)
      throw cause
    }
    return locations
  }

  async #writable(): Promise<{ readonly packId: number; readonly file: AppendFile }> {
    const end = this.end
    const packId = end.offset >= this.#full ? end.packId + 1 : end.packId
    const found = this.#files.get(packId)
    if (found !== undefined) return { packId, file: found }
    const file = await AppendFile.open(packPath(this.#folder, packId), false)
    await syncFolder(this.#folder)
    this.#files.set(packId, file)
    this.#next = undefined
    return { packId, file }
  }

  /** Makes what was appended last survive a power cut. */
  async sync(): Promise<void> {
    await this.#files.get(this.end.packId)?.sync()
  }

  /** The bytes of an entry; fewer than its length when the pack is shorter or gone. */
  async read(location: EntryLocation): Promise<Buffer> {
    return (await this.#files.get(location.packId)?.read(location.offset, location.length)) ?? Buffer.alloc(0)
  }

  /** The head of an entry; undefined when it is damaged or gone. */
  async head(location: EntryLocation): Promise<EntryHead | undefined> {
    const length = headLength(await this.read({ ...location, length: headerBytes }))
    return length === undefined ? undefined : decodeHead(await this.read({ ...location, length }))
  }

  /** Takes back everything from a position on. */
  async truncate(to: PackPosition): Promise<void> {
    for (const [packId, file] of this.#files) {
      if (packId > to.packId) {
        await file.close()
        await removeFile(file.path)
        this.#files.delete(packId)
      } else if (packId === to.packId && file.size > to.offset) {
        await file.truncate(to.offset)
      }
    }
  }

  /**
   * Leaves the last pack as it is: entries go to a new one. Where the packs had come to, `reached`, may lie in one that is gone, whose number
   * is not taken again; a number that was only kept for a pack that was never made is.
   */
  startBehind(reached: PackPosition): void {
    const free = reached.offset === 0 ? reached.packId : reached.packId + 1
    this.#next = Math.max(free, this.#last + 1)
  }

  /** Goes through the packs from a position on, to the pack `upTo`, reading heads only. */
  async *scan(from: PackPosition, upTo = Infinity): AsyncGenerator<Scanned> {
    const made = Math.max(0, ...this.#files.keys())
    const last = Math.min(upTo, Math.max(from.packId, made))
    for (let packId = from.packId; packId <= last; packId++) {
      const file = this.#files.get(packId)
      const start = packId === from.packId ? from.offset : 0
      if (file !== undefined) for await (const part of scanFile(file, start)) yield placed(packId, part)
      else if (!this.#retired.has(packId) && (packId < made || start > 0))
        yield placed(packId, { kind: 'damage', range: { offset: 0, length: 0 }, reason: 'the pack file is missing' })
    }
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close()
  }
}

const placed = (packId: number, part: ScannedPart): Scanned => ({ ...part, location: { packId, ...part.range } })

/** Bytes that are written at a time, so that entries that wait in a file need not all be read together. */
const writeBytes = 32 * 1024 * 1024

/** The entries, as many at a time as are written together. */
function* inWrites(entries: readonly HeldEntry[]): Generator<readonly HeldEntry[]> {
  let some: HeldEntry[] = []
  let bytes = 0
  for (const entry of entries) {
    some.push(entry)
    bytes += entry.bytes.length
    if (bytes < writeBytes) continue
    yield some
    some = []
    bytes = 0
  }
  if (some.length > 0) yield some
}
