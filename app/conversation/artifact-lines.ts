/** The lines of a commit's artifact of a transcript, and the records on them. */
import { recordsInLine } from '../model/records-in-line.ts'
import { readRecord, type TranscriptRecord } from '../model/record.ts'

const newline = 0x0a

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

/** The lines without their ends, one after the other: an artifact may contain very many blank lines. */
export function* linesIn(bytes: Buffer): Generator<Buffer, undefined> {
  for (let from = 0; from < bytes.length;) {
    const at = bytes.indexOf(newline, from)
    const end = at === -1 ? bytes.length : at
    yield bytes.subarray(from, end)
    from = end + 1
  }
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)

/** The lines that are not blank. */
export const filledLines = (bytes: Buffer): readonly Buffer[] => [...linesIn(bytes)].filter((line) => !isBlank(line))

/** The records on a line; none on a line that is blank or damaged. What the client sent for an attachment is read only for people. */
export const recordsOn = (line: Uint8Array): readonly TranscriptRecord[] =>
  recordsInLine(line, textOf).map(({ json }) => ({ ...readRecord(json), rendered: json['rendered'] }))
