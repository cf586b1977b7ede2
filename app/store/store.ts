/** A store: packs, journal and tables as one thing that is written in batches, read, proved and closed. */
import { StrataError } from '../model/failure.ts'
import { artifactHash, refOf, type ArtifactHash } from '../model/ids.ts'
import type { ArtifactIndex } from './artifact-index.ts'
import { artifactRows } from './artifact-rows.ts'
import { text } from './columns.ts'
import type { Database } from './database.ts'
import type { Journal, JournalMark } from './journal.ts'
import { isWish, sessionSubject, subjectOf, summarySubject, type JournalEntry, type SessionEntry, type Wish } from './journal-entry.ts'
import type { Lock } from './lock.ts'
import { OpenedEntries } from './opened-entries.ts'
import { artifactIn, openPackEntry, type EncodedEntry } from './pack-entry.ts'
import type { EntryLocation, PackFiles, PackPosition } from './pack-files.ts'
import { loadArtifactIndex, loadPresentSessions } from './present-rows.ts'
import { projectUnits, type RowUnit } from './project-units.ts'
import type { PackDamage } from './recover-packs.ts'
import { sizeOf, type StorePaths } from './store-folder.ts'
import type { TableRow, TableRows } from './tables.ts'
import { verifyPacks, type VerifyOptions, type VerifyResult } from './verify-packs.ts'

/** One change, complete: what goes to the packs, to the journal and to the tables. */
export interface StoreUnit extends RowUnit {
  /** Entries that the packs may have already: they are kept once, unless they hold something new too. */
  readonly entries: readonly EncodedEntry[]
}

/** What an open store is made of. */
export interface StoreParts {
  readonly paths: StorePaths
  /** Undefined in a store that is open for reading only. */
  readonly lock: Lock | undefined
  readonly packs: PackFiles
  readonly journal: Journal
  readonly database: Database
  readonly damage: readonly PackDamage[]
  /** The tables show every journal entry up to this number. */
  readonly projectedSeq: number
}

export class Store {
  readonly #parts: StoreParts
  /** Subjects of journal entries that the tables do not show yet. */
  readonly #pending: Set<string>
  #index: Promise<ArtifactIndex> | undefined
  #present: Promise<Set<string>> | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #failed: unknown
  readonly #opened: OpenedEntries

  /** Use openStore. */
  constructor(parts: StoreParts) {
    this.#parts = parts
    this.#opened = new OpenedEntries(async (location) => openPackEntry(await parts.packs.read(location)))
    this.#pending = new Set(parts.journal.subjects(parts.projectedSeq))
  }

  get dir(): string {
    return this.#parts.paths.dir
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
    return (await this.#loadIndex()).has(hash)
  }

  /** The bytes of an artifact, verified. @throws StrataError not-found, artifact-corrupt */
  async read(hash: ArtifactHash): Promise<Buffer> {
    const location = (await this.#loadIndex()).find(hash)
    if (location === undefined) throw new StrataError('not-found', `The store has no artifact ${refOf(hash)}`, { artifact: hash })
    const content = artifactIn(await this.#opened.at(location), hash)
    if (content === undefined)
      throw new StrataError('artifact-corrupt', `Another artifact lies where ${refOf(hash)} should be`, { artifact: hash })
    return content
  }

  /**
   * The artifact that a ref, a hash or an unambiguous beginning of one names.
   * @throws StrataError malformed-id, not-found, ambiguous-id (its data lists the candidates)
   */
  async findArtifact(name: string): Promise<ArtifactHash> {
    const prefix = /^(?:art-)?([0-9a-f]{4,64})$/.exec(name)?.[1]
    if (prefix === undefined) throw new StrataError('malformed-id', `“${name}” is not an artifact ref or hash`, { text: name })
    const found = await (prefix.length < 8 ? this.#listed(prefix) : this.#stored(prefix))
    const [hash] = found
    if (hash === undefined) throw new StrataError('not-found', `The store has no artifact ${name}`, { text: name })
    if (found.length === 1) return hash
    throw new StrataError('ambiguous-id', `${name} may be any of ${found.length} artifacts`, { text: name, candidates: found })
  }

  async #listed(prefix: string): Promise<readonly ArtifactHash[]> {
    const sql = 'SELECT DISTINCT artifact_hash FROM artifacts WHERE starts_with(artifact_hash, $prefix::VARCHAR) ORDER BY ALL LIMIT 20'
    return (await this.database.query(sql, { hash: text('artifact_hash') }, { prefix })).map((row) => artifactHash(row.hash))
  }

  async #stored(prefix: string): Promise<readonly ArtifactHash[]> {
    const locations = (await this.#loadIndex()).startingWith(prefix)
    const heads = await Promise.all(locations.map((location) => this.#parts.packs.head(location)))
    const hashes = heads.flatMap((head) => (head?.artifacts ?? []).map(({ hash }) => hash))
    return [...new Set(hashes)].filter((hash) => hash.startsWith(prefix)).sort()
  }

  /** Sessions that the journal holds, '' for sources that belong to none, in the order of their last change. */
  sessionIds(): readonly string[] {
    const prefix = sessionSubject('')
    return this.#parts.journal.subjects().flatMap((subject) => (subject.startsWith(prefix) ? [subject.slice(prefix.length)] : []))
  }

  /** The last state of a session that was written; undefined when there is none. @throws StrataError journal-corrupt */
  session(sessionId: string): SessionEntry | undefined {
    const entry = this.#parts.journal.entry(sessionSubject(sessionId))
    return entry?.kind === 'session' ? entry : undefined
  }

  /** What persons set: refs, summaries and corrected classes, the last of each. @throws StrataError journal-corrupt */
  wishes(): readonly Wish[] {
    const entries = this.#parts.journal
      .subjects()
      .filter(isWish)
      .map((subject) => this.entry(subject))
    return entries.filter((entry): entry is Wish => entry !== undefined && entry.kind !== 'session' && entry.kind !== 'unreadable')
  }

  /** How many journal entries the tables do not show yet. */
  get pendingCount(): number {
    return this.#pending.size
  }

  /** Subjects of the journal entries that the tables do not show yet, oldest first; their rows are for projectUnits. */
  pending(): readonly string[] {
    return this.#parts.journal.subjects().filter((subject) => this.#pending.has(subject))
  }

  /** The journal entry that counts for a subject; see subjectOf. @throws StrataError journal-corrupt */
  entry(subject: string): JournalEntry | undefined {
    return this.#parts.journal.entry(subject)
  }

  /**
   * Writes a batch: when the promise resolves, all of it survives whatever happens to the process. When it rejects, none of it was written.
   * @throws StrataError disk-full
   */
  writeUnits(units: readonly StoreUnit[]): Promise<void> {
    return this.#inTurn(() => this.#write(units))
  }

  /** Brings rows of entries that the journal already holds into the tables. @throws StrataError disk-full */
  projectUnits(units: readonly RowUnit[]): Promise<void> {
    return this.#inTurn(() => this.#project(units, []))
  }

  /** Checks packs, journal and the table of artifacts; see verifyPacks. Writers wait. @throws StrataError cancelled */
  verify(options: VerifyOptions = {}): Promise<VerifyResult> {
    const { packs, journal, database } = this.#parts
    return this.#inTurn(async () => verifyPacks(packs, journal, await loadArtifactIndex(database.reader), options))
  }

  /** Waits for what is being written, then gives everything up. */
  async close(): Promise<void> {
    await this.#queue
    const { packs, journal, database, lock } = this.#parts
    database.close()
    await journal.close()
    await packs.close()
    await lock?.release()
  }

  /** One after the other, in the order of the calls. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #write(units: readonly StoreUnit[]): Promise<void> {
    const { packs, journal, lock } = this.#parts
    if (lock === undefined) throw new Error('The store is open for reading only')
    if (this.#failed !== undefined) throw new Error('The store has to be opened again', { cause: this.#failed })
    const index = await this.#loadIndex()
    const entries = entriesWithNews(units, index)
    const before = { packs: packs.end, journal: journal.end }
    try {
      const locations = await packs.append(entries)
      await packs.sync()
      await journal.append(
        units.map((unit) => unit.journal),
        packs.end,
      )
      const listed = newArtifacts(entries, locations, index)
      await this.#project(
        units,
        listed.map(({ row }) => row),
      )
      for (const { row, location } of listed) index.set(artifactHash(row.artifactHash), location)
    } catch (cause) {
      await this.#takeBack(before.packs, before.journal)
      throw cause
    }
  }

  /** After a failure nothing may be left of the batch, or what is durable and what the tables show would differ. */
  async #takeBack(packs: PackPosition, journal: JournalMark): Promise<void> {
    try {
      if (this.#parts.journal.end.offset > journal.offset) await this.#parts.journal.truncate(journal)
      await this.#parts.packs.truncate(packs)
      this.#opened.clear()
    } catch (cause) {
      // Opening the store again recovers: what the journal holds is projected, the rest is cut off.
      this.#failed = cause
    }
  }

  async #project(units: readonly RowUnit[], artifacts: readonly TableRow<'artifacts'>[]): Promise<void> {
    const { packs, journal, database } = this.#parts
    this.#present ??= loadPresentSessions(database.reader)
    const present = await this.#present
    const done = new Set(units.map((unit) => subjectOf(unit.journal)))
    const left = [...this.#pending].filter((subject) => !done.has(subject)).map((subject) => journal.seqOf(subject) ?? Infinity)
    const journalSeq = Math.min(journal.end.seq, ...left.map((seq) => seq - 1))
    const shown = units.map((unit) => ({ ...unit, rows: withWrittenSummaries(unit.rows, journal) }))
    await projectUnits(database, shown, artifacts, { journalSeq, packs: packs.end }, present)
    for (const subject of done) this.#pending.delete(subject)
    for (const { replaces } of units) if (replaces !== undefined) present.add(replaces.sessionId)
  }

  #loadIndex(): Promise<ArtifactIndex> {
    this.#index ??= loadArtifactIndex(this.database.reader)
    return this.#index
  }
}

/** A summary that a person wrote outlives the rows it was shown in. */
const withWrittenSummaries = (rows: TableRows, journal: Journal): TableRows => {
  if (rows.commits === undefined) return rows
  const commits = rows.commits.map((commit) => {
    const written = journal.entry(summarySubject(commit.commitId))
    return written?.kind === 'summary' ? { ...commit, summary: written.summary } : commit
  })
  return { ...rows, commits }
}

/** Entries with an artifact that neither the packs nor an entry before them have. */
const entriesWithNews = (units: readonly StoreUnit[], index: ArtifactIndex): readonly EncodedEntry[] => {
  const chosen = new Set<ArtifactHash>()
  return units
    .flatMap((unit) => unit.entries)
    .filter(({ artifacts }) => {
      const news = artifacts.filter(({ hash }) => !index.has(hash) && !chosen.has(hash))
      for (const { hash } of news) chosen.add(hash)
      return news.length > 0
    })
}

interface NewArtifact {
  readonly row: TableRow<'artifacts'>
  readonly location: EntryLocation
}

/** The artifacts of appended entries that the index lacks, each where it stands first. */
const newArtifacts = (
  entries: readonly EncodedEntry[],
  locations: readonly EntryLocation[],
  index: ArtifactIndex,
): readonly NewArtifact[] => {
  const found = new Map<string, NewArtifact>()
  entries.forEach(({ artifacts }, at) => {
    const location = locations[at]
    if (location === undefined) throw new Error('An entry was appended without a place')
    for (const row of artifactRows(artifacts, location))
      if (!found.has(row.artifactHash) && !index.has(artifactHash(row.artifactHash))) found.set(row.artifactHash, { row, location })
  })
  return [...found.values()]
}
