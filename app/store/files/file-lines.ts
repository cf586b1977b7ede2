/** The lines of a file, as bytes. */
import type { AppendFile } from './append-file.ts'

/** A line without its ending. Offset in bytes. */
export interface FileLine {
  readonly bytes: Buffer
  readonly offset: number
  /** False for what follows the last line ending. */
  readonly complete: boolean
}

const newline = 0x0a
const pieceBytes = 1024 * 1024

/** Every line up to an offset. */
export async function* linesOf(file: AppendFile, end: number): AsyncGenerator<FileLine> {
  let pending: Buffer[] = []
  let lineStart = 0
  for (let offset = 0; offset < end; offset += pieceBytes) {
    const piece = await file.read(offset, Math.min(pieceBytes, end - offset))
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
