/** A store that is only looked at: its journal and its packs, without its lock and without its tables, also while another process owns it. */
import { StrataError } from '../model/failure.ts'
import type { ArtifactHash } from '../model/ids.ts'
import { ArtifactCopies } from './artifact-copies.ts'
import { ArtifactIndex } from './tables/artifact-index.ts'
import { storedArtifact } from './tables/find-artifact.ts'
import type { Holdings } from './files/holdings.ts'
import { Journal } from './files/journal.ts'
import type { JournalEntry } from './files/journal-entry.ts'
import { isCorrupt, EntryCache } from './files/entry-cache.ts'
import { firstPosition, PackFiles } from './files/pack-files.ts'
import { exists, storePaths } from './files/store-folder.ts'

export class StoreReader implements Holdings {
  readonly dir: string
  readonly #journal: Journal
  readonly #packs: PackFiles
  readonly #index: ArtifactIndex
  readonly #opened: EntryCache
  readonly #copies: ArtifactCopies

  private constructor(dir: string, journal: Journal, packs: PackFiles, index: ArtifactIndex) {
    this.dir = dir
    this.#journal = journal
    this.#packs = packs
    this.#index = index
    this.#opened = new EntryCache(packs)
    this.#copies = new ArtifactCopies(packs, this.#opened)
  }

  /** @throws StrataError store-missing, store-newer, journal-corrupt */
  static async open(dir: string): Promise<StoreReader> {
    const paths = storePaths(dir)
    if (!(await exists(paths.journal))) throw new StrataError('store-missing', `No store at ${dir}`, { path: dir })
    // The journal first: then the packs contain everything that it names.
    const journal = await Journal.open(paths.journal, true)
    try {
      const packs = await PackFiles.open(paths.packs, { readOnly: true })
      return new StoreReader(dir, journal, packs, await scanned(packs))
    } catch (cause) {
      await journal.close()
      throw cause
    }
  }

  has(hash: ArtifactHash): Promise<boolean> {
    return Promise.resolve(this.#index.has(hash))
  }

  async read(hash: ArtifactHash): Promise<Buffer> {
    try {
      return await this.#opened.artifact(hash, this.#index.find(hash))
    } catch (cause) {
      const copy = isCorrupt(cause) ? await this.#copies.find(hash) : undefined
      if (copy === undefined) throw cause
      return copy
    }
  }

  findArtifact(name: string): Promise<ArtifactHash> {
    return storedArtifact(name, this.#index, this.#packs)
  }

  subjects(): readonly string[] {
    return this.#journal.subjects()
  }

  entry(subject: string): JournalEntry | undefined {
    return this.#journal.entry(subject)
  }

  async close(): Promise<void> {
    await this.#journal.close()
    await this.#packs.close()
  }
}

/** Reads the heads of all entries. What is damaged is not found when it is asked for. */
const scanned = async (packs: PackFiles): Promise<ArtifactIndex> => {
  const index = new ArtifactIndex()
  try {
    for await (const found of packs.scan(firstPosition)) {
      if (found.kind === 'entry') for (const { hash } of found.head.artifacts) index.set(hash, found.location)
    }
    return index
  } catch (cause) {
    await packs.close()
    throw cause
  }
}
