/** The artifacts of an open store: where each lies, and its bytes. */
import type { ArtifactHash } from '../model/ids.ts'
import { ArtifactCopies } from './artifact-copies.ts'
import { ArtifactIndex } from './tables/artifact-index.ts'
import { findArtifact, listedLocation } from './tables/find-artifact.ts'
import type { PackHoldings } from './new-artifacts.ts'
import { isCorrupt, EntryCache } from './files/entry-cache.ts'
import { openDamagedEntry, readableIn, type HeldEntry } from './files/pack-entry.ts'
import { firstPosition, type EntryLocation } from './files/pack-files.ts'
import { loadArtifactIndex } from './tables/present-rows.ts'
import type { StoreParts } from './store-parts.ts'

/** The first artifacts are looked up in the tables one by one; then where all lie is read, which takes as long as ten look-ups. */
const singleLookUps = 4

export class StoredArtifacts {
  readonly #parts: Pick<StoreParts, 'packs' | 'database'>
  readonly #opened: EntryCache
  readonly #copies: ArtifactCopies
  #index: Promise<ArtifactIndex> | undefined
  #lookUps = 0

  constructor(parts: Pick<StoreParts, 'packs' | 'database'>) {
    this.#parts = parts
    this.#opened = new EntryCache(parts.packs)
    this.#copies = new ArtifactCopies(parts.packs, this.#opened)
  }

  /** Read from the tables when it is first needed. */
  index(): Promise<ArtifactIndex> {
    this.#index ??= this.#parts.database.read(loadArtifactIndex)
    return this.#index
  }

  /** The contents of the packs. @param doubted entries whose artifacts may be damaged: each is read */
  async holdings(doubted: readonly HeldEntry[]): Promise<PackHoldings> {
    const index = await this.index()
    const lost = new Set<ArtifactHash>()
    for (const { hash } of doubted.flatMap(({ artifacts }) => artifacts)) {
      const location = index.find(hash)
      if (location !== undefined && !(await this.#opened.isWhole(hash, location))) lost.add(hash)
    }
    return { index, lost }
  }

  /** The artifacts that can be read, each verified: all packs are read. */
  async whole(checkpoint: () => void): Promise<ArtifactIndex> {
    const { packs } = this.#parts
    const whole = new ArtifactIndex()
    for await (const found of packs.scan(firstPosition)) {
      checkpoint()
      if (found.kind === 'damage') continue
      for (const hash of await wholeIn(await packs.read(found.location))) whole.set(hash, found.location)
    }
    return whole
  }

  /** @throws StrataError not-found, artifact-corrupt */
  async read(hash: ArtifactHash): Promise<Buffer> {
    const location = await this.#locate(hash)
    try {
      return await this.#opened.artifact(hash, location)
    } catch (cause) {
      const now = await this.#locate(hash)
      // It was moved to another pack while it was looked for.
      if (now !== undefined && now.packId !== location?.packId) return this.#opened.artifact(hash, now)
      if (!isCorrupt(cause)) throw cause
      const copy = await this.#copies.find(hash)
      if (copy === undefined) throw cause
      return copy
    }
  }

  async #locate(hash: ArtifactHash): Promise<EntryLocation | undefined> {
    if (this.#index === undefined && this.#lookUps < singleLookUps) {
      this.#lookUps += 1
      return listedLocation(hash, this.#parts.database)
    }
    return (await this.index()).find(hash)
  }

  /** @throws StrataError malformed-id, not-found, ambiguous-id */
  async find(name: string): Promise<ArtifactHash> {
    return findArtifact(name, this.#parts.database, await this.#index, this.#parts.packs)
  }

  /** The packs were cut: other entries may come to lie in the same places. */
  forgetEntries(): void {
    this.#opened.clear()
    this.#copies.forget()
  }

  /** Artifacts were removed: the tables say what is left. */
  forgetIndex(): void {
    this.#index = undefined
    this.#copies.forget()
  }
}

/** The artifacts of an entry whose content is right. */
const wholeIn = async (entry: Buffer): Promise<readonly ArtifactHash[]> => {
  try {
    const opened = await openDamagedEntry(entry)
    const contents = readableIn(opened)
    return opened.head.artifacts.flatMap(({ hash }, at) => (contents[at] === undefined ? [] : [hash]))
  } catch (cause) {
    if (isCorrupt(cause)) return []
    throw cause
  }
}
