/** Every place where the packs hold an artifact, for one that cannot be read where the index lists it: damage may have shifted its pack. */
import type { ArtifactHash } from '../model/ids.ts'
import { ArtifactIndex } from './tables/artifact-index.ts'
import type { EntryCache } from './files/entry-cache.ts'
import { firstPosition, type EntryLocation, type PackFiles } from './files/pack-files.ts'

interface Places {
  readonly first: ArtifactIndex
  /** Places of artifacts that several entries contain. */
  readonly others: ReadonlyMap<ArtifactHash, readonly EntryLocation[]>
}

export class ArtifactCopies {
  readonly #packs: PackFiles
  readonly #opened: EntryCache
  #places: Promise<Places> | undefined

  constructor(packs: PackFiles, opened: EntryCache) {
    this.#packs = packs
    this.#opened = opened
  }

  /** The bytes of an artifact from the first entry that gives them, verified; undefined when none does. The heads of all entries are read once. */
  async find(hash: ArtifactHash): Promise<Buffer | undefined> {
    this.#places ??= placesIn(this.#packs)
    const { first, others } = await this.#places
    for (const location of [first.find(hash), ...(others.get(hash) ?? [])]) {
      if (location !== undefined && (await this.#opened.isWhole(hash, location))) return this.#opened.artifact(hash, location)
    }
    return undefined
  }

  /** The packs changed. */
  forget(): void {
    this.#places = undefined
  }
}

const placesIn = async (packs: PackFiles): Promise<Places> => {
  const first = new ArtifactIndex()
  const others = new Map<ArtifactHash, EntryLocation[]>()
  for await (const found of packs.scan(firstPosition)) {
    if (found.kind === 'damage') continue
    for (const { hash } of found.head.artifacts) {
      if (!first.has(hash)) first.set(hash, found.location)
      else others.set(hash, [...(others.get(hash) ?? []), found.location])
    }
  }
  return { first, others }
}
