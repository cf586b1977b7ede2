/** Puts lines of transcripts together byte by byte (events-v1 §1.5), and what other formats say between them. */
import type { ChainEvent } from '../../../model/chain-event.ts'
import { Losses } from '../../../model/losses.ts'
import type { Joined, Joiner, Write } from '../chain-format.ts'
import { partsOf, placeOfLine, relinked } from './line-place.ts'
import { TranscriptWriter } from './transcript-writer.ts'

const newline = Buffer.from('\n')
const newlineByte = 0x0a

/** The lines, line ends included; of a line that records share, the part of each record. */
function* linesIn(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(newlineByte, from)
    const end = found === -1 ? bytes.length : found + 1
    yield* partsOf(bytes.subarray(from, end))
    from = end
  }
}

const isBlank = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return false
  }
  return true
}

/** Lines that are not blank. */
export const countLines = (bytes: Uint8Array): number => {
  let count = 0
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(newlineByte, from)
    const end = found === -1 ? bytes.length : found
    if (!isBlank(bytes, from, end)) count += 1
    from = end + 1
  }
  return count
}

class LineJoiner implements Joiner {
  readonly #losses = new Losses()
  readonly #writer = new TranscriptWriter(this.#losses)
  readonly #write: Write
  #count = 0
  /** Copied lines whose place in the chain the writer does not know yet. */
  #unplaced: Uint8Array | undefined
  /** True while the last thing that was added was written, not copied. */
  #written = false

  constructor(write: Write) {
    this.#write = write
  }

  readonly add = (delta: Uint8Array): void => {
    if (delta.length === 0) return
    this.#count += countLines(delta)
    const own = this.#written ? this.#linked(delta) : delta
    this.#push(own)
    this.#unplaced = own
    this.#written = false
  }

  readonly addEvents = (events: readonly ChainEvent[]): void => {
    this.#placeCopied()
    const lines = this.#writer.write(events)
    if (lines.length === 0) return
    this.#count += lines.length
    this.#push(Buffer.from(`${lines.join('\n')}\n`))
    this.#written = true
  }

  readonly end = (): Joined => ({
    count: this.#count,
    lost: this.#losses.list(),
    rendered: this.#losses.rendered,
  })

  #push(bytes: Uint8Array): void {
    this.#write(bytes)
    if (bytes[bytes.length - 1] !== newlineByte) this.#write(newline)
  }

  #placeCopied(): void {
    if (this.#unplaced === undefined) return
    for (const line of linesIn(this.#unplaced)) this.#writer.resumeAt(placeOfLine(line))
    this.#unplaced = undefined
  }

  /** The first message of copied lines hangs on what was written before them. */
  #linked(delta: Uint8Array): Uint8Array {
    const lines = [...linesIn(delta)]
    const first = lines.findIndex((line) => placeOfLine(line).uuid !== undefined)
    const line = lines[first]
    const parent = this.#writer.place.uuid
    if (line === undefined || parent === undefined) return delta
    const linked = relinked(line, parent)
    if (linked === undefined) this.#losses.add('link to what came before', 'the line that follows has no parent that could be changed')
    else lines[first] = linked
    return Buffer.concat(lines)
  }
}

export const lineJoiner = (write: Write): Joiner => new LineJoiner(write)
