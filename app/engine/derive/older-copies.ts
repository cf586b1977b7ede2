/** The same transcript may stand in several places, such as a backup: what the longest of them begins with belongs to it alone. */
import type { OpenFile } from '../../../importer/read-lines.ts'
import { readAt } from '../../../importer/read-lines.ts'
import { asRepeat } from './kept-line.ts'
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

/** Lines of `copy` that the longer file begins with as well are repeats of it. */
const markRepeats = (copy: ReadSource, longest: ReadSource): ReadSource => {
  const common = commonBytes(copy.open, longest.open)
  return { ...copy, lines: copy.lines.map((line) => (line.offset + line.length <= common ? asRepeat(line) : line)) }
}

const groupOf = ({ source }: ReadSource): string => (source.role === 'agent' ? `agent ${source.agentId ?? source.sourceId}` : 'main')

/** Transcripts in the order in which they are cut: of several copies of one transcript the longest first, the others marked as its repeats. */
export const orderCopies = (transcripts: readonly ReadSource[]): readonly ReadSource[] => {
  const groups = new Map<string, ReadSource[]>()
  for (const transcript of transcripts) groups.set(groupOf(transcript), [...(groups.get(groupOf(transcript)) ?? []), transcript])
  return [...groups.values()].flatMap((group) => {
    const [longest, ...others] = [...group].sort((a, b) => b.open.size - a.open.size)
    return longest === undefined ? [] : [longest, ...others.map((copy) => markRepeats(copy, longest))]
  })
}
