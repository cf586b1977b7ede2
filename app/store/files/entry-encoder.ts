/** Gathers artifacts into entries: small ones share an entry, since many together compress far better than each alone. */
import type { ArtifactHash } from '../../model/ids.ts'
import type { HeldBytes } from './spillable-bytes.ts'
import { encodePackEntry, encodeSharedEntry, type EncodedEntry, type HeldEntry } from './pack-entry.ts'
import { maxArtifacts, type ArtifactHead, type EntryKind } from './pack-head.ts'

/** A shared entry is full at this size, bytes: reading one artifact means to decompress all that it shares its entry with. */
const fullBytes = 2 * 1024 * 1024

/** Memory of entries that were compressed: new memory costs about as much time as filling it. */
const idle: Buffer[] = []
const maxIdle = 4

const releaseMemory = (memory: Buffer): void => {
  if (idle.length < maxIdle) idle.push(memory)
}

/** @typeParam Held how entries wait until they are appended. */
export class EntryEncoder<Held extends HeldBytes> {
  readonly #hold: (bytes: EncodedEntry['bytes']) => Held
  readonly #entries: Promise<HeldEntry<Held>>[] = []
  #artifacts: ArtifactHead[] = []
  /** The contents of `#artifacts`, one after the other. */
  #memory: Buffer | undefined
  #bytes = 0

  constructor(hold: (bytes: EncodedEntry['bytes']) => Held) {
    this.#hold = hold
  }

  /** Memory for an artifact that is about to be added, which is added without a copy; it is the same memory until then. */
  room(bytes: number): Buffer {
    return bytes >= fullBytes ? Buffer.allocUnsafeSlow(bytes) : this.#roomIn(bytes)
  }

  /** Takes an artifact whose hash is known. Waits while the entry before last is compressed, so that memory stays bounded. */
  async add(kind: EntryKind, hash: ArtifactHash, raw: Uint8Array): Promise<void> {
    if (raw.length >= fullBytes) {
      this.#push(encodePackEntry(kind, hash, raw))
    } else {
      const room = this.#roomIn(raw.length)
      if (raw.buffer !== room.buffer || raw.byteOffset !== room.byteOffset) room.set(raw)
      this.#artifacts.push({ kind, hash, rawBytes: raw.length })
      this.#bytes += raw.length
    }
    await this.#entries.at(-2)
  }

  /** All entries, in the order in which they were begun. */
  done(): Promise<readonly HeldEntry<Held>[]> {
    this.#close()
    return Promise.all(this.#entries)
  }

  #push(encoded: Promise<EncodedEntry>): void {
    this.#entries.push(encoded.then(({ artifacts, bytes }) => ({ artifacts, bytes: this.#hold(bytes) })))
  }

  #roomIn(bytes: number): Buffer {
    if (this.#bytes + bytes > fullBytes || this.#artifacts.length === maxArtifacts) this.#close()
    this.#memory ??= idle.pop() ?? Buffer.allocUnsafeSlow(fullBytes)
    return this.#memory.subarray(this.#bytes, this.#bytes + bytes)
  }

  #close(): void {
    const memory = this.#memory
    if (memory === undefined) return
    const content = memory.subarray(0, this.#bytes)
    const [first, ...others] = this.#artifacts
    if (first === undefined) releaseMemory(memory)
    else {
      const encoded = others.length === 0 ? encodePackEntry(first.kind, first.hash, content) : encodeSharedEntry(this.#artifacts, content)
      this.#push(encoded.finally(() => releaseMemory(memory)))
    }
    this.#memory = undefined
    this.#artifacts = []
    this.#bytes = 0
  }
}
