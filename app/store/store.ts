/** A store: packs, journal and tables as one thing that is written in batches, read, proved and closed. */
import type { ArtifactHash } from '../model/ids.ts'
import type { Database } from './tables/database.ts'
import type { Holdings } from './files/holdings.ts'
import { JournalContents } from './journal-contents.ts'
import { subjectOf } from './files/entry-subject.ts'
import type { NewJournalEntry } from './files/journal-entry.ts'
import type { JournalMark } from './files/journal-line.ts'
import { forgetOtherPlaces, forgettingPlaces } from './tables/last-places.ts'
import type { Lock } from './files/lock.ts'
import { readOnlyStore } from './files/read-only-store.ts'
import { entriesWithNews, newArtifacts } from './new-artifacts.ts'
import type { HeldEntry } from './files/pack-entry.ts'
import type { PackPosition } from './files/pack-files.ts'
import { loadArtifactIndex, loadPresentSessions } from './tables/present-rows.ts'
import { projectUnits, type RowUnit, type Shown } from './tables/project-units.ts'
import { RowCache } from './tables/row-cache.ts'
import type { PackDamage } from './recover-packs.ts'
import { replaceDamaged, type ReplacedPack, type Repair } from './replace-damaged.ts'
import { repack, type RepackOptions } from './repack.ts'
import { sizeOf } from './files/store-folder.ts'
import type { StoreParts } from './store-parts.ts'
import { entriesOf, type StoreUnit } from './tables/store-unit.ts'
import { StoredArtifacts } from './stored-artifacts.ts'
import type { TableRow } from './tables/tables.ts'
import { verifyPacks, type VerifyOptions, type PacksCheck } from './verify-packs.ts'
import { withWrittenSummaries } from './written-summaries.ts'

export class Store extends JournalContents implements Holdings {
  readonly #parts: StoreParts
  /** Subjects of journal entries that the tables do not show yet. */
  readonly #pending: Set<string>
  #queue: Promise<unknown> = Promise.resolve()
  #failed: unknown
  /** Rows of artifacts that the packs hold and the tables do not list yet. */
  #unlisted: readonly TableRow<'artifacts'>[] = []
  readonly #artifacts: StoredArtifacts
  readonly salvaged: StoreParts['salvaged']
  readonly dir: string
  readonly scratch: string
  readonly present = new RowCache(() => this.database.read(loadPresentSessions))

  constructor(parts: StoreParts) {
    super(parts.journal)
    this.#parts = parts
    this.salvaged = parts.salvaged
    this.dir = parts.paths.dir
    this.scratch = parts.paths.scratch
    this.#artifacts = new StoredArtifacts(parts)
    this.#pending = new Set(parts.journal.subjects(parts.projectedSeq))
  }

  get database(): Database {
    return this.#parts.database
  }

  /** Stretches of the packs that could not be read when the store was opened. */
  get damage(): readonly PackDamage[] {
    return this.#parts.damage
  }

  /** Size of the packs, and of the tables with what DuckDB keeps beside them, bytes. */
  async sizes(): Promise<{ readonly packBytes: number; readonly indexBytes: number }> {
    const { packs, paths } = this.#parts
    return { packBytes: packs.bytes, indexBytes: ((await sizeOf(paths.index)) ?? 0) + ((await sizeOf(`${paths.index}.wal`)) ?? 0) }
  }

  /** Whether the packs hold an artifact. */
  async has(hash: ArtifactHash): Promise<boolean> {
    return (await this.#artifacts.index()).has(hash)
  }

  /** Looks up where all artifacts lie, which the first read waits for. */
  prepareReads = (): Promise<unknown> => this.#artifacts.index()

  /** The bytes of an artifact, verified. @throws StrataError not-found, artifact-corrupt */
  read(hash: ArtifactHash): Promise<Buffer> {
    return this.#artifacts.read(hash)
  }

  /** The artifact that a ref, a hash or an unambiguous beginning of one names. @throws StrataError malformed-id, not-found, ambiguous-id */
  findArtifact(name: string): Promise<ArtifactHash> {
    return this.#artifacts.find(name)
  }

  /** How many journal entries the tables do not show yet. */
  get pendingCount(): number {
    return this.#pending.size
  }

  /** Subjects of the journal entries that the tables do not show yet, oldest first; their rows are for projectUnits. */
  pending(): readonly string[] {
    return this.subjects().filter((subject) => this.#pending.has(subject))
  }

  /**
   * Writes a batch: when the promise resolves, all of it survives the end of the process, and the tables show it. When it rejects, none of
   * it was written.
   * @throws StrataError disk-full, store-read-only
   */
  writeUnits(units: readonly StoreUnit[]): Promise<void> {
    return this.#inTurnThenCompact(async () => {
      await this.#parts.database.commit()
      await this.#write(units, entriesOf(units), 'now')
    })
  }

  /**
   * The same for one of many batches: all of it survives, but the tables show it only after `show`, or when anything else is written.
   * What was gathered and could not be shown is pending.
   * @param shown `now`: the last of them. The tables show all that was gathered, or none of this batch was written.
   * @throws StrataError disk-full
   */
  gatherUnits(units: readonly StoreUnit[], shown: Shown = 'later'): Promise<void> {
    return this.#inTurnThenCompact(() => this.#write(units, entriesOf(units), shown))
  }

  /** The artifacts that can be read, each verified: all packs are read. @param checkpoint is called often; what it throws ends it */
  wholeArtifacts(checkpoint: () => void): Promise<{ has(hash: ArtifactHash): boolean }> {
    return this.#artifacts.whole(checkpoint)
  }

  /**
   * Adds artifacts that no entry names yet: they are durable and found, and nothing shows them. One that the packs hold and that cannot be
   * read is written again.
   * @throws StrataError disk-full
   */
  keep(entries: readonly HeldEntry[]): Promise<void> {
    return this.#inTurn(async () => {
      await this.#parts.database.commit()
      await this.#write([], entries, 'now', entries)
    })
  }

  /**
   * Writes entries whose artifacts the packs hold already, all of them or none. The tables do not show them: they are pending.
   * @throws StrataError disk-full
   */
  accept(entries: readonly NewJournalEntry[]): Promise<void> {
    return this.#inTurnThenCompact(async () => {
      const { packs, journal } = this.#parts
      this.#checkWritable()
      if (entries.length === 0) return
      await this.#parts.database.commit()
      await packs.sync()
      await journal.append(entries, packs.end, true)
      for (const entry of entries) this.#pending.add(subjectOf(entry))
    })
  }

  /** Brings rows of entries that the journal already holds into the tables. @throws StrataError disk-full */
  projectUnits(units: readonly RowUnit[]): Promise<void> {
    return this.#inTurn(() => this.#project(units, [], 'now'))
  }

  /** Makes the tables show what was gathered. @throws StrataError disk-full */
  show(): Promise<void> {
    return this.#inTurn(() => this.#parts.database.commit())
  }

  /**
   * Removes unused artifacts from the packs; see repack. Writers wait.
   * @param garbage returns the unused artifacts of the store at that time
   * @throws StrataError artifact-corrupt, disk-full, cancelled
   */
  collect(garbage: () => Promise<ReadonlySet<string>>, options: Omit<RepackOptions, 'garbage'>): Promise<void> {
    return this.#inTurn(async () => {
      this.#checkSettled()
      await this.#parts.database.commit()
      const chosen = { ...options, garbage: await garbage() }
      await repack(this.#parts, await this.#artifacts.index(), chosen).finally(() => this.#artifacts.forgetIndex())
    })
  }

  /** Rewrites the journal without the entries and the history of some subjects. Writers wait. @throws StrataError journal-corrupt, disk-full */
  erase(isErased: (subject: string) => boolean): Promise<unknown> {
    return this.#inTurn(() => this.#parts.journal.compact(isErased))
  }

  /**
   * Replaces damaged packs; see replaceDamaged. Writers wait.
   * @throws StrataError disk-full, cancelled
   */
  replaceDamaged(repair: Repair): Promise<readonly ReplacedPack[]> {
    return this.#inTurn(async () => {
      this.#checkSettled()
      await this.#parts.database.commit()
      return replaceDamaged(this.#parts, await this.#artifacts.index(), repair).finally(() => {
        this.#artifacts.forgetIndex()
        this.#artifacts.forgetEntries()
      })
    })
  }

  /** Checks packs, journal and the table of artifacts; see verifyPacks. Writers wait. @throws StrataError cancelled */
  verify(options: VerifyOptions = {}): Promise<PacksCheck> {
    const { packs, journal, database } = this.#parts
    return this.#inTurn(async () => {
      await database.commit()
      return verifyPacks(packs, journal, await database.read(loadArtifactIndex), options)
    })
  }

  /** Waits for what is being written, then gives everything up; all but the lock, with which the store can be opened again, if it is kept. */
  async close(kept?: 'lock'): Promise<Lock | undefined> {
    await this.#queue
    const { packs, journal, database, lock } = this.#parts
    // What cannot be shown any more is pending when the store is opened again.
    await database.commit().catch(() => undefined)
    await database.close()
    await journal.close()
    await packs.close()
    if (kept === undefined) await lock?.release()
    return lock
  }

  /** Only the next write, or closing, waits until the journal is compacted. */
  #inTurnThenCompact(write: () => Promise<void>): Promise<void> {
    const written = this.#inTurn(write)
    this.#inTurn(async () => this.#failed === undefined && this.#parts.journal.compact()).catch((cause: unknown) => {
      this.#failed = cause
    })
    return written
  }

  /** One after the other, in the order of the calls. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }

  #checkWritable(): void {
    if (this.#parts.lock === undefined) throw readOnlyStore(this.dir)
    if (this.#failed !== undefined) throw new Error('The store has to be opened again', { cause: this.#failed })
  }

  #checkSettled(): void {
    this.#checkWritable()
    if (this.#pending.size > 0) throw new Error('The tables are not up to date')
  }

  async #write(units: readonly StoreUnit[], given: readonly HeldEntry[], shown: Shown, doubted?: readonly HeldEntry[]): Promise<void> {
    const { packs, journal, database } = this.#parts
    this.#checkWritable()
    const held = await this.#artifacts.holdings(doubted ?? entriesOf(units.filter(({ isRepair }) => isRepair)))
    const entries = entriesWithNews(given, held)
    const before = { packs: packs.end, journal: journal.end }
    try {
      const locations = await packs.append(entries)
      await packs.sync()
      await journal.append(
        units.map((unit) => unit.journal),
        packs.end,
      )
      const listed = newArtifacts(entries, locations, held)
      const rows = listed.map(({ row }) => row)
      await this.#project(forgettingPlaces(units, held.lost), rows, shown)
      if (units.length === 0 && held.lost.size > 0) await forgetOtherPlaces(database)
      for (const { hash, location } of listed) held.index.set(hash, location)
    } catch (cause) {
      await this.#rollBack(before.packs, before.journal)
      throw cause
    }
  }

  /** After a failure nothing may be left of the batch, or what is durable and what the tables show would differ. */
  async #rollBack(packs: PackPosition, journal: JournalMark): Promise<void> {
    try {
      if (this.#parts.journal.end.offset > journal.offset) await this.#parts.journal.truncate(journal)
      await this.#parts.packs.truncate(packs)
      this.#artifacts.forgetEntries()
    } catch (cause) {
      // Opening the store again recovers: what the journal holds is projected, the rest is cut off.
      this.#failed = cause
    }
  }

  async #project(units: readonly RowUnit[], artifacts: readonly TableRow<'artifacts'>[], when: Shown): Promise<void> {
    const { packs, journal, database } = this.#parts
    const done = new Set(units.map((unit) => subjectOf(unit.journal)))
    const left = [...this.#pending].filter((subject) => !done.has(subject)).map((subject) => journal.seqOf(subject) ?? Infinity)
    const journalSeq = Math.min(journal.end.seq, ...left.map((seq) => seq - 1))
    const summarised = units.map((unit) => ({ ...unit, rows: withWrittenSummaries(unit.rows, journal) }))
    const listed = [...this.#unlisted, ...artifacts]
    const replaced = units.flatMap(({ replaces }) => replaces ?? [])
    const state = { journalSeq, packs: packs.end }
    const { shown } = await this.present.replacing(replaced, (present) => projectUnits(database, summarised, listed, state, present, when))
    if (when === 'later') this.#loseUnless(shown, done, listed)
    this.#unlisted = []
    for (const subject of done) this.#pending.delete(subject)
  }

  /** What cannot be shown is pending. Made where the rows are known, the function that waits for it would keep all of them in memory. */
  #loseUnless(shown: Promise<void>, subjects: Iterable<string>, artifacts: readonly TableRow<'artifacts'>[]): void {
    shown.catch(() => {
      this.present.forget()
      for (const subject of subjects) this.#pending.add(subject)
      this.#unlisted = [...this.#unlisted, ...artifacts]
    })
  }
}
