/** The records in bytes of a transcript, each with its class: what reads an artifact again instead of a file. */
import type { WholeLine } from '../../app/model/transcript-line.ts'
import { contextAfter, fileStart } from './line-context.ts'
import { parseLine } from './parse-line.ts'
import type { Dialect } from './dialect.ts'
import type { JsonObject } from '../../app/model/json-object.ts'
import { readRecord, type TranscriptRecord } from '../../app/model/record.ts'

export interface ReadLine {
  readonly line: WholeLine
  /** Undefined for a line without a record. */
  readonly json: JsonObject | undefined
  readonly record: TranscriptRecord | undefined
  /** As they are, line ending included. */
  readonly bytes: Buffer
}

const newline = 0x0a

/** Every line that is not blank. */
export const recordLines = (dialect: Dialect, content: Uint8Array): readonly ReadLine[] => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const read: ReadLine[] = []
  const queue = dialect.follow()
  let context = fileStart
  for (let offset = 0, number = 1; offset < bytes.length; number++) {
    const found = bytes.indexOf(newline, offset)
    const end = found === -1 ? bytes.length : found + 1
    const own = bytes.subarray(offset, end)
    const raw = { line: number, lines: 1, offset, length: own.length, bytes: own, short: undefined, terminated: found !== -1 }
    offset = end
    for (const { line, json, raw: part } of parseLine(dialect, raw, context)) {
      if (line.blank) continue
      context = contextAfter(context, line)
      if (json !== undefined) queue.see(line, json, read.length)
      read.push({ line, json, record: json === undefined ? undefined : readRecord(json), bytes: part.bytes ?? own })
    }
  }
  const promoted = queue.promoted()
  return read.map((one, index) => ({ ...one, line: promoted.get(index) ?? one.line }))
}
