/** Entries that were read last, decompressed: neighbouring artifacts mostly share one. */
import { StrataError } from '../../model/failure.ts'
import { refOf, type ArtifactHash } from '../../model/ids.ts'
import { artifactIn, openDamagedEntry, type OpenedEntry } from './pack-entry.ts'
import type { EntryLocation, PackFiles } from './pack-files.ts'

/** Decompressed bytes that are kept. */
const keptBytes = 16 * 1024 * 1024

/** True for an artifact that cannot be read where it is to lie. */
export const isCorrupt = (thrown: unknown): boolean => thrown instanceof StrataError && thrown.code === 'artifact-corrupt'

export class EntryCache {
  readonly #packs: PackFiles
  /** By place; the one that was used last is the last. */
  readonly #kept = new Map<string, { readonly entry: Promise<OpenedEntry>; bytes: number }>()

  constructor(packs: PackFiles) {
    this.#packs = packs
  }

  /**
   * The bytes of an artifact, verified.
   * @param location of the entry that is to hold it; undefined: none does
   * @throws StrataError not-found, artifact-corrupt
   */
  async artifact(hash: ArtifactHash, location: EntryLocation | undefined): Promise<Buffer> {
    if (location === undefined)
      throw new StrataError('not-found', `The store does not contain the artifact ${refOf(hash)}`, {
        artifact: hash,
        list: 'strata sql "FROM artifacts"',
      })
    const content = artifactIn(await this.#at(location), hash)
    if (content === undefined)
      throw new StrataError('artifact-corrupt', `Another artifact lies where ${refOf(hash)} should be`, { artifact: hash })
    return content
  }

  /** Whether an artifact can be read where it is to lie. */
  async isWhole(hash: ArtifactHash, location: EntryLocation): Promise<boolean> {
    try {
      await this.artifact(hash, location)
      return true
    } catch (cause) {
      if (isCorrupt(cause)) return false
      throw cause
    }
  }

  #at(location: EntryLocation): Promise<OpenedEntry> {
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
    const kept = { entry: this.#packs.read(location).then(openDamagedEntry), bytes: 0 }
    kept.entry.then(
      ({ raw }) => {
        kept.bytes = raw.length
        this.#shrink()
      },
      // The caller gets the error; the next caller tries again.
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
