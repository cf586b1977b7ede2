/** Parses a whole transcript file into lines; what is wrong with it becomes problems, never an exception. */
import type { Problem } from '../../app/model/problem.ts'
import type { TranscriptLine } from '../../app/model/transcript-line.ts'
import type { OpenFile, RawLine } from '../read-lines.ts'
import { readAt, readLines } from '../read-lines.ts'
import { parseLine } from './parse-line.ts'
import { QueueFollower } from './queued-prompts.ts'

export interface ParsedTranscript {
  readonly lines: readonly TranscriptLine[]
  /** Problems of the file as a whole; those of a line stand with the line. */
  readonly problems: readonly Problem[]
}

const isUtf16 = (head: Buffer): boolean => (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)

/** A file in another encoding is kept as one line without a record. */
const opaque = (file: OpenFile, onChunk: (bytes: Buffer) => void): ParsedTranscript => {
  let line: TranscriptLine | undefined
  for (const raw of readLines(file, onChunk)) {
    line ??= parseLine({ ...raw, bytes: Buffer.from(' '), short: undefined }, false).line
  }
  const whole: TranscriptLine | undefined = line && { ...line, offset: 0, length: file.size }
  return {
    lines: whole === undefined ? [] : [whole],
    problems: [{ code: 'unreadable-encoding', reason: 'the file is UTF-16, transcripts are UTF-8' }],
  }
}

/** Remembers where each uuid stood first, to tell byte-identical repeats from conflicting ones. */
const repeatFinder = (file: OpenFile) => {
  const first = new Map<string, TranscriptLine>()
  return (line: TranscriptLine, raw: RawLine): TranscriptLine => {
    if (line.uuid === undefined) return line
    const earlier = first.get(line.uuid)
    if (earlier === undefined) {
      first.set(line.uuid, line)
      return line
    }
    const identical = raw.bytes !== undefined && trimEnd(readAt(file, earlier.offset, earlier.length)).equals(trimEnd(raw.bytes))
    if (identical) return { ...line, isRepeat: true }
    const problem: Problem = {
      code: 'duplicate-uuid',
      reason: `line ${earlier.line} has the same uuid and other content`,
      line: line.line,
      offset: line.offset,
      length: line.length,
    }
    return { ...line, problems: [...line.problems, problem] }
  }
}

const trimEnd = (bytes: Buffer): Buffer => {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end -= 1
  return bytes.subarray(0, end)
}

/**
 * Parses an open transcript.
 * @param onChunk sees every byte once, in order.
 * @param onProgress is told the bytes parsed since the last call.
 * @throws the system's error when the file cannot be read, code ESHORT when it shrinks.
 */
export const parseTranscript = (
  file: OpenFile,
  onChunk: (bytes: Buffer) => void,
  onProgress: (bytes: number) => void,
): ParsedTranscript => {
  if (file.size >= 2 && isUtf16(readAt(file, 0, 2))) return opaque(file, onChunk)
  const lines: TranscriptLine[] = []
  const queue = new QueueFollower()
  const withRepeats = repeatFinder(file)
  let afterBoundary = false
  let reported = 0
  for (const raw of readLines(file, onChunk)) {
    const { line, json } = parseLine(raw, afterBoundary)
    if (!line.blank) afterBoundary = line.subtype === 'compact_boundary' && line.type === 'system'
    lines.push(withRepeats(line, raw))
    if (json !== undefined) queue.see(line, json, lines.length - 1)
    if (raw.offset + raw.length - reported > 1 << 20) {
      onProgress(raw.offset + raw.length - reported)
      reported = raw.offset + raw.length
    }
  }
  onProgress(file.size - reported)
  for (const [index, line] of queue.promoted(lines)) lines[index] = line
  return { lines, problems: [] }
}
