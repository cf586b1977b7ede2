/**
 * The journal: one checked line a change, appended and synced before the change is acknowledged. Only the last entry about a matter counts. When
 * those that do not are most of the file, it is compacted: a heading and the entries that count replace it. What persons set stays in full.
 */
import { dirname } from 'node:path'
import { StrataError } from '../../model/failure.ts'
import { AppendFile } from './append-file.ts'
import { compactedPath, compactJournal } from './compact-journal.ts'
import { linesOf } from './file-lines.ts'
import { subjectOf } from './entry-subject.ts'
import { endedBy, headingSubject, isWish, journalHeading, type JournalEntry, type NewJournalEntry } from './journal-entry.ts'
import {
  beginningOf,
  checkFails,
  corruptLine,
  decodeLine,
  damagedEntry,
  encodeLine,
  firstNumbering,
  jsonOf,
  numberingAfter,
  numberingBelow,
  unknownEntry,
  type Line,
  type JournalMark,
  type LineBeginning,
  type Numbering,
} from './journal-line.ts'
import { firstPosition, isBefore, type PackPosition } from './pack-files.ts'
import { removeFile, syncFolder } from './store-folder.ts'

/** A shorter journal is never compacted, bytes; and how many times as long as what counts a journal may become. */
const [shortBytes, compactRatio] = [4 * 1024 * 1024, 4]

export class Journal {
  #file: AppendFile
  /** The line that counts for each subject. */
  #last = new Map<string, Line>()
  /** Lines that do not count any more and are carried over all the same. */
  #history: Line[] = []
  /** Size of the lines that would be carried over, bytes. */
  #carriedBytes = 0
  #end: JournalMark = { seq: 0, offset: 0 }
  /** Number of the last entry of the last batch that counts only as a whole, and where the batch begins. */
  #batch = { upTo: 0, offset: 0 }
  readonly #shortBytes: number
  /** It is compacted no sooner than it has this size, bytes. */
  #compactFrom: number
  /** Whether a power cut may bring back the file that was replaced. */
  #mayComeBack = false
  #packEnd: PackPosition = firstPosition
  #torn: string | undefined
  /** An entry is usually requested several times in a row. */
  #lastRead: { readonly line?: Line; readonly entry?: JournalEntry } = {}

  private constructor(file: AppendFile, short: number) {
    this.#file = file
    this.#shortBytes = short
    this.#compactFrom = short
  }

  /**
   * Opens a journal and checks every line. A last line that was not written to its end is cut off, or passed over when `readOnly`.
   * @param short size below which it is never compacted, bytes
   * @throws StrataError journal-corrupt
   */
  static async open(path: string, readOnly: boolean, short = shortBytes): Promise<Journal> {
    if (!readOnly) await removeFile(compactedPath(path))
    const journal = new Journal(await AppendFile.open(path, readOnly), readOnly ? Infinity : short)
    try {
      await journal.#load(readOnly)
      return journal
    } catch (cause) {
      await journal.close()
      throw cause
    }
  }

  get end(): JournalMark {
    return this.#end
  }

  /** Where the packs ended, durable, when the last entry was written. */
  get packEnd(): PackPosition {
    return this.#packEnd
  }

  /** The fault of a last line that was cut off when the journal was opened; undefined: none. */
  get torn(): string | undefined {
    return this.#torn
  }

  /** Subjects of all entries that count, in the order of these entries; those after number `seq` and those that are wanted only. */
  subjects(seq = 0, isWanted: (subject: string) => boolean = () => true): readonly string[] {
    const lines: Line[] = []
    for (const line of this.#last.values()) if (line.seq > seq && isWanted(line.subject)) lines.push(line)
    return lines.sort((a, b) => a.seq - b.seq).map((line) => line.subject)
  }

  /** Number of the entry that counts for a subject. */
  seqOf(subject: string): number | undefined {
    return this.#last.get(subject)?.seq
  }

  /** The entry that counts for a subject. @throws StrataError journal-corrupt */
  entry(subject: string): JournalEntry | undefined {
    const line = this.#last.get(subject)
    if (line === undefined || this.#lastRead.line === line) return line && this.#lastRead.entry
    const decoded = decodeLine(this.#file.readNow(line.offset, line.length - 1))
    if (typeof decoded === 'string') throw damagedEntry(this.#file.path, line.seq, decoded)
    this.#lastRead = decoded.kind === 'compacted' ? { line } : { line, entry: decoded }
    return this.#lastRead.entry
  }

  /**
   * Appends entries, in order, and makes them durable. `packEnd` is where the packs, synced, end.
   * @param together whether a crash may not leave only some of them
   * @throws StrataError disk-full; the journal is as before
   */
  async append(entries: readonly NewJournalEntry[], packEnd: PackPosition, together = false): Promise<void> {
    await this.#keepName()
    const at = new Date().toISOString()
    const before = this.#end
    const batch = together ? before.seq + entries.length : undefined
    const lines = entries.map((entry, index) => {
      const subject = subjectOf(entry)
      const seq = before.seq + 1 + index
      return { seq, subject, bytes: encodeLine({ seq, pack_end: [packEnd.packId, packEnd.offset], subject, batch, at, ...entry }) }
    })
    await this.#file.append(lines.map(({ bytes }) => bytes))
    try {
      await this.#file.sync()
    } catch (cause) {
      await this.#file.truncate(before.offset)
      throw cause
    }
    for (const { seq, subject, bytes } of lines) this.#add({ seq, offset: this.#end.offset, length: bytes.length, subject, packEnd, batch })
  }

  /**
   * Removes lines that no longer count, if they are most of a long journal; true when it did. Numbers and order of the entries stay. When
   * the system refuses, or a line that counts is damaged, the journal is unchanged. No process may append meanwhile.
   * @param isErased subjects to remove with their history, of which the last entry is not one: it compacts the journal, or throws
   */
  async compact(isErased?: (subject: string) => boolean): Promise<boolean> {
    if (isErased === undefined && this.#end.offset <= Math.max(this.#compactFrom, compactRatio * this.#carriedBytes)) return false
    const path = compactedPath(this.#file.path)
    try {
      await this.#replaceBy(await this.#compactedTo(path, isErased))
    } catch (cause) {
      if (isErased !== undefined || !isRefusal(cause)) throw cause
      this.#compactFrom = 2 * this.#end.offset
      await removeFile(path).catch(() => undefined)
      return false
    }
    this.#compactFrom = this.#shortBytes
    return true
  }

  /** Writes the lines that would be left, makes them durable, and reads them back. */
  async #compactedTo(path: string, isErased: (subject: string) => boolean = () => false): Promise<Journal> {
    await removeFile(path)
    const journal = new Journal(await AppendFile.open(path, false), this.#shortBytes)
    try {
      const isKept = (subject: string): boolean => !isErased(subject)
      const lines = [...this.#last.values(), ...this.#history].filter(({ subject }) => isKept(subject)).sort((a, b) => a.seq - b.seq)
      await compactJournal(this.#file, lines, this.#packEnd, journal.#file)
      await journal.#load(true)
      const isEqual = journal.#end.seq === this.#end.seq && journal.#carriedBytes === lines.reduce((sum, { length }) => sum + length, 0)
      if (!isEqual || String(journal.subjects()) !== String(this.subjects(0, isKept))) throw new Error('The compacted journal differs')
      return journal
    } catch (cause) {
      await journal.close()
      throw cause
    }
  }

  /** Replaces this journal's file with another's. A process that has the old file open continues to read it. */
  async #replaceBy(other: Journal): Promise<void> {
    try {
      await other.#file.rename(this.#file.path)
    } catch (cause) {
      await other.close()
      throw cause
    }
    const old = this.#file
    this.#file = other.#file
    this.#last = other.#last
    this.#history = other.#history
    this.#end = other.#end
    this.#batch = other.#batch
    this.#packEnd = other.#packEnd
    this.#mayComeBack = true
    await old.close()
    await this.#keepName()
  }

  /** Before this, nothing that is appended is sure to be found again. */
  async #keepName(): Promise<void> {
    if (!this.#mayComeBack) return
    await syncFolder(dirname(this.#file.path))
    this.#mayComeBack = false
  }

  /** Takes back everything after a mark. @throws StrataError journal-corrupt */
  async truncate(to: JournalMark): Promise<void> {
    await this.#file.truncate(to.offset)
    await this.#load(false)
  }

  /** Reads the whole file again and checks every entry in full. @throws StrataError journal-corrupt */
  async *read(): AsyncGenerator<JournalEntry> {
    let line = 0
    for await (const { bytes } of linesOf(this.#file, this.#end.offset)) {
      line++
      const decoded = decodeLine(bytes)
      if (typeof decoded === 'string') throw corruptLine(this.#file.path, line, decoded)
      if (decoded.kind !== 'compacted') yield decoded
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #load(readOnly: boolean): Promise<void> {
    await this.#loadLines(readOnly, this.#file.size)
    const { upTo, offset } = this.#batch
    if (upTo <= this.#end.seq) return
    // Entries that count only together, and are not all there.
    this.#torn = 'entries that belong together were not all written'
    if (!readOnly) await this.#file.truncate(offset)
    await this.#loadLines(readOnly, offset)
  }

  async #loadLines(readOnly: boolean, size: number): Promise<void> {
    this.#clear()
    let numbering = firstNumbering
    let line = 0
    for await (const { bytes, offset, complete } of linesOf(this.#file, size)) {
      line++
      const json = complete ? jsonOf(bytes) : undefined
      if (json !== undefined) {
        numbering = this.#loadLine(json, { offset, length: bytes.length + 1 }, numbering, line)
        continue
      }
      const reason = complete ? checkFails : 'it was not written to its end'
      // A compacted journal was whole before it took its place: what is torn there was not torn while it was appended.
      const isLast = offset + bytes.length + 1 >= size && numbering.carried === 0
      if (!isLast) throw corruptLine(this.#file.path, line, reason)
      this.#torn = reason
      if (!readOnly) await this.#file.truncate(offset)
    }
    if (numbering.carried > 0) throw corruptLine(this.#file.path, line + 1, `${numbering.carried} entries are missing`)
  }

  #clear(): void {
    this.#last.clear()
    this.#history = []
    this.#carriedBytes = 0
    this.#end = { seq: 0, offset: 0 }
    this.#batch = { upTo: 0, offset: 0 }
    this.#packEnd = firstPosition
  }

  /** Adds a line that was read; returns which numbers may come next. */
  #loadLine(json: Buffer, place: { readonly offset: number; readonly length: number }, numbering: Numbering, line: number): Numbering {
    const found = beginningOf(json)
    if (found === undefined) throw corruptLine(this.#file.path, line, unknownEntry)
    if (line === 1 && found.subject === headingSubject) return this.#loadHeading(json, found)
    const next = numberingAfter(numbering, found.seq)
    if (next === undefined) throw corruptLine(this.#file.path, line, `its number is ${found.seq}`)
    this.#add({ ...found, ...place })
    return next
  }

  #loadHeading(json: Buffer, { packEnd }: LineBeginning): Numbering {
    const heading = journalHeading.safeParse(JSON.parse(json.toString()))
    if (!heading.success) throw corruptLine(this.#file.path, 1, unknownEntry)
    this.#packEnd = packEnd
    return numberingBelow(heading.data)
  }

  #add(line: Line): void {
    for (const subject of [line.subject, endedBy(line.subject)]) {
      const before = this.#last.get(subject)
      if (before !== undefined && isWish(subject)) this.#history.push(before)
      else this.#carriedBytes -= before?.length ?? 0
      this.#last.delete(subject)
    }
    this.#carriedBytes += line.length
    this.#last.set(line.subject, line)
    if (line.batch !== undefined && line.batch > this.#batch.upTo) this.#batch = { upTo: line.batch, offset: line.offset }
    this.#end = { seq: line.seq, offset: line.offset + line.length }
    if (isBefore(this.#packEnd, line.packEnd)) this.#packEnd = line.packEnd
  }
}

/** The system refuses, or a line is damaged. Anything else is a bug. */
const isRefusal = (thrown: unknown): boolean => thrown instanceof StrataError || (thrown instanceof Error && 'code' in thrown)
