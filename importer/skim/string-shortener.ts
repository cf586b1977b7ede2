/** Runs the WASM that shortens long strings in JSON lines: owns its memory and reads its tables. */
import wasmBase64 from './assembly/shorten-strings.ts?wasm'

/** What the WASM module exports; see assembly/shorten-strings.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  readonly free: WebAssembly.Global
  readonly consumed: WebAssembly.Global
  readonly shorten: (
    input: number,
    length: number,
    output: number,
    room: number,
    lines: number,
    mostLines: number,
    left: number,
    threshold: number,
  ) => number
}

const pageBytes = 65_536
/** Blocks of sixteen bytes are read and written beyond the last one that counts. */
const marginBytes = 64
const mostLines = 4096
const wordsPerLine = 5
const wordsPerString = 3
/** Short lines find this much room at least; what a call reads needs no more unless its strings are short. */
const mostOutputBytes = 8 << 20

const notAscii = 1
const shortened = 2
const inexact = 4

/** A line in the input, and how it is to be read. */
export interface ShortLine {
  /** First byte in the input, and length without the newline. */
  readonly start: number
  readonly length: number
  /** JSON text in which numbered stand-ins take the place of long strings; undefined: read the whole line. */
  readonly text: string | undefined
  /** Whether there are stand-ins in the text. */
  readonly isShortened: boolean
}

/** Longest string that is kept, bytes: everything that names or dates a record is shorter. */
const usualThreshold = 128

let compiled: WebAssembly.Module | undefined

const instantiate = (): Exports => {
  compiled ??= new WebAssembly.Module(Buffer.from(wasmBase64, 'base64'))
  return new WebAssembly.Instance(compiled, {}).exports as unknown as Exports
}

/** Input that lines are read into, and what the last call to `shorten` found there. Texts are valid until the input changes. */
export class StringShortener {
  /** Bytes that the input holds; grows with `ensure`. */
  capacity = 0
  private exports = instantiate()
  private readonly threshold: number
  private memory = Buffer.alloc(0)
  private words = new Uint32Array(0)
  private inputAt = 0
  private outputAt = 0
  private room = 0
  private linesAt = 0
  private stringsAt = 0
  /** Where the input of the last call starts, within the input. */
  private from = 0

  /** @param threshold longest string that is kept, bytes; small ones are for tests. */
  constructor(threshold = usualThreshold) {
    this.threshold = threshold
  }

  /** The input's bytes; invalid after `ensure`. */
  get input(): Buffer {
    return this.memory.subarray(this.inputAt, this.inputAt + this.capacity)
  }

  /** Makes room for this many bytes; what the input holds stays. */
  ensure(bytes: number): void {
    if (bytes <= this.capacity) return
    const held = Buffer.from(this.input)
    this.lay(bytes)
    held.copy(this.memory, this.inputAt)
  }

  /** Drops the memory that a very long line needed; what the input holds is lost. */
  shrink(bytes: number): void {
    if (this.capacity <= bytes) return
    this.exports = instantiate()
    this.lay(bytes)
  }

  /**
   * Reads whole lines of the input, each ending in a newline; yields them one by one.
   * @param from first byte; @param to one past the last newline.
   */
  *shorten(from: number, to: number): Generator<ShortLine> {
    for (let at = from; at < to;) {
      const lines = this.exports.shorten(
        this.inputAt + at,
        to - at,
        this.outputAt,
        this.room,
        this.linesAt,
        mostLines,
        this.stringsAt,
        this.threshold,
      )
      this.from = at
      at += this.exports.consumed.value
      const first = this.linesAt >> 2
      for (let line = 0; line < lines; line += 1) yield this.line(first + line * wordsPerLine)
    }
  }

  /** The string that a stand-in of the last line stands for. */
  textOf(number: number): string {
    const entry = (this.stringsAt >> 2) + number * wordsPerString
    const start = this.inputAt + this.from + (this.words[entry] ?? 0)
    return JSON.parse(this.memory.toString('utf8', start - 1, start + (this.words[entry + 1] ?? 0) + 1)) as string
  }

  /** Length of that string, UTF-16 code units. */
  unitsOf(number: number): number {
    return this.words[(this.stringsAt >> 2) + number * wordsPerString + 2] ?? 0
  }

  private line(entry: number): ShortLine {
    const { words } = this
    const marks = words[entry + 4] ?? 0
    const start = this.outputAt + (words[entry] ?? 0)
    const end = start + (words[entry + 1] ?? 0)
    const encoding = (marks & notAscii) === 0 ? 'latin1' : 'utf8'
    const text = (marks & inexact) === 0 ? this.memory.toString(encoding, start, end) : undefined
    return { start: this.from + (words[entry + 2] ?? 0), length: words[entry + 3] ?? 0, text, isShortened: (marks & shortened) !== 0 }
  }

  /** Lays the regions out one after the other and grows the memory to hold them. */
  private lay(bytes: number): void {
    const round = (at: number): number => (at + 15) & ~15
    this.capacity = bytes
    this.inputAt = round(this.exports.free.value)
    this.outputAt = round(this.inputAt + bytes + marginBytes)
    this.room = (this.threshold < 32 ? bytes * 6 : Math.min(bytes, mostOutputBytes)) + 2 * marginBytes
    this.linesAt = round(this.outputAt + this.room + marginBytes)
    this.stringsAt = this.linesAt + mostLines * wordsPerLine * 4
    const end = this.stringsAt + (Math.ceil(bytes / (this.threshold + 1)) + 1) * wordsPerString * 4
    const { memory } = this.exports
    const missing = Math.ceil((end - memory.buffer.byteLength) / pageBytes)
    if (missing > 0) memory.grow(missing)
    this.memory = Buffer.from(memory.buffer)
    this.words = new Uint32Array(memory.buffer)
  }
}
