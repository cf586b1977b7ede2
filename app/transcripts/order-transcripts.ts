/**
 * The transcripts of one chain in the order in which they were written. A conversation may continue in another file, which may begin with
 * copies. The same transcript may also be in several places, such as a backup.
 */
import type { OpenFile } from '../model/transcript-file.ts'
import { readAt } from '../../importer/read-lines.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import { asRepeat } from './compact-line.ts'
import type { ReadSource } from './read-sources.ts'

const pieceBytes = 1 << 20

/** How many bytes two files begin with alike. */
const commonBytes = (a: OpenFile, b: OpenFile): number => {
  const most = Math.min(a.size, b.size)
  for (let at = 0; at < most; at += pieceBytes) {
    const length = Math.min(pieceBytes, most - at)
    const [left, right] = [readAt(a, at, length), readAt(b, at, length)]
    if (left.equals(right)) continue
    for (let byte = 0; byte < length; byte += 1) if (left[byte] !== right[byte]) return at + byte
  }
  return most
}

/** A transcript, the older copies of it, and when its first and its last record were written. */
interface Written {
  readonly transcript: ReadSource
  readonly copies: ReadSource[]
  readonly first: number
  readonly last: number
}

/** Time of the first line that has one; infinity when none has: such a transcript comes last. */
const firstTime = (lines: Iterable<TranscriptLine>): number => {
  for (const { occurredAt } of lines) if (occurredAt !== undefined) return occurredAt
  return Number.POSITIVE_INFINITY
}

const written = (transcript: ReadSource): Written => ({
  transcript,
  copies: [],
  first: firstTime(transcript.lines),
  last: firstTime([...transcript.lines].reverse()),
})

/** Maps each transcript to those that it begins with, byte for byte: these are copies of it. */
const withCopies = (transcripts: readonly ReadSource[]): readonly Written[] => {
  const whole: Written[] = []
  for (const transcript of [...transcripts].sort((a, b) => b.open.size - a.open.size)) {
    const of = whole.find((one) => commonBytes(transcript.open, one.transcript.open) === transcript.open.size)
    if (of === undefined) whole.push(written(transcript))
    else of.copies.push(transcript)
  }
  return whole
}

const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/** The byte in which they differ first decides where times do not: no name and no path does. */
const compareContent = (a: OpenFile, b: OpenFile): number => {
  const at = commonBytes(a, b)
  return at === Math.min(a.size, b.size) ? 0 : compareNumbers(readAt(a, at, 1)[0] ?? 0, readAt(b, at, 1)[0] ?? 0)
}

const inTime = (a: Written, b: Written): number =>
  compareNumbers(a.first, b.first) || compareNumbers(a.last, b.last) || compareContent(a.transcript.open, b.transcript.open)

/** All of a copy is of the transcript that it is a copy of: what that begins with belongs to it alone. */
const asCopy = (copy: ReadSource): ReadSource => ({ ...copy, lines: copy.lines.map(asRepeat) })

/** Lines that the transcripts before it begin with as well are repeats of theirs. */
const markRepeats = (transcript: ReadSource, before: readonly ReadSource[]): ReadSource => {
  const common = Math.max(0, ...before.map((one) => commonBytes(transcript.open, one.open)))
  if (common === 0) return transcript
  return { ...transcript, lines: transcript.lines.map((line) => (line.offset + line.length <= common ? asRepeat(line) : line)) }
}

const groupOf = ({ source }: ReadSource): string => (source.role === 'agent' ? `agent ${source.agentId ?? source.sourceId}` : 'main')

const inOrder = (group: readonly ReadSource[]): readonly ReadSource[] => {
  if (group.length === 1) return group
  const whole: ReadSource[] = []
  return [...withCopies(group)].sort(inTime).flatMap(({ transcript, copies }) => {
    const marked = markRepeats(transcript, whole)
    whole.push(transcript)
    return [marked, ...copies.map(asCopy)]
  })
}

/**
 * Transcripts in the order in which they are cut; lines that repeat earlier transcripts are marked. The order depends on their content, not
 * on their names or sizes, and stays the same when the last of them grows.
 */
export const orderTranscripts = (transcripts: readonly ReadSource[]): readonly ReadSource[] => {
  const groups = new Map<string, ReadSource[]>()
  for (const transcript of transcripts) groups.set(groupOf(transcript), [...(groups.get(groupOf(transcript)) ?? []), transcript])
  return [...groups.values()].flatMap(inOrder)
}
