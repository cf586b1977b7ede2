/** The journal: one checked line a change, appended and synced before the change is acknowledged. */
import { StrataError } from '../model/failure.ts'
import { AppendFile } from './append-file.ts'
import { hashBytes } from './content-hash.ts'
import { journalEntry, subjectOf, type JournalEntry, type NewJournalEntry } from './journal-entry.ts'
import { firstPosition, isBefore, type PackPosition } from './pack-files.ts'

/** A place between two lines: the number of the line before it, and its offset in bytes. */
export interface JournalMark {
  readonly seq: number
  readonly offset: number
}

/** Where a line lies, and what is known of its entry without reading the rest. Offset and length in bytes. */
interface Line extends JournalMark {
  readonly length: number
  readonly subject: string
  readonly packEnd: PackPosition
}

const newline = 0x0a
const checkDigits = 16
const pieceBytes = 1024 * 1024
/** How every line's JSON begins; `encodeLine` writes it so. */
const beginning = /^\{"seq":(\d+),"pack_end":\[(\d+),(\d+)\],"subject":("(?:[^"\\]|\\.)*")/

export class Journal {
  readonly #file: AppendFile
  /** The line that counts for each subject. */
  readonly #last = new Map<string, Line>()
  #end: JournalMark = { seq: 0, offset: 0 }
  #packEnd: PackPosition = firstPosition
  #torn: string | undefined

  private constructor(file: AppendFile) {
    this.#file = file
  }

  /**
   * Opens a journal and checks every line. A last line that was not written to its end is cut off, or passed over when `readOnly`.
   * @throws StrataError journal-corrupt
   */
  static async open(path: string, readOnly: boolean): Promise<Journal> {
    const journal = new Journal(await AppendFile.open(path, readOnly))
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

  /** What was wrong with a last line that was cut off on opening; undefined: nothing was. */
  get torn(): string | undefined {
    return this.#torn
  }

  /** Subjects of all entries that count, in the order of these entries; those after number `seq` only. */
  subjects(seq = 0): readonly string[] {
    const lines = [...this.#last.values()].filter((line) => line.seq > seq)
    return lines.sort((a, b) => a.seq - b.seq).map((line) => line.subject)
  }

  /** Number of the entry that counts for a subject. */
  seqOf(subject: string): number | undefined {
    return this.#last.get(subject)?.seq
  }

  /** The entry that counts for a subject. @throws StrataError journal-corrupt */
  entry(subject: string): JournalEntry | undefined {
    const line = this.#last.get(subject)
    if (line === undefined) return undefined
    const decoded = decodeLine(this.#file.readNow(line.offset, line.length - 1))
    if (typeof decoded === 'string') throw corrupt(this.#file.path, line.seq, decoded)
    return decoded
  }

  /**
   * Appends entries, in order, and makes them durable. `packEnd` is where the packs, synced, end.
   * @throws StrataError disk-full; the journal is as before
   */
  async append(entries: readonly NewJournalEntry[], packEnd: PackPosition): Promise<void> {
    const at = new Date().toISOString()
    const before = this.#end
    const lines = entries.map((entry, index) => {
      const subject = subjectOf(entry)
      const seq = before.seq + 1 + index
      return { seq, subject, bytes: encodeLine({ seq, pack_end: [packEnd.packId, packEnd.offset], subject, at, ...entry }) }
    })
    await this.#file.append(lines.map(({ bytes }) => bytes))
    try {
      await this.#file.sync()
    } catch (cause) {
      await this.#file.truncate(before.offset)
      throw cause
    }
    for (const { seq, subject, bytes } of lines) this.#add({ seq, offset: this.#end.offset, length: bytes.length, subject, packEnd })
  }

  /** Takes back everything after a mark. @throws StrataError journal-corrupt */
  async truncate(to: JournalMark): Promise<void> {
    await this.#file.truncate(to.offset)
    await this.#load(false)
  }

  /** Reads the whole file again and checks every entry in full. @throws StrataError journal-corrupt */
  async *read(): AsyncGenerator<JournalEntry> {
    let line = 0
    for await (const { bytes } of this.#pieces(this.#end.offset)) {
      line++
      const decoded = decodeLine(bytes)
      if (typeof decoded === 'string') throw corrupt(this.#file.path, line, decoded)
      yield decoded
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #load(readOnly: boolean): Promise<void> {
    this.#last.clear()
    this.#end = { seq: 0, offset: 0 }
    this.#packEnd = firstPosition
    for await (const { bytes, offset, complete } of this.#pieces(this.#file.size)) {
      const seq = this.#end.seq + 1
      const json = complete ? jsonOf(bytes) : undefined
      if (json !== undefined) {
        this.#add({ ...this.#beginningOf(json, seq), seq, offset, length: bytes.length + 1 })
      } else {
        const reason = complete ? checkFails : 'it was not written to its end'
        if (offset + bytes.length + 1 < this.#file.size) throw corrupt(this.#file.path, seq, reason)
        this.#torn = reason
        if (!readOnly) await this.#file.truncate(offset)
        return
      }
    }
  }

  #beginningOf(json: Buffer, seq: number): Pick<Line, 'subject' | 'packEnd'> {
    // A subject holds ids, which are far shorter than this.
    const found = beginning.exec(json.toString('utf8', 0, 16_384))
    if (found === null) throw corrupt(this.#file.path, seq, unknownEntry)
    const [, number, packId, offset, subject = ''] = found
    if (Number(number) !== seq) throw corrupt(this.#file.path, seq, `its number is ${number ?? ''}`)
    return { subject: JSON.parse(subject) as string, packEnd: { packId: Number(packId), offset: Number(offset) } }
  }

  #add(line: Line): void {
    this.#last.set(line.subject, line)
    this.#end = { seq: line.seq, offset: line.offset + line.length }
    if (isBefore(this.#packEnd, line.packEnd)) this.#packEnd = line.packEnd
  }

  /** The bytes between line endings up to an offset. */
  async *#pieces(end: number): AsyncGenerator<{ readonly bytes: Buffer; readonly offset: number; readonly complete: boolean }> {
    let pending: Buffer[] = []
    let lineStart = 0
    for (let offset = 0; offset < end; offset += pieceBytes) {
      const piece = await this.#file.read(offset, Math.min(pieceBytes, end - offset))
      let start = 0
      for (let found = piece.indexOf(newline); found >= 0; found = piece.indexOf(newline, start)) {
        const bytes = piece.subarray(start, found)
        yield { bytes: pending.length === 0 ? bytes : Buffer.concat([...pending, bytes]), offset: lineStart, complete: true }
        pending = []
        start = found + 1
        lineStart = offset + start
      }
      pending.push(piece.subarray(start))
    }
    const rest = Buffer.concat(pending)
    if (rest.length > 0) yield { bytes: rest, offset: lineStart, complete: false }
  }
}

const checkFails = 'its content does not match its check'
const unknownEntry = 'it is not an entry that this version knows'

const checkOf = (json: Uint8Array): string => hashBytes(json).slice(0, checkDigits)

const encodeLine = (entry: JournalEntry): Buffer => {
  const { seq, pack_end, subject, ...rest } = entry
  const json = Buffer.from(JSON.stringify({ seq, pack_end, subject, ...rest }))
  return Buffer.concat([Buffer.from(`${checkOf(json)} `), json, Buffer.of(newline)])
}

/** The JSON of a line whose check is right; undefined otherwise. */
const jsonOf = (line: Buffer): Buffer | undefined => {
  const json = line.subarray(checkDigits + 1)
  return line.toString('latin1', 0, checkDigits + 1) === `${checkOf(json)} ` ? json : undefined
}

/** The entry, or what is wrong with the line. */
const decodeLine = (line: Buffer): JournalEntry | string => {
  const json = jsonOf(line)
  if (json === undefined) return checkFails
  const parsed = journalEntry.safeParse(JSON.parse(json.toString()))
  return parsed.success ? parsed.data : unknownEntry
}

const corrupt = (path: string, line: number, reason: string): StrataError =>
  new StrataError('journal-corrupt', `Line ${line} of ${path} cannot be read: ${reason}`, { path, line })
