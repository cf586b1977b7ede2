/** Reads a file line by line with byte offsets, in bounded memory: one chunk and the longest line. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const usualChunk = 1 << 20
const newline = 0x0a

/** One line. `bytes` includes the line ending and is only valid until the next line is read. */
export interface RawLine {
  /** Line number, from 1. */
  readonly line: number
  /** First byte in the file. */
  readonly offset: number
  readonly bytes: Buffer
  /** False for a last line without a newline. */
  readonly terminated: boolean
}

/** An open file, read at positions; closed by whoever opened it. */
export interface OpenFile {
  readonly fd: number
  readonly size: number
  /** Modification time, nanoseconds since 1970. */
  readonly modifiedNs: bigint
}

/** @throws the system's error when the file cannot be opened or is not a regular file. */
export const openFile = (path: string): OpenFile => {
  const fd = openSync(path, 'r')
  const stat = fstatSync(fd, { bigint: true })
  if (!stat.isFile()) {
    closeSync(fd)
    throw Object.assign(new Error('not a regular file'), { code: 'EINVAL' })
  }
  return { fd, size: Number(stat.size), modifiedNs: stat.mtimeNs }
}

export const closeFile = (file: OpenFile): void => {
  closeSync(file.fd)
}

/** True when the file still has the size and time it had when it was opened. */
export const isUnchanged = (file: OpenFile): boolean => {
  const stat = fstatSync(file.fd, { bigint: true })
  return stat.mtimeNs === file.modifiedNs && Number(stat.size) === file.size
}

/** Reads exactly the bytes asked for. @throws Error with code ESHORT when the file has become shorter. */
export const readAt = (file: OpenFile, offset: number, length: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const read = readSync(file.fd, bytes, done, length - done, offset + done)
    if (read === 0) throw Object.assign(new Error('the file became shorter while it was read'), { code: 'ESHORT' })
    done += read
  }
  return bytes
}

/** Grows by doubling, so that a line of any length costs its own size and no more than twice. */
const joined = (held: Buffer, heldLength: number, more: Buffer): Buffer => {
  const needed = heldLength + more.length
  const target = needed <= held.length ? held : Buffer.allocUnsafe(Math.max(needed, held.length * 2))
  if (target !== held) held.copy(target, 0, 0, heldLength)
  more.copy(target, heldLength)
  return target
}

/**
 * Yields every line of the file up to the size it had when opened, split at \n only.
 * @param onChunk sees every byte once, in order (for hashing).
 * @param chunkBytes how much is read at a time; decides nothing else.
 * @throws Error with code ESHORT when the file has become shorter.
 */
export function* readLines(file: OpenFile, onChunk: (bytes: Buffer) => void, chunkBytes = usualChunk): Generator<RawLine> {
  let held: Buffer = Buffer.alloc(0)
  let heldLength = 0
  let line = 0
  let offset = 0
  for (let position = 0; position < file.size;) {
    const chunk = readAt(file, position, Math.min(chunkBytes, file.size - position))
    onChunk(chunk)
    position += chunk.length
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, at + 1)
      const bytes = heldLength === 0 ? part : joined(held, heldLength, part).subarray(0, heldLength + part.length)
      line += 1
      yield { line, offset, bytes, terminated: true }
      offset += bytes.length
      heldLength = 0
      if (held.length > chunkBytes * 16) held = Buffer.alloc(0)
      from = at + 1
    }
    if (from < chunk.length) {
      const rest = chunk.subarray(from)
      held = joined(held, heldLength, rest)
      heldLength += rest.length
    }
  }
  if (heldLength > 0) yield { line: line + 1, offset, bytes: held.subarray(0, heldLength), terminated: false }
}
