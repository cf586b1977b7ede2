/** The text of a known file, in the form in which its lines are followed from version to version. */
import { noLineFeed } from '../diff/text-lines.ts'
import { isWhole, type KnownFile } from './known-file.ts'

/** Replaces lines that are not known. No line of a file equals it. */
export const gapMark = '\n'

export interface KnownText {
  /**
   * Lines in the form in which they are compared: without parts that clients omit, with a mark on a last line that has no line feed, and
   * with gaps.
   */
  readonly lines: readonly string[]
  readonly isWhole: boolean
}

/** A text, and for each of its lines the place of its origin; -1: it has none. */
export interface BlamedText {
  readonly text: KnownText
  readonly origins: Int32Array
}

export const emptyText: KnownText = { lines: [], isWhole: true }

const byteOrderMark = '\uFEFF'

const carriageReturn = 13

/** The client shows files without byte order mark and carriage returns: a file that was written with them is the same. */
const compared = (line: string): string => (line.charCodeAt(line.length - 1) === carriageReturn ? line.slice(0, -1) : line)

/** Each known line, and a gap where lines are missing. */
const knownParts = ({ stretches, total }: KnownFile): string[] => {
  const lines: string[] = []
  let next = 1
  for (const stretch of stretches) {
    if (stretch.from > next) lines.push(gapMark)
    for (const line of stretch.lines) lines.push(compared(line))
    next = stretch.from + stretch.lines.length
  }
  if (total === undefined || next <= total) lines.push(gapMark)
  return lines
}

/** Marks a last line that has no line feed. An empty part after the last line feed is not a line. */
const endMarked = (lines: string[]): readonly string[] => {
  const last = lines.pop()
  if (last !== undefined && last !== '' && last !== gapMark) lines.push(last + noLineFeed)
  if (last === gapMark) lines.push(last)
  return lines
}

export const knownText = (file: KnownFile): KnownText => {
  const lines = knownParts(file)
  const [first] = lines
  if (first?.startsWith(byteOrderMark) === true) lines[0] = first.slice(1)
  return { lines: endMarked(lines), isWhole: isWhole(file) }
}

/** The same from the content of a file. */
export const contentText = (content: string): KnownText =>
  knownText({ stretches: [{ from: 1, lines: content.split('\n'), proof: 'observed', record: 0 }], total: content.split('\n').length })

const withoutMark = (line: string | undefined): string | undefined => (line?.endsWith(noLineFeed) === true ? line.slice(0, -1) : line)

/** Not every client shows the last line feed: where nothing else of the last line differs, it is unchanged. */
export const withEndOf = (seen: KnownText, before: KnownText): KnownText => {
  const [last, was] = [seen.lines.at(-1), before.lines.at(-1)]
  if (last === was || last === gapMark || was === undefined || withoutMark(last) !== withoutMark(was)) return seen
  return { ...seen, lines: [...seen.lines.slice(0, -1), was] }
}
