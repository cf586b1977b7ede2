/**
 * Copies what is required of a pack to a new one, durable; then an entry of the journal says in one step that the old one is retired; then the
 * tables follow, and the file is removed. A crash at any moment leaves the old pack or the new one.
 */
import { append } from '../model/append.ts'
import { StrataError } from '../model/failure.ts'
import type { ArtifactHash } from '../model/ids.ts'
import { appendRows } from './tables/append-rows.ts'
import type { ArtifactIndex } from './tables/artifact-index.ts'
import { artifactRows } from './tables/artifact-rows.ts'
import { EntryEncoder } from './files/entry-encoder.ts'
import { inMemory } from './files/spillable-bytes.ts'
import type { Journal } from './files/journal.ts'
import { packsSubject } from './files/journal-entry.ts'
import { isCorrupt } from './files/entry-cache.ts'
import { decodePackEntry, openDamagedEntry, readableIn, type HeldEntry } from './files/pack-entry.ts'
import type { ArtifactHead } from './files/pack-head.ts'
import type { EntryLocation, PackFiles } from './files/pack-files.ts'
import { writeState } from './tables/projection.ts'
import { execute } from './tables/query.ts'
import type { StoreParts } from './store-parts.ts'
import type { TableRow } from './tables/tables.ts'

interface Moved {
  readonly rows: readonly TableRow<'artifacts'>[]
  readonly places: readonly { readonly hash: ArtifactHash; readonly location: EntryLocation }[]
}

/** Bytes that are collected before they are written. */
const batchBytes = 16 * 1024 * 1024

export const isSame = (one: EntryLocation | undefined, other: EntryLocation): boolean =>
  one?.packId === other.packId && one.offset === other.offset

/** Whether an artifact that lies in an entry is copied from there. */
export type IsKept = (hash: ArtifactHash, location: EntryLocation) => Promise<boolean> | boolean

/**
 * The required artifacts of an entry, as entries of a new pack; the same bytes when all are required.
 * @param passesDamage false: the whole entry must be readable
 * @throws StrataError artifact-corrupt
 */
const survivors = async (
  packs: PackFiles,
  location: EntryLocation,
  { isKept, passesDamage }: Pick<CopyRules, 'isKept' | 'passesDamage'>,
): Promise<readonly HeldEntry[]> => {
  const bytes = await packs.read(location)
  const opened = await openDamagedEntry(bytes)
  const { artifacts } = opened.head
  const contents = readableIn(opened)
  // It throws, and says which artifacts are damaged.
  if (!passesDamage && (opened.damage !== undefined || contents.includes(undefined))) await decodePackEntry(bytes)
  const needed: { readonly artifact: ArtifactHead; readonly content: Buffer }[] = []
  for (const [at, artifact] of artifacts.entries()) {
    const content = contents[at]
    if (content !== undefined && (await isKept(artifact.hash, location))) needed.push({ artifact, content })
  }
  if (needed.length === artifacts.length && opened.damage === undefined) return [{ artifacts, bytes: new Uint8Array(bytes) }]
  const encoder = new EntryEncoder(inMemory)
  for (const { artifact, content } of needed) await encoder.add(artifact.kind, artifact.hash, content)
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

interface CopyRules {
  /** Whether an entry that cannot be read is passed over; otherwise it ends the copying. */
  readonly passesDamage: boolean
  readonly isKept: IsKept
  /** Replaces what the journal says of lost artifacts; undefined: that stays. */
  readonly lost?: readonly string[]
  /** Gets the bytes of the packs that were gone through, of all. */
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

/** Replaces one pack after the other. */
export class PackCopying {
  readonly #parts: StoreParts
  readonly #index: ArtifactIndex
  readonly #rules: CopyRules
  readonly #total: number
  #done = 0

  constructor(parts: StoreParts, index: ArtifactIndex, rules: CopyRules) {
    this.#parts = parts
    this.#index = index
    this.#rules = rules
    this.#total = parts.packs.bytes
  }

  /** Copies the required entries of a pack, and retires it; after a failure the pack is unchanged. */
  async replace(packId: number): Promise<void> {
    const { packs, journal } = this.#parts
    const before = { packs: packs.end, journal: journal.end }
    try {
      const moved = await this.#copy(packId)
      const lost = this.#rules.lost ?? lostIn(journal)
      const retired = [...packs.retired, packId].sort((a, b) => a - b)
      await journal.append([{ kind: 'packs', retired, ...(lost.length === 0 ? {} : { lost }) }], packs.end)
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
    const rows: TableRow<'artifacts'>[] = []
    const places: Moved['places'][number][] = []
    let batch: HeldEntry[] = []
    const flush = async (): Promise<void> => {
      const moved = await appended(packs, batch)
      append(rows, moved.rows)
      append(places, moved.places)
      batch = []
    }
    for await (const found of packs.scan({ packId, offset: 0 }, packId)) {
      if (this.#rules.signal.aborted) throw new StrataError('cancelled', 'The collection was cancelled')
      if (found.kind === 'entry') append(batch, await this.#survivors(found.location))
      this.#done += found.location.length
      this.#rules.onProgress(this.#done, this.#total)
      if (batch.reduce((sum, { bytes }) => sum + bytes.length, 0) >= batchBytes) await flush()
    }
    await flush()
    return { rows, places }
  }

  async #survivors(location: EntryLocation): Promise<readonly HeldEntry[]> {
    try {
      return await survivors(this.#parts.packs, location, this.#rules)
    } catch (cause) {
      if (this.#rules.passesDamage && isCorrupt(cause)) return []
      throw cause
    }
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

/** Short refs of the artifacts that the last repair found lost. */
export const lostIn = (journal: Journal): readonly string[] => {
  const entry = journal.entry(packsSubject)
  return entry?.kind === 'packs' ? (entry.lost ?? []) : []
}
