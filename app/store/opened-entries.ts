/** Entries that were read last, decompressed: neighbouring artifacts mostly share one. */
import type { OpenedEntry } from './pack-entry.ts'
import type { EntryLocation } from './pack-files.ts'

/** Decompressed bytes that are kept. */
const keptBytes = 16 * 1024 * 1024

export class OpenedEntries {
  readonly #open: (location: EntryLocation) => Promise<OpenedEntry>
  /** By place; the one that was used last is the last. */
  readonly #kept = new Map<string, { readonly entry: Promise<OpenedEntry>; bytes: number }>()

  /** @param open reads an entry that is not kept. */
  constructor(open: (location: EntryLocation) => Promise<OpenedEntry>) {
    this.#open = open
  }

  /** @throws StrataError artifact-corrupt */
  at(location: EntryLocation): Promise<OpenedEntry> {
    const key = `${location.packId}:${location.offset}`
    const kept = this.#kept.get(key) ?? this.#load(key, location)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept.entry
  }

  /** Forgets everything: the packs were cut, and other entries may come to lie in the same places. */
  clear(): void {
    this.#kept.clear()
  }

  #load(key: string, location: EntryLocation): { readonly entry: Promise<OpenedEntry>; bytes: number } {
    const kept = { entry: this.#open(location), bytes: 0 }
    kept.entry.then(
      ({ raw }) => {
        kept.bytes = raw.length
        this.#shrink()
      },
      // Whoever asked hears of it; the next one tries again.
      () => this.#kept.delete(key),
    )
    return kept
  }

  #shrink(): void {
    let bytes = [...this.#kept.values()].reduce((sum, kept) => sum + kept.bytes, 0)
    for (const [key, kept] of this.#kept) {
      if (bytes <= keptBytes) return
      this.#kept.delete(key)
      bytes -= kept.bytes
    }
  }
}
