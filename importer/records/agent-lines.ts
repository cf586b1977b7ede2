/** Reads the lines of an agent: what all agents have in common, given how the records of one differ. */
import type { AgentLines } from '../../app/model/agent.ts'
import type { JsonObject } from '../../app/model/json-object.ts'
import { recordsInLine } from '../../app/model/records-in-line.ts'
import { correctLine } from './correct-line.ts'
import type { Dialect } from './dialect.ts'
import { LineReader } from './parse-transcript.ts'
import { readEvents } from './read-events.ts'
import { recordLines } from './record-lines.ts'

const newline = 0x0a

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

/** The lines, line ends included. */
function* linesIn(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length;) {
    const at = bytes.indexOf(newline, from)
    const end = at === -1 ? bytes.length : at + 1
    yield bytes.subarray(from, end)
    from = end
  }
}

const recordsIn = ({ recordOf = (line) => line }: Dialect, line: Uint8Array): readonly JsonObject[] =>
  recordsInLine(line, textOf).map(({ json }) => recordOf(json))

/** A line without a record stays as it is: what reads records passes over it. */
const asRecords = (dialect: Dialect, bytes: Buffer): Buffer => {
  if (dialect.recordOf === undefined) return bytes
  const parts: Buffer[] = []
  for (const line of linesIn(bytes)) {
    const records = recordsIn(dialect, line)
    if (records.length === 0) parts.push(line)
    for (const record of records) parts.push(Buffer.from(`${JSON.stringify(record)}\n`))
  }
  return Buffer.concat(parts)
}

export const agentLines = (dialect: Dialect): AgentLines => ({
  openReader: (keep) => new LineReader(dialect, keep),
  linesOf: (artifact) => recordLines(dialect, artifact).map(({ line }) => line),
  asRecords: (artifact) => asRecords(dialect, asBuffer(artifact)),
  recordIn: (line) => recordsIn(dialect, line)[0],
  readEvents: (artifact) => readEvents(dialect, artifact),
  correct: (line, record, given) => correctLine(dialect, line, record, given),
})
