/**
 * Leaves artifacts out of the packs that nothing needs. A pack is copied without them to a new one, durable; then an entry of the journal
 * says in one step that the old one is retired; then the tables follow, and the file is removed. A crash at any moment leaves the old
 * pack or the new one.
 */
import { StrataError } from '../model/failure.ts'
import type { ArtifactHash } from '../model/ids.ts'
import { appendRows } from './append-rows.ts'
import type { ArtifactIndex } from './artifact-index.ts'
import { artifactRows } from './artifact-rows.ts'
import { EntryEncoder } from './entry-encoder.ts'
import { inMemory } from './held-bytes.ts'
import { decodePackEntry, type HeldEntry } from './pack-entry.ts'
import type { EntryLocation, PackFiles } from './pack-files.ts'
import { writeState } from './projection.ts'
import { execute } from './query.ts'
import type { StoreParts } from './store-parts.ts'
import type { TableRow } from './tables.ts'

export interface RepackOptions {
  /** Full hashes of the artifacts that nothing needs. */
  readonly garbage: ReadonlySet<string>
  /** Gets the bytes of the packs that were gone through, of all. */
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

interface Moved {
  readonly rows: readonly TableRow<'artifacts'>[]
  readonly places: readonly { readonly hash: ArtifactHash; readonly location: EntryLocation }[]
}

/** What is gathered before it is written, bytes. */
const batchBytes = 16 * 1024 * 1024

const isSame = (one: EntryLocation | undefined, other: EntryLocation): boolean =>
  one?.packId === other.packId && one.offset === other.offset

/** What of an entry is needed, as entries of a new pack; the same bytes when that is all of it. */
const survivors = async (
  packs: PackFiles,
  location: EntryLocation,
  index: ArtifactIndex,
  garbage: ReadonlySet<string>,
): Promise<readonly HeldEntry[]> => {
  const bytes = await packs.read(location)
  const { head, contents } = await decodePackEntry(bytes)
  // An artifact may stand in several entries: it is kept where the index finds it.
  const isNeeded = head.artifacts.map(({ hash }) => !garbage.has(hash) && isSame(index.find(hash), location))
  if (!isNeeded.includes(false)) return [{ artifacts: head.artifacts, bytes: new Uint8Array(bytes) }]
  const encoder = new EntryEncoder(inMemory)
  for (const [at, { kind, hash }] of head.artifacts.entries()) {
    const content = contents[at]
    if (isNeeded[at] === true && content !== undefined) await encoder.add(kind, hash, content)
  }
  return encoder.done()
}

const appended = async (packs: PackFiles, entries: readonly HeldEntry[]): Promise<Moved> => {
  const locations = await packs.append(entries)
  await packs.sync()
  const placed = entries.flatMap(({ artifacts }, at) => {
    const location = locations[at]
    return location === undefined ? [] : [{ artifacts, location }]
  })
  return {
    rows: placed.flatMap(({ artifacts, location }) => artifactRows(artifacts, location)),
    places: placed.flatMap(({ artifacts, location }) => artifacts.map(({ hash }) => ({ hash, location }))),
  }
}

/** Packs that hold something that nothing needs; none that is damaged, which a backup may complete. */
const packsToCopy = async (packs: PackFiles, index: ArtifactIndex, garbage: ReadonlySet<string>): Promise<readonly number[]> => {
  const found = new Set<number>()
  const damaged = new Set<number>()
  for await (const one of packs.scan({ packId: 1, offset: 0 })) {
    const { packId } = one.location
    if (one.kind === 'damage') damaged.add(packId)
    else if (one.head.artifacts.some(({ hash }) => garbage.has(hash) && isSame(index.find(hash), one.location))) found.add(packId)
  }
  return [...found].filter((packId) => !damaged.has(packId))
}

class Copying {
  readonly #parts: StoreParts
  readonly #index: ArtifactIndex
  readonly #options: RepackOptions
  readonly #total: number
  #done = 0

  constructor(parts: StoreParts, index: ArtifactIndex, options: RepackOptions) {
    this.#parts = parts
    this.#index = index
    this.#options = options
    this.#total = parts.packs.bytes
  }

  /** Copies what is needed of a pack, and retires it; after a failure the pack is as it was. */
  async replace(packId: number): Promise<void> {
    const { packs, journal } = this.#parts
    const before = { packs: packs.end, journal: journal.end }
    try {
      const moved = await this.#copy(packId)
      await journal.append([{ kind: 'packs', retired: [...packs.retired, packId].sort((a, b) => a - b) }], packs.end)
      await this.#show(packId, moved)
      for (const { hash, location } of moved.places) this.#index.set(hash, location)
    } catch (cause) {
      if (journal.end.offset > before.journal.offset) await journal.truncate(before.journal)
      await packs.truncate(before.packs)
      throw cause
    }
    await packs.retire(packId)
  }

  async #copy(packId: number): Promise<Moved> {
    const { packs } = this.#parts
    const { garbage, onProgress, signal } = this.#options
    const rows: TableRow<'artifacts'>[] = []
    const places: Moved['places'][number][] = []
    let batch: HeldEntry[] = []
    const flush = async (): Promise<void> => {
      const moved = await appended(packs, batch)
      rows.push(...moved.rows)
      places.push(...moved.places)
      batch = []
    }
    for await (const { location } of packs.scan({ packId, offset: 0 }, packId)) {
      if (signal.aborted) throw new StrataError('cancelled', 'The collection was cancelled')
      batch.push(...(await survivors(packs, location, this.#index, garbage)))
      this.#done += location.length
      onProgress(this.#done, this.#total)
      if (batch.reduce((sum, { bytes }) => sum + bytes.length, 0) >= batchBytes) await flush()
    }
    await flush()
    return { rows, places }
  }

  #show(packId: number, { rows }: Moved): Promise<void> {
    const { database, packs, journal } = this.#parts
    return database.transaction(async (connection) => {
      await execute(connection, 'DELETE FROM artifacts WHERE pack_id = $pack::INTEGER', { pack: packId })
      await appendRows(connection, 'artifacts', rows)
      await writeState({ journalSeq: journal.end.seq, packs: packs.end }, connection)
    })
  }
}

/**
 * Nobody may write meanwhile; reading goes on. The index knows afterwards where everything lies, and still knows what is gone.
 * @throws StrataError artifact-corrupt, disk-full, cancelled; packs that were done before stay done
 */
export const repack = async (parts: StoreParts, index: ArtifactIndex, options: RepackOptions): Promise<void> => {
  const ids = await packsToCopy(parts.packs, index, options.garbage)
  if (ids.length === 0) return
  parts.packs.startBehind(parts.packs.end)
  const copying = new Copying(parts, index, options)
  for (const packId of ids) await copying.replace(packId)
}
