/** Parses a whole transcript file into lines; what is wrong with it becomes problems, never an exception. */
import { createHash } from 'node:crypto'
import type { OpenFile } from '../../app/model/transcript-file.ts'
import type { Keep, ParsedTranscript, TranscriptReader } from '../../app/model/agent.ts'
import type { Problem } from '../../app/model/problem.ts'
import type { TranscriptLine, WholeLine } from '../../app/model/transcript-line.ts'
import type { LinePlace, RawLine } from '../read-lines.ts'
import { readAt, readLines } from '../read-lines.ts'
import { recoverRecords } from '../../app/model/records-in-line.ts'
import { CallIds } from './call-ids.ts'
import { foreignForm, formBytes } from './foreign-form.ts'
import { contextAfter, fileStart } from './line-context.ts'
import { blankLine, parseLine, type ParsedLine } from './parse-line.ts'
import { nothingSelected, type Dialect, type LineFollower } from './dialect.ts'

/** A file that is no text in UTF-8 is kept as one line without a record. */
const opaque = <Line extends TranscriptLine>(
  file: OpenFile,
  onChunk: (bytes: Uint8Array) => void,
  keep: Keep<Line>,
  reason: string,
): ParsedTranscript<Line> => {
  let line: WholeLine | undefined
  for (const raw of readLines(file, onChunk, { selection: nothingSelected })) {
    line ??= blankLine({ ...raw, lines: 1 })
  }
  const whole = line && keep({ ...line, offset: 0, length: file.size }, 0)
  return {
    lines: whole === undefined ? [] : [whole],
    problems: [{ code: 'unreadable-encoding', reason }],
  }
}

const trimEnd = (bytes: Buffer): Buffer => {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end -= 1
  return bytes.subarray(0, end)
}

const idDigits = 32

const openObject = 0x7b
const closeObject = 0x7d
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

/** The bytes of the record alone: one that was recovered may have others around it. */
const ownBytes = (bytes: Buffer): Buffer => {
  const own = trimEnd(bytes)
  if (own[0] === openObject && own.at(-1) === closeObject) return own
  const [found] = recoverRecords(own, textOf)
  return found === undefined ? own : own.subarray(found.from, found.to)
}

/** Remembers the first line of each uuid, to distinguish byte-identical repeats from conflicting ones. */
class RepeatFinder {
  readonly #first = new Map<string, TranscriptLine>()
  /** Line numbers in the file, where they differ from the numbers of the lines. */
  readonly #numbers = new Map<string, number>()

  /** @param kept what is kept of the line when its uuid is new; @param raw where it is in the file. */
  note(kept: TranscriptLine, raw: RawLine): void {
    if (kept.uuid === undefined || this.#first.has(kept.uuid)) return
    this.#first.set(kept.uuid, kept)
    if (raw.line !== kept.line) this.#numbers.set(kept.uuid, raw.line)
  }

  /** The line, with what its uuid says. */
  judge(line: WholeLine, raw: RawLine, file: OpenFile): WholeLine {
    const earlier = line.uuid === undefined ? undefined : this.#first.get(line.uuid)
    if (earlier === undefined) return line
    const identical = raw.bytes !== undefined && ownBytes(readAt(file, earlier.offset, earlier.length)).equals(ownBytes(raw.bytes))
    if (identical) return { ...line, isRepeat: true }
    const problem: Problem = {
      code: 'duplicate-uuid',
      reason: `line ${this.#numbers.get(earlier.uuid ?? '') ?? earlier.line} has the same uuid and other content`,
      line: raw.line,
      offset: line.offset,
      length: line.length,
    }
    return { ...line, problems: [...line.problems, problem] }
  }
}

/** Reads a transcript, and continues reading when it has grown. */
export class LineReader<Line extends TranscriptLine> implements TranscriptReader<Line> {
  readonly #dialect: Dialect
  readonly #keep: Keep<Line>
  readonly #lines: Line[] = []
  readonly #follower: LineFollower
  readonly #repeats = new RepeatFinder()
  readonly #calls = new CallIds()
  #context = fileStart
  /** The blank lines that were read last; undefined: a line that is not blank was. */
  #blank: WholeLine | undefined
  #next: LinePlace | undefined = { line: 0, offset: 0 }
  /** Id of the record that was read last, where records name none. */
  #last: string | undefined
  /** How many records so far share a line with one before them. */
  #more = 0

  constructor(dialect: Dialect, keep: Keep<Line>) {
    this.#dialect = dialect
    this.#keep = keep
    this.#follower = dialect.follow()
  }

  get canResume(): boolean {
    return this.#next !== undefined
  }

  read(file: OpenFile, onChunk: (bytes: Uint8Array) => void, onProgress: (bytes: number) => void): ParsedTranscript<Line> {
    const from = this.#next
    if (from === undefined) throw new Error('what was read has no end')
    const foreign = from.offset === 0 ? foreignForm(readAt(file, 0, Math.min(formBytes, file.size))) : undefined
    if (foreign !== undefined) {
      this.#next = undefined
      return opaque(file, onChunk, this.#keep, foreign)
    }
    let reported = from.offset
    for (const raw of readLines(file, onChunk, { selection: this.#dialect.selection, from })) {
      this.#take(raw, file)
      if (raw.offset + raw.length - reported > 1 << 20) {
        onProgress(raw.offset + raw.length - reported)
        reported = raw.offset + raw.length
      }
    }
    onProgress(file.size - reported)
    for (const [index, line] of this.#follower.promoted()) this.#lines[index] = this.#keep(line, index)
    return { lines: this.#lines, problems: [] }
  }

  #take(raw: RawLine, file: OpenFile): void {
    const parsed = parseLine(this.#dialect, raw, this.#context)
    const before = this.#more
    for (const one of parsed) {
      const line = before === 0 ? one.line : { ...one.line, line: one.line.line + before }
      if (line.blank) this.#takeBlank(line)
      else this.#takeFull({ ...one, line }, file)
    }
    this.#more += parsed.length - 1
    this.#next = raw.terminated ? { line: raw.line + raw.lines - 1, offset: raw.offset + raw.length } : undefined
  }

  /** Blank lines that follow each other are one run, however they were read: a file may hold very many. */
  #takeBlank(line: WholeLine): void {
    const run = this.#blank
    if (run === undefined) this.#blank = line
    else {
      const { line: first, offset } = run
      this.#blank = blankLine({ line: first, lines: run.lines + line.lines, offset, length: run.length + line.length })
    }
    const at = run === undefined ? this.#lines.length : this.#lines.length - 1
    this.#lines[at] = this.#keep(this.#blank, at)
  }

  /** Its id follows from its bytes and those of the lines above it: a copy of a session's beginning has the same ids. */
  #linked(line: WholeLine, { bytes }: RawLine): WholeLine {
    if (this.#dialect.isLinear !== true || bytes === undefined) return line
    const parentUuid = this.#last
    this.#last = createHash('sha256')
      .update(parentUuid ?? '')
      .update(trimEnd(bytes))
      .digest('hex')
      .slice(0, idDigits)
    return { ...line, uuid: this.#last, parentUuid, isRoot: parentUuid === undefined }
  }

  #takeFull({ line: read, json, raw }: ParsedLine, file: OpenFile): void {
    this.#blank = undefined
    const line = this.#calls.distinct(this.#repeats.judge(this.#linked(read, raw), raw, file))
    this.#context = contextAfter(this.#context, line)
    const kept = this.#keep(line, this.#lines.length)
    this.#repeats.note(kept, raw)
    this.#lines.push(kept)
    if (json !== undefined) this.#follower.see(line, json, this.#lines.length - 1)
  }
}
