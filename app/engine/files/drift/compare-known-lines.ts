/** Compares the lines that are known of a file with those on disk, each at its place, however large the file is. */
import type { FileHandle } from 'node:fs/promises'
import type { KnownFile } from '../../../files/known-file.ts'

export interface LineComparison {
  /** Number of known lines, and of those that differ on disk. */
  readonly known: number
  readonly different: number
  /** Whether the file has another number of lines than is known. */
  readonly hasOtherLength: boolean
}

const pieceBytes = 256 * 1024

/** The pieces of a file as text, without byte order mark. @param checkpoint throws when the work was cancelled */
async function* piecesOf(file: FileHandle, checkpoint: () => void): AsyncGenerator<string> {
  const bytes = Buffer.alloc(pieceBytes)
  const { bytesRead: marks } = await file.read(bytes, 0, 2, 0)
  const decoder = new TextDecoder(marks === 2 && bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8')
  for (let at = 0; ;) {
    checkpoint()
    const { bytesRead } = await file.read(bytes, 0, pieceBytes, at)
    if (bytesRead === 0) break
    at += bytesRead
    yield decoder.decode(bytes.subarray(0, bytesRead), { stream: true })
  }
  yield decoder.decode()
}

/** Splits text into lines. It keeps only the beginning of a line that is longer than every known line. */
class LineReader {
  readonly #longest: number
  #line = ''

  constructor(longest: number) {
    this.#longest = longest
  }

  /** The lines that end in a piece. */
  *read(piece: string): Generator<string> {
    let from = 0
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
      this.#add(piece, from, end)
      yield this.rest()
      from = end + 1
    }
    this.#add(piece, from, piece.length)
  }

  #add(piece: string, from: number, to: number): void {
    this.#line += piece.slice(from, Math.min(to, from + this.#longest + 2 - this.#line.length))
  }

  /** The text after the last line feed. */
  rest(): string {
    const line = this.#line
    this.#line = ''
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

export const compareKnownLines = async (file: FileHandle, known: KnownFile, checkpoint: () => void): Promise<LineComparison> => {
  const expected = known.stretches.flatMap(({ from, lines }) => lines.map((line, at) => ({ number: from + at, line: withoutReturn(line) })))
  const longest = expected.reduce((most, { line }) => Math.max(most, line.length), 0)
  const reader = new LineReader(longest)
  let [number, next, different] = [0, 0, 0]
  const see = (line: string): void => {
    number += 1
    const wanted = expected[next]
    if (wanted?.number !== number) return
    next += 1
    if (wanted.line !== line) different += 1
  }
  for await (const piece of piecesOf(file, checkpoint)) for (const line of reader.read(piece)) see(line)
  see(reader.rest())
  const missing = expected.length - next
  return { known: expected.length, different: different + missing, hasOtherLength: known.total !== undefined && known.total !== number }
}
