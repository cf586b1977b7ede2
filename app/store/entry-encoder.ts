/** Gathers artifacts into entries: small ones share an entry, since many together compress far better than each alone. */
import type { ArtifactHash } from '../model/ids.ts'
import { encodePackEntry, encodeSharedEntry, type EncodedEntry } from './pack-entry.ts'
import { mostArtifacts, type ArtifactHead, type EntryKind } from './pack-head.ts'

/** A shared entry is full at this size, bytes: reading one artifact means to decompress all that it shares its entry with. */
const fullBytes = 2 * 1024 * 1024

export class EntryEncoder {
  readonly #entries: Promise<EncodedEntry>[] = []
  #artifacts: ArtifactHead[] = []
  #contents: Uint8Array[] = []
  #bytes = 0

  /** Takes an artifact whose hash is known. Waits while the entry before last is compressed, so that memory stays bounded. */
  async add(kind: EntryKind, hash: ArtifactHash, raw: Uint8Array): Promise<void> {
    if (raw.length >= fullBytes) {
      this.#entries.push(encodePackEntry(kind, hash, raw))
    } else {
      if (this.#bytes + raw.length > fullBytes || this.#artifacts.length === mostArtifacts) this.#close()
      this.#artifacts.push({ kind, hash, rawBytes: raw.length })
      this.#contents.push(raw)
      this.#bytes += raw.length
    }
    await this.#entries.at(-2)
  }

  /** All entries, in the order in which they were begun. */
  done(): Promise<readonly EncodedEntry[]> {
    this.#close()
    return Promise.all(this.#entries)
  }

  #close(): void {
    const [first, ...others] = this.#artifacts
    const [content] = this.#contents
    if (first === undefined || content === undefined) return
    this.#entries.push(
      others.length === 0 ? encodePackEntry(first.kind, first.hash, content) : encodeSharedEntry(this.#artifacts, this.#contents),
    )
    this.#artifacts = []
    this.#contents = []
    this.#bytes = 0
  }
}
