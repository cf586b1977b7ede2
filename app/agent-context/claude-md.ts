/** The section of `CLAUDE.md` that says what was decided, by file. Only what is between its marks is written. */
import { oneLine } from '../model/format/one-line.ts'
import { isGone } from '../model/reasoning.ts'
import type { EventNode } from './thinking-record.ts'

const begin = '<!-- agent-context:begin -->'
const end = '<!-- agent-context:end -->'
/** Characters of the section, its marks included. */
export const maxSection = 1500

const labels: Readonly<Partial<Record<EventNode['type'], string>>> = { decision: 'decided', rejection: 'rejected', tradeoff: 'trade-off' }

/** Decided and not known to be gone. */
export const isStanding = (event: EventNode): boolean => labels[event.type] !== undefined && !isGone(event)

const plain = (text: string): string => oneLine(text).replaceAll('<!--', '< !--').replaceAll('-->', '-- >')

const bullet = ({ type, summary, timestamp, commit_id: commit }: EventNode): string => {
  const notes = [timestamp.slice(0, 10), commit ?? ''].filter((note) => note !== '')
  return `- ${labels[type] ?? type}: ${plain(summary)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}

/** Maximum number of events of a file, the newest first. */
const maxPerFile = 4

/** Files with their events; the file with the newest event first. */
const byFile = (events: readonly EventNode[]): readonly (readonly [string, readonly EventNode[]])[] => {
  const files = new Map<string, EventNode[]>()
  for (const event of [...events].reverse())
    for (const file of event.files_affected) {
      const own = files.get(file) ?? []
      files.set(file, own)
      if (own.length < maxPerFile && !own.some(({ summary }) => summary === event.summary)) own.push(event)
    }
  return [...files]
}

export type LineEnd = '\n' | '\r\n'

/** @param events in the order of the file @param lineEnd of the file that gets the section */
export const sectionOf = (events: readonly EventNode[], lineEnd: LineEnd = '\n'): string => {
  const close = `\n${end}`
  let text = `${begin}\n## Agent Context\n`
  const ended = (own: string): string => own.replaceAll('\n', lineEnd)
  const fits = (more: string): boolean => ended(text + more + close).length <= maxSection
  for (const [file, own] of byFile(events.filter(isStanding))) {
    let isOpen = false
    for (const event of own) {
      const more = `${isOpen ? '' : `\n### ${plain(file)}\n`}${bullet(event)}\n`
      if (!fits(more)) break
      text += more
      isOpen = true
    }
  }
  return ended(`${text.trimEnd()}${close}`)
}

interface Marks {
  readonly from: number
  readonly to: number
}

/** The section of a file: between a mark and the next one that ends it. A mark without its other one is a person's text. */
const marksIn = (bytes: Buffer): Marks | undefined => {
  const first = bytes.indexOf(begin)
  const to = first === -1 ? -1 : bytes.indexOf(end, first)
  return to === -1 ? undefined : { from: bytes.lastIndexOf(begin, to), to: to + end.length }
}

const bytesAround = (bytes: Buffer): readonly Buffer[] => {
  const marks = marksIn(bytes)
  return marks === undefined ? [bytes] : [bytes.subarray(0, marks.from), bytes.subarray(marks.to)]
}

/** The line ends that most lines outside of the section have. */
export const lineEndOf = (file: Uint8Array): LineEnd => {
  const text = bytesAround(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
    .map((part) => part.toString('latin1'))
    .join('')
  const [all, long] = [text.split('\n').length, text.split('\r\n').length]
  return 2 * (long - 1) > all - 1 ? '\r\n' : '\n'
}

/** Text in UTF-16 or UTF-32, or no text at all: it has zero bytes, or the mark of such a text. */
export const isWide = (file: Uint8Array): boolean =>
  (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff) || file.includes(0)

/** The file with the section in place of the one it has, or at its end. Bytes outside of the section stay. */
export const withSection = (file: Uint8Array, section: string): Uint8Array => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const marks = marksIn(bytes)
  const own = Buffer.from(section)
  if (marks !== undefined) return Buffer.concat([bytes.subarray(0, marks.from), own, bytes.subarray(marks.to)])
  const lineEnd = lineEndOf(file)
  const gap = bytes.length === 0 || bytes.at(-1) === 0x0a ? '' : lineEnd
  return Buffer.concat([bytes, Buffer.from(bytes.length === 0 ? '' : `${gap}${lineEnd}`), own, Buffer.from(lineEnd)])
}

/** The bytes around the section: what a person wrote. */
export const outsideOf = (file: Uint8Array): string => {
  const parts = bytesAround(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  return parts
    .map((part) => part.toString('latin1'))
    .join('')
    .trimEnd()
}
