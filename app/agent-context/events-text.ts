/** The contents of `.agent-context/events.jsonl`: an event a line, then the lines that are none. */
import { boundedDepth } from '../model/bounded-depth.ts'
import { merged, recordIn, recordJson, type ThinkingRecord } from './thinking-record.ts'

export interface EventsRead {
  readonly events: readonly ThinkingRecord[]
  /** Lines that are no events of this version: of a newer one, cut, or the marks of a conflict of Git. */
  readonly others: readonly Buffer[]
  /** The numbers of these lines. */
  readonly faults: readonly number[]
}

/** Numbers of that many digits may lose some when they are read. */
const longNumber = /-?\d[\d.]{15,}(?:[eE][-+]?\d+)?/g
const text = /"(?:[^"\\]|\\.)*"/g

const hasInexactNumber = (line: string): boolean =>
  (line.replaceAll(text, '').match(longNumber) ?? []).some((number) => String(Number(number)) !== number)

const eventIn = (line: string): ThinkingRecord | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    const event = boundedDepth(value) === value ? recordIn(value) : undefined
    return event?.more !== undefined && hasInexactNumber(line) ? undefined : event
  } catch {
    return undefined
  }
}

const newline = 0x0a

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(newline, from)
    yield bytes.subarray(from, end === -1 ? bytes.length : end)
    from = end === -1 ? bytes.length : end + 1
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const textOf = (line: Buffer): string | undefined => {
  try {
    return decoder.decode(line)
  } catch {
    return undefined
  }
}

export const readEvents = (bytes: Buffer): EventsRead => {
  const events: ThinkingRecord[] = []
  const others: Buffer[] = []
  const faults: number[] = []
  let number = 0
  for (const line of linesOf(bytes)) {
    number += 1
    const own = textOf(line)
    if (own?.trim() === '') continue
    const event = own === undefined ? undefined : eventIn(own)
    if (event !== undefined) events.push(event)
    else {
      others.push(line)
      faults.push(number)
    }
  }
  return { events: merged(events), others, faults }
}

const lineEnd = Buffer.from('\n')

/** The lines that are no events stay byte for byte, sorted at the end: each once, as two branches of Git may both have it. */
export const eventsBytes = (events: Iterable<ThinkingRecord>, others: readonly Buffer[] = []): Buffer => {
  const sorted = [...others]
    .sort((one, other) => Buffer.compare(one, other))
    .filter((line, at, all) => at === 0 || !line.equals(all[at - 1] ?? lineEnd))
  const lines = merged(events).map((event) => `${recordJson(event)}\n`)
  return Buffer.concat([Buffer.from(lines.join('')), ...sorted.flatMap((line) => [line, lineEnd])])
}
