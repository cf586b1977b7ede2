/** Checks the packs when a store is opened: lists entries that the tables do not know yet, and cuts off a torn tail. */
import type { ArtifactIndex } from './tables/artifact-index.ts'
import { artifactRows } from './tables/artifact-rows.ts'
import { StrataError } from '../model/failure.ts'
import { artifactHash } from '../model/ids.ts'
import { EntryCache } from './files/entry-cache.ts'
import { decodePackEntry } from './files/pack-entry.ts'
import { isBefore, type EntryLocation, type PackFiles, type PackPosition, type Scanned } from './files/pack-files.ts'
import type { TableRow } from './tables/tables.ts'

/** A stretch of the packs that cannot be read. */
export interface PackDamage {
  readonly location: EntryLocation
  readonly reason: string
}

/**
 * Whether the entries of a pack follow each other up to a position, the last one whole: then what lies behind it was never acknowledged.
 * Otherwise bytes were inserted or removed before the position.
 */
export const isIntactUpTo = async (packs: PackFiles, { packId, offset }: PackPosition): Promise<boolean> => {
  if (offset === 0 || !packs.has(packId)) return true
  let last: Scanned | undefined
  for await (const found of packs.scan({ packId, offset: 0 }, packId)) {
    if (found.kind === 'damage' || found.location.offset >= offset) break
    last = found
  }
  if (last === undefined || last.location.offset + last.location.length !== offset) return false
  return isWhole(packs, last)
}

/** Artifacts to list. */
export interface FoundArtifacts {
  /** One row an artifact. */
  readonly rows: readonly TableRow<'artifacts'>[]
  /** Full hashes of those that may be listed elsewhere already, where they cannot be read. */
  readonly moved: readonly string[]
}

/**
 * Scans from `from` to the end. Artifacts that `index` lacks go to `list`, a batch at a time, and into the index; so do those that cannot be
 * read where it has them.
 * Up to `acknowledged` nothing is cut off: damage there is reported. After it, the first entry that is not whole ends the packs; it is cut off
 * unless they may only be read, or the pack is damaged before that: such a pack stays as it is, and the next entry begins another.
 */
export const recoverPacks = async (
  packs: PackFiles,
  from: PackPosition,
  acknowledged: PackPosition,
  index: ArtifactIndex,
  list: (found: FoundArtifacts) => Promise<void>,
): Promise<readonly PackDamage[]> => {
  const isIntact = await isIntactUpTo(packs, acknowledged)
  const damage: PackDamage[] = []
  const batch = new Batch(index, new EntryCache(packs))
  let cut: PackPosition | undefined
  for await (const found of packs.scan(from)) {
    const isAcknowledged = isBefore(found.location, acknowledged)
    if (isIntact && !isAcknowledged && !(await isWhole(packs, found))) {
      cut = found.location
      break
    }
    if (found.kind === 'damage') damage.push({ location: found.location, reason: found.reason })
    else await batch.add(found)
    if (batch.size >= batchRows) await list(batch.take())
  }
  await list(batch.take())
  if (cut !== undefined && !packs.readOnly) await packs.truncate(cut)
  leaveDamaged(packs, acknowledged, isIntact)
  return damage
}

/** A pack that lost or gained bytes stays as it is, for a backup to replace. */
const leaveDamaged = (packs: PackFiles, acknowledged: PackPosition, isIntact: boolean): void => {
  if (isBefore(packs.end, acknowledged)) packs.startBehind(acknowledged)
  else if (!isIntact) packs.startBehind(packs.end)
}

const batchRows = 65_536

/** Gathers the artifacts of entries that the index lacks, or cannot have where it says, and adds them to it. */
class Batch {
  readonly #index: ArtifactIndex
  readonly #opened: EntryCache
  readonly #rows = new Map<string, TableRow<'artifacts'>>()
  readonly #moved = new Set<string>()

  constructor(index: ArtifactIndex, opened: EntryCache) {
    this.#index = index
    this.#opened = opened
  }

  get size(): number {
    return this.#rows.size
  }

  async add({ head, location }: Extract<Scanned, { kind: 'entry' }>): Promise<void> {
    for (const row of artifactRows(head.artifacts, location)) {
      const hash = artifactHash(row.artifactHash)
      const before = this.#index.find(hash)
      if (before !== undefined && (await this.#opened.isWhole(hash, before))) continue
      if (before !== undefined) this.#moved.add(hash)
      this.#index.set(hash, location)
      this.#rows.set(hash, row)
    }
  }

  take(): FoundArtifacts {
    const taken = { rows: [...this.#rows.values()], moved: [...this.#moved] }
    this.#rows.clear()
    this.#moved.clear()
    return taken
  }
}

const isWhole = async (packs: PackFiles, found: Scanned): Promise<boolean> => {
  if (found.kind === 'damage') return false
  try {
    await decodePackEntry(await packs.read(found.location))
    return true
  } catch (cause) {
    if (cause instanceof StrataError && cause.code === 'artifact-corrupt') return false
    throw cause
  }
}
