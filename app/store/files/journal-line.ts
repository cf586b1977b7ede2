/** A line of the journal: a check, a space, and the JSON of an entry, which begins with its number, the packs' end and its subject. */
import { StrataError } from '../../model/failure.ts'
import { hashBytes } from './content-hash.ts'
import { headingSubject, journalEntry, journalHeading, type JournalEntry, type JournalHeading } from './journal-entry.ts'
import type { PackPosition } from './pack-files.ts'

/** The fields of an entry that are known without reading the rest. */
export interface LineBeginning {
  readonly seq: number
  readonly subject: string
  readonly packEnd: PackPosition
  /** Number of the last entry of a batch that counts only as a whole; undefined: the entry counts by itself. */
  readonly batch: number | undefined
}

/** A place between two lines: the number of the entry before it, and its offset in bytes. */
export interface JournalMark {
  readonly seq: number
  readonly offset: number
}

/** Where the line of an entry lies. Offset and length in bytes. */
export interface Line extends JournalMark, LineBeginning {
  readonly length: number
}

const newline = 0x0a
export const checkFails = 'its content does not match its checksum'
export const unknownEntry = 'it is not an entry that this version knows'

const checkDigits = 16
/** How every line's JSON begins; `encodeLine` writes it so. */
const beginning = /^\{"seq":(\d+),"pack_end":\[(\d+),(\d+)\],"subject":("(?:[^"\\]|\\.)*")(?:,"batch":(\d+))?/

const checkOf = (json: Uint8Array): string => hashBytes(json).slice(0, checkDigits)

/** A line with its line ending. */
export const encodeLine = (entry: JournalEntry | JournalHeading): Buffer => {
  const { seq, pack_end, subject, batch, ...rest } = entry
  const json = Buffer.from(JSON.stringify({ seq, pack_end, subject, batch, ...rest }))
  return Buffer.concat([Buffer.from(`${checkOf(json)} `), json, Buffer.of(newline)])
}

/** The JSON of a line, given without its ending, whose check is right; undefined otherwise. */
export const jsonOf = (line: Buffer): Buffer | undefined => {
  const json = line.subarray(checkDigits + 1)
  return line.toString('latin1', 0, checkDigits + 1) === `${checkOf(json)} ` ? json : undefined
}

/** How much of a line is decoded for its beginning, bytes: enough for nearly all, and enough for the longest subject. */
const defaultBytes = 512
const maxBytes = 16_384
/** Maximum number of bytes after a subject in the beginning of a line: a beginning that ends later may be cut off. */
const batchBytes = 40

const findBeginning = (json: Buffer): RegExpExecArray | null => {
  const found = beginning.exec(json.toString('utf8', 0, defaultBytes))
  return found !== null && Buffer.byteLength(found[0]) <= defaultBytes - batchBytes
    ? found
    : beginning.exec(json.toString('utf8', 0, maxBytes))
}

/** Undefined for what no version wrote so. */
export const beginningOf = (json: Buffer): LineBeginning | undefined => {
  const found = findBeginning(json)
  if (found === null) return undefined
  const [, seq, packId, offset, subject = '', batch] = found
  const packEnd = { packId: Number(packId), offset: Number(offset) }
  return { seq: Number(seq), subject: JSON.parse(subject) as string, packEnd, batch: batch === undefined ? undefined : Number(batch) }
}

/** The entry or heading, or what is wrong with the line. */
export const decodeLine = (line: Buffer): JournalEntry | JournalHeading | string => {
  const json = jsonOf(line)
  if (json === undefined) return checkFails
  const content: unknown = JSON.parse(json.toString())
  const isHeading = beginningOf(json)?.subject === headingSubject
  const parsed = isHeading ? journalHeading.safeParse(content) : journalEntry.safeParse(content)
  return parsed.success ? parsed.data : unknownEntry
}

export const corruptLine = (path: string, line: number, reason: string): StrataError =>
  new StrataError('journal-corrupt', `Line ${line} of ${path} cannot be read: ${reason}`, { path, line })

/** The same for a line that was whole when it was read before. */
export const damagedEntry = (path: string, seq: number, reason: string): StrataError =>
  new StrataError('journal-corrupt', `Entry ${seq} of ${path} cannot be read: ${reason}`, { path, entry: seq })

/** Which numbers may come next. */
export interface Numbering {
  /** Number of the line before. */
  readonly last: number
  /** How many of the entries that a heading counts are still to come. */
  readonly carried: number
  /** Number of the last of these. */
  readonly upTo: number
}

export const firstNumbering: Numbering = { last: 0, carried: 0, upTo: 0 }

/** Below a heading. */
export const numberingBelow = ({ entries, seq }: JournalHeading): Numbering => ({ last: 0, carried: entries, upTo: seq })

/** After a line with a number; undefined when the number is not to be there. */
export const numberingAfter = ({ last, carried, upTo }: Numbering, seq: number): Numbering | undefined => {
  const isCarried = carried > 0
  const isNext = isCarried ? seq > last && seq <= upTo : seq === last + 1
  // The last entry before the journal was compacted always counts: it exists as the last of the entries that were kept.
  if (!isNext || (isCarried && (carried === 1) !== (seq === upTo))) return undefined
  return { last: seq, carried: Math.max(carried - 1, 0), upTo }
}
