/** Runs the WASM that copies what is read of JSON lines: owns its memory and reads its table. */
import wasmBase64 from './assembly/select-fields.ts?wasm'
import { layOut, type Fields } from './selection.ts'

/** The exports of the WASM module; see assembly/select-fields.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  readonly free: WebAssembly.Global
  readonly consumed: WebAssembly.Global
  readonly select: (input: number, size: number, output: number, room: number, lines: number, maxLines: number, root: number) => number
}

const pageBytes = 65_536
/** Blocks of sixteen bytes are read and written beyond the last one that counts. */
const marginBytes = 64
const maxLines = 4096
const wordsPerLine = 6
/** Maximum size of a short line, bytes: a line with more selected text is read whole. */
const maxOutputBytes = 8 << 20
/** Escapes may make a short line longer than the line. */
const minOutputBytes = 1 << 16

const inexact = 1
const measured = 2

/** A line in the input, or blank lines that follow each other, and how it is to be read. */
export interface SelectedLine {
  /** First byte in the input, and length without the last newline. */
  readonly start: number
  readonly length: number
  readonly lines: number
  /** JSON text of what is read of it; undefined: read the whole line. */
  readonly text: string | undefined
  /** True when lengths replace some strings. */
  readonly isMeasured: boolean
}

let compiled: WebAssembly.Module | undefined

const instantiate = (): Exports => {
  compiled ??= new WebAssembly.Module(Buffer.from(wasmBase64, 'base64'))
  return new WebAssembly.Instance(compiled, {}).exports as unknown as Exports
}

/** Input that lines are read into, and what the last call to `select` found there. */
export class FieldSelector {
  /** Bytes that the input holds; grows with `ensure`. */
  capacity = 0
  private exports = instantiate()
  private readonly selection: Fields
  private memory = Buffer.alloc(0)
  private words = new Uint32Array(0)
  private root = 0
  private inputAt = 0
  private outputAt = 0
  private room = 0
  private linesAt = 0

  /** @param selection what is read of a line. */
  constructor(selection: Fields) {
    this.selection = selection
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
  *select(from: number, to: number): Generator<SelectedLine> {
    for (let at = from; at < to;) {
      const lines = this.exports.select(this.inputAt + at, to - at, this.outputAt, this.room, this.linesAt, maxLines, this.root)
      const first = this.linesAt >> 2
      for (let line = 0; line < lines; line += 1) yield this.line(first + line * wordsPerLine, at)
      at += this.exports.consumed.value
    }
  }

  private line(entry: number, from: number): SelectedLine {
    const { words } = this
    const marks = words[entry + 4] ?? 0
    const start = this.outputAt + (words[entry] ?? 0)
    const text = (marks & inexact) === 0 ? this.memory.toString('latin1', start, start + (words[entry + 1] ?? 0)) : undefined
    return {
      start: from + (words[entry + 2] ?? 0),
      length: words[entry + 3] ?? 0,
      lines: words[entry + 5] ?? 1,
      text,
      isMeasured: (marks & measured) !== 0,
    }
  }

  /** Lays the regions out one after the other and grows the memory to hold them. */
  private lay(bytes: number): void {
    const round = (at: number): number => (at + 15) & ~15
    const { root, words } = layOut(this.selection, round(this.exports.free.value))
    this.capacity = bytes
    this.inputAt = round(round(this.exports.free.value) + words.length * 4 + marginBytes)
    this.outputAt = round(this.inputAt + bytes + marginBytes)
    this.room = Math.max(minOutputBytes, Math.min(bytes, maxOutputBytes)) + 2 * marginBytes
    this.linesAt = round(this.outputAt + this.room + marginBytes)
    const end = this.linesAt + maxLines * wordsPerLine * 4
    const { memory } = this.exports
    const missing = Math.ceil((end - memory.buffer.byteLength) / pageBytes)
    if (missing > 0) memory.grow(missing)
    this.memory = Buffer.from(memory.buffer)
    this.words = new Uint32Array(memory.buffer)
    this.words.set(words, round(this.exports.free.value) >> 2)
    this.root = root
  }
}
