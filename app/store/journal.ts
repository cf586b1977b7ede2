/** The journal: one checked line a change, appended and synced before the change is acknowledged. */
import { StrataError } from '../model/failure.ts'
import { AppendFile } from './append-file.ts'
import { hashBytes } from './content-hash.ts'
import { journalEntry, type JournalEntry, type NewJournalEntry } from './journal-entry.ts'
import type { PackPosition } from './pack-files.ts'

/** A place between two lines: the number of the line before it, and its offset in bytes. */
export interface JournalMark {
  readonly seq: number
  readonly offset: number
}

/** An entry and where its line lies, bytes. */
export interface JournalLine {
  readonly entry: JournalEntry
  readonly offset: number
  readonly length: number
}

const newline = 0x0a
const checkDigits = 16
const pieceBytes = 1024 * 1024

export const journalStart: JournalMark = { seq: 0, offset: 0 }

export class Journal {
  readonly #file: AppendFile
  #end: JournalMark

  private constructor(file: AppendFile, end: JournalMark) {
    this.#file = file
    this.#end = end
  }

  /**
   * Opens a journal whose lines before `known` were read earlier, and hands every later one to `visit`.
   * A last line that was not written to its end is cut off, or passed over when `readOnly`.
   * @throws StrataError journal-corrupt
   */
  static async open(path: string, readOnly: boolean, known: JournalMark, visit: (line: JournalLine) => void): Promise<Journal> {
    const file = await AppendFile.open(path, readOnly)
    try {
      const journal = new Journal(file, known)
      for await (const line of journal.#lines(known)) {
        if (line.entry !== undefined) visit({ ...line, entry: line.entry })
        else if (!readOnly) await file.truncate(line.offset)
        if (line.entry !== undefined) journal.#end = { seq: line.entry.seq, offset: line.offset + line.length }
      }
      return journal
    } catch (cause) {
      await file.close()
      throw cause
    }
  }

  /** Whether a line ends at a mark of an earlier time. */
  static async holds(path: string, mark: JournalMark): Promise<boolean> {
    if (mark.offset === 0) return true
    const file = await AppendFile.open(path, true)
    try {
      return (await file.read(mark.offset - 1, 1))[0] === newline
    } finally {
      await file.close()
    }
  }

  get end(): JournalMark {
    return this.#end
  }

  /**
   * Appends entries, in order, and makes them durable. `packEnd` is where the packs, synced, end.
   * @throws StrataError disk-full; the journal is as before
   */
  async append(entries: readonly NewJournalEntry[], packEnd: PackPosition): Promise<readonly JournalLine[]> {
    const lines: { readonly line: JournalLine; readonly bytes: Buffer }[] = []
    let end = this.#end
    for (const entry of entries) {
      const numbered: JournalEntry = { seq: end.seq + 1, pack_end: [packEnd.packId, packEnd.offset], ...entry }
      const bytes = encodeLine(numbered)
      lines.push({ line: { entry: numbered, offset: end.offset, length: bytes.length }, bytes })
      end = { seq: end.seq + 1, offset: end.offset + bytes.length }
    }
    const before = this.#end
    await this.#file.append(lines.map(({ bytes }) => bytes))
    try {
      await this.#file.sync()
    } catch (cause) {
      await this.truncate(before)
      throw cause
    }
    this.#end = end
    return lines.map(({ line }) => line)
  }

  /** Takes back everything after a mark. */
  async truncate(to: JournalMark): Promise<void> {
    await this.#file.truncate(to.offset)
    this.#end = to
  }

  /** All lines from the start, each checked again. @throws StrataError journal-corrupt */
  async *read(): AsyncGenerator<JournalLine> {
    for await (const line of this.#lines(journalStart)) {
      if (line.entry === undefined) throw corrupt(this.#file.path, line.seq, line.reason)
      yield { ...line, entry: line.entry }
    }
  }

  /** One entry whose place is known. @throws StrataError journal-corrupt */
  async readAt(line: Omit<JournalLine, 'entry'>): Promise<JournalEntry> {
    const bytes = await this.#file.read(line.offset, line.length - 1)
    const decoded = decodeLine(bytes)
    if (typeof decoded === 'string') throw corrupt(this.#file.path, undefined, decoded)
    return decoded
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  /** Lines after a mark; a damaged last one comes without an entry, a damaged one before others fails. */
  async *#lines(from: JournalMark): AsyncGenerator<{
    readonly entry: JournalEntry | undefined
    readonly offset: number
    readonly length: number
    readonly seq: number
    readonly reason: string
  }> {
    let seq = from.seq
    for await (const { bytes, offset, complete } of this.#pieces(from.offset)) {
      seq++
      const decoded = complete ? decodeLine(bytes) : 'it is not complete'
      const reason = typeof decoded === 'string' ? decoded : decoded.seq === seq ? '' : `it is number ${decoded.seq}`
      const length = bytes.length + (complete ? 1 : 0)
      if (reason !== '' && offset + length < this.#file.size) throw corrupt(this.#file.path, seq, reason)
      yield { entry: typeof decoded === 'string' || reason !== '' ? undefined : decoded, offset, length, seq, reason }
    }
  }

  /** The bytes between line endings, from an offset to the end of the file. */
  async *#pieces(from: number): AsyncGenerator<{ readonly bytes: Buffer; readonly offset: number; readonly complete: boolean }> {
    let pending: Buffer[] = []
    let lineStart = from
    for (let offset = from; offset < this.#file.size; offset += pieceBytes) {
      const piece = await this.#file.read(offset, Math.min(pieceBytes, this.#file.size - offset))
      let start = 0
      for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
        yield { bytes: Buffer.concat([...pending, piece.subarray(start, end)]), offset: lineStart, complete: true }
        pending = []
        start = end + 1
        lineStart = offset + start
      }
      pending.push(piece.subarray(start))
    }
    const rest = Buffer.concat(pending)
    if (rest.length > 0) yield { bytes: rest, offset: lineStart, complete: false }
  }
}

const checkOf = (json: Uint8Array): string => hashBytes(json).slice(0, checkDigits)

const encodeLine = (entry: JournalEntry): Buffer => {
  const json = Buffer.from(JSON.stringify(entry))
  return Buffer.concat([Buffer.from(`${checkOf(json)} `), json, Buffer.of(newline)])
}

/** The entry, or what is wrong with the line. */
const decodeLine = (line: Buffer): JournalEntry | string => {
  const json = line.subarray(checkDigits + 1)
  if (line.toString('latin1', 0, checkDigits + 1) !== `${checkOf(json)} `) return 'its content does not match its check'
  const parsed = journalEntry.safeParse(JSON.parse(json.toString()))
  return parsed.success ? parsed.data : 'it is not an entry that this version knows'
}

const corrupt = (path: string, line: number | undefined, reason: string): StrataError =>
  new StrataError(
    'journal-corrupt',
    `Line ${line ?? '?'} of ${path} cannot be read: ${reason}`,
    line === undefined ? { path } : { path, line },
  )
