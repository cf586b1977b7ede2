/** Parses a whole transcript file into lines; what is wrong with it becomes problems, never an exception. */
import type { Problem } from '../../app/model/problem.ts'
import type { TranscriptLine, WholeLine } from '../../app/model/transcript-line.ts'
import type { OpenFile, RawLine } from '../read-lines.ts'
import { readAt, readLines } from '../read-lines.ts'
import { parseLine } from './parse-line.ts'
import { QueueFollower } from './queued-prompts.ts'
import { recordFields } from './read-fields.ts'

export interface ParsedTranscript<Line extends TranscriptLine> {
  readonly lines: readonly Line[]
  /** Problems of the file as a whole; those of a line stand with the line. */
  readonly problems: readonly Problem[]
}

const reading = { selection: recordFields }

const isUtf16 = (head: Buffer): boolean => (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)

/** A file in another encoding is kept as one line without a record. */
const opaque = <Line extends TranscriptLine>(
  file: OpenFile,
  onChunk: (bytes: Buffer) => void,
  keep: (line: WholeLine) => Line,
): ParsedTranscript<Line> => {
  let line: WholeLine | undefined
  for (const raw of readLines(file, onChunk, reading)) {
    line ??= parseLine({ ...raw, bytes: Buffer.from(' '), short: undefined }, false).line
  }
  const whole = line && keep({ ...line, offset: 0, length: file.size })
  return {
    lines: whole === undefined ? [] : [whole],
    problems: [{ code: 'unreadable-encoding', reason: 'the file is UTF-16, transcripts are UTF-8' }],
  }
}

/** Remembers where each uuid stood first, to tell byte-identical repeats from conflicting ones. */
const repeatFinder = (file: OpenFile, lines: readonly TranscriptLine[]) => {
  const first = new Map<string, number>()
  return (line: WholeLine, raw: RawLine): WholeLine => {
    if (line.uuid === undefined) return line
    const earlier = lines[first.get(line.uuid) ?? lines.length]
    if (earlier === undefined) {
      first.set(line.uuid, lines.length)
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
 * @param keep gives what is to be kept of a line; it is asked again for a queue operation that turns out to be a prompt.
 * @throws the system's error when the file cannot be read, code ESHORT when it shrinks.
 */
export const parseTranscript = <Line extends TranscriptLine>(
  file: OpenFile,
  onChunk: (bytes: Buffer) => void,
  onProgress: (bytes: number) => void,
  keep: (line: WholeLine) => Line,
): ParsedTranscript<Line> => {
  if (file.size >= 2 && isUtf16(readAt(file, 0, 2))) return opaque(file, onChunk, keep)
  const lines: Line[] = []
  const queue = new QueueFollower()
  const withRepeats = repeatFinder(file, lines)
  let afterBoundary = false
  let reported = 0
  for (const raw of readLines(file, onChunk, reading)) {
    const parsed = parseLine(raw, afterBoundary)
    const line = withRepeats(parsed.line, raw)
    if (!line.blank) afterBoundary = line.subtype === 'compact_boundary' && line.type === 'system'
    lines.push(keep(line))
    if (parsed.json !== undefined) queue.see(line, parsed.json, lines.length - 1)
    if (raw.offset + raw.length - reported > 1 << 20) {
      onProgress(raw.offset + raw.length - reported)
      reported = raw.offset + raw.length
    }
  }
  onProgress(file.size - reported)
  for (const [index, line] of queue.promoted()) lines[index] = keep(line)
  return { lines, problems: [] }
}
