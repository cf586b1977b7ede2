/** Reads a file line by line with byte offsets, in bounded memory: one chunk and the longest line. */
import type { OpenFile } from '../app/model/transcript-file.ts'
import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { seenFile } from './seen-file.ts'
import { FieldSelector } from './skim/field-selector.ts'
import type { Fields } from './skim/selection.ts'

const defaultChunk = 1 << 20
const newline = 0x0a

/** JSON text of what is read of a line. */
export interface ShortText {
  readonly text: string
  /** True when lengths replace some strings. */
  readonly isMeasured: boolean
}

/** One line, or blank lines that follow each other. Its bytes are only valid until the next line is read. */
export interface RawLine {
  /** Line number, from 1: of several blank lines that of the first. */
  readonly line: number
  /** How many lines it is. How blank lines are put together, and whether they are, depends on how the file is read. */
  readonly lines: number
  /** First byte in the file, and length with the line ending. */
  readonly offset: number
  readonly length: number
  /** With the line ending; undefined for a line too long to be held. */
  readonly bytes: Buffer | undefined
  /** The text to read instead of the bytes; undefined: the line has no short form with the same contents. */
  readonly short: ShortText | undefined
  /** False for a last line without a newline. */
  readonly terminated: boolean
}

/** @throws the system's error when the file cannot be opened or is not a regular file. */
export const openFile = (path: string): OpenFile => {
  // A pipe that took the file's place would be waited for.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const stat = fstatSync(fd, { bigint: true })
  if (!stat.isFile()) {
    closeSync(fd)
    throw Object.assign(new Error('not a regular file'), { code: 'EINVAL' })
  }
  return { fd, size: Number(stat.size), modifiedNs: stat.mtimeNs, changedNs: stat.ctimeNs, seen: seenFile(stat, Date.now()) }
}

export const closeFile = (file: OpenFile): void => {
  closeSync(file.fd)
}

/** True when the file still has the size and times it had when it was opened. */
export const isUnchanged = (file: OpenFile): boolean => {
  const stat = fstatSync(file.fd, { bigint: true })
  return stat.ctimeNs === file.changedNs && stat.mtimeNs === file.modifiedNs && Number(stat.size) === file.size
}

/** Fills the memory with bytes of the file. @throws Error with code ESHORT when the file has become shorter. */
export const readInto = (file: OpenFile, bytes: Buffer, offset: number): void => {
  for (let done = 0; done < bytes.length;) {
    const read = readSync(file.fd, bytes, done, bytes.length - done, offset + done)
    if (read === 0) throw Object.assign(new Error('the file became shorter while it was read'), { code: 'ESHORT' })
    done += read
  }
}

/** Reads exactly the bytes asked for. @throws Error with code ESHORT when the file has become shorter. */
export const readAt = (file: OpenFile, offset: number, length: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length)
  readInto(file, bytes, offset)
  return bytes
}

/** Longest line that is held in memory, bytes. A longer line is reported without its bytes; the caller archives them from `onChunk`. */
const maxLineLength = 1 << 28

/** Reads into the input from `held` on; gives how many bytes the input holds then. */
const fill = (file: OpenFile, selector: FieldSelector, held: number, position: number, bytes: number): number => {
  if (held + bytes > selector.capacity) selector.ensure((held + bytes) * 2)
  readInto(file, selector.input.subarray(held, held + bytes), position)
  return held + bytes
}

/** Reads on to the end of a line that is too long to be held; gives where it ends. */
const endOfLongLine = (file: OpenFile, from: number, onChunk: (bytes: Buffer) => void): number => {
  for (let position = from; position < file.size;) {
    const chunk = readAt(file, position, Math.min(defaultChunk, file.size - position))
    const end = chunk.indexOf(newline) + 1
    onChunk(end === 0 ? chunk : chunk.subarray(0, end))
    position += end === 0 ? chunk.length : end
    if (end !== 0) return position
  }
  return file.size
}

/** A place among the lines of a file: number of the last line, and where the next one starts. */
export interface LinePlace {
  readonly line: number
  readonly offset: number
}

type Cursor = { -readonly [K in keyof LinePlace]: LinePlace[K] }

function* linesIn(selector: FieldSelector, to: number, cursor: Cursor, isLast: boolean): Generator<RawLine> {
  const isAllText = isUtf8(selector.input.subarray(0, to))
  for (const { start, length, lines, text, isMeasured } of selector.select(0, to)) {
    const terminated = !(isLast && start + length + 1 === to)
    const size = terminated ? length + 1 : length
    const bytes = selector.input.subarray(start, start + size)
    const isText = text !== undefined && (isAllText || isUtf8(bytes))
    const short = isText ? { text, isMeasured } : undefined
    yield { line: cursor.line + 1, lines, offset: cursor.offset, length: size, bytes, terminated, short }
    cursor.line += lines
    cursor.offset += size
  }
}

/** Selectors that wait for the next file, by what they select: making one takes longer than reading a small file. */
const idle = new Map<Fields, FieldSelector>()
/** One that had to hold a longer line, bytes, is not kept. */
const maxIdle = 4 * defaultChunk

/** How a file is read. */
interface LineReading {
  /** The fields that are read of a line; its short form contains only these. */
  readonly selection: Fields
  /** How much is read at a time, bytes; decides nothing else. */
  readonly chunkBytes?: number
  /** Where to begin: earlier lines are excluded. */
  readonly from?: LinePlace
}

/**
 * Yields every line of the file up to the size it had when opened, split at \n only; blank lines that follow each other may come as one.
 * @param onChunk sees every byte that is read once, in order (for hashing).
 * @throws Error with code ESHORT when the file has become shorter.
 */
export function* readLines(file: OpenFile, onChunk: (bytes: Buffer) => void, reading: LineReading): Generator<RawLine> {
  const { selection, chunkBytes = defaultChunk, from = { line: 0, offset: 0 } } = reading
  const selector = idle.get(selection) ?? new FieldSelector(selection)
  idle.delete(selection)
  try {
    yield* linesOf(file, onChunk, chunkBytes, selector, { ...from })
  } finally {
    if (selector.capacity <= maxIdle) idle.set(selection, selector)
  }
}

function* linesOf(
  file: OpenFile,
  onChunk: (bytes: Buffer) => void,
  chunkBytes: number,
  selector: FieldSelector,
  cursor: Cursor,
): Generator<RawLine> {
  let held = 0
  for (let position = cursor.offset; position < file.size;) {
    const bytes = Math.min(chunkBytes, file.size - position)
    const filled = fill(file, selector, held, position, bytes)
    onChunk(selector.input.subarray(held, filled))
    position += bytes
    const end = selector.input.subarray(held, filled).lastIndexOf(newline) + 1
    if (end === 0) {
      held = filled
      if (held < maxLineLength) continue
      selector.shrink(chunkBytes)
      position = endOfLongLine(file, position, onChunk)
      const length = position - cursor.offset
      yield { line: (cursor.line += 1), lines: 1, offset: cursor.offset, length, bytes: undefined, terminated: true, short: undefined }
      cursor.offset = position
      held = 0
      continue
    }
    yield* linesIn(selector, held + end, cursor, false)
    held = keepRest(selector, held + end, filled, chunkBytes)
  }
  if (held === 0) return
  // A last line without a newline is given one, so that it is read like any other.
  selector.ensure(held + 1)
  selector.input[held] = newline
  yield* linesIn(selector, held + 1, cursor, true)
}

/** Moves the bytes after the last whole line to the front; releases the memory of a very long line. */
const keepRest = (selector: FieldSelector, from: number, to: number, chunkBytes: number): number => {
  if (selector.capacity <= chunkBytes * 16) selector.input.copyWithin(0, from, to)
  else {
    const rest = Buffer.from(selector.input.subarray(from, to))
    selector.shrink(chunkBytes * 2)
    selector.ensure(rest.length)
    rest.copy(selector.input)
  }
  return to - from
}
