/** Patches that the client recorded beside a result: what was written, with the lines around it. */
import { isObject } from '../model/json-object.ts'

interface ShownLine {
  readonly mark: ' ' | '-' | '+'
  readonly text: string
}

/** A stretch of lines that was changed. A text file ends with an empty part after its last line feed. */
export interface Hunk {
  /** Numbers of the first line before and after, from 1. */
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly ShownLine[]
  /** Whether the file ended with this hunk, without a line feed: before, and after. */
  readonly endedOpen: boolean
  readonly endsOpen: boolean
}

export interface Patch {
  readonly hunks: readonly Hunk[]
  /** False: each tab at the beginning of a line is shown as two spaces. */
  readonly hasTabs: boolean
  /** Whether the patch does not show if the last line ends with a line feed. */
  readonly isEndUnsure?: boolean
}

const placeIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

type RawHunk = Omit<Hunk, 'oldStart' | 'newStart'> & {
  readonly start: readonly [number, number]
  readonly count: readonly [number, number]
}

const lineOf = (line: string): ShownLine | undefined => {
  const mark = line.slice(0, 1)
  return mark === ' ' || mark === '-' || mark === '+' ? { mark, text: line.slice(1).replace(/\r$/, '') } : undefined
}

const rawHunk = (value: unknown): RawHunk | undefined => {
  if (!isObject(value) || !Array.isArray(value['lines'])) return undefined
  const [oldStart, newStart] = [placeIn(value['oldStart']), placeIn(value['newStart'])]
  const lines: ShownLine[] = []
  let [endedOpen, endsOpen] = [false, false]
  for (const line of value['lines'] as readonly unknown[]) {
    if (typeof line !== 'string') return undefined
    if (line.startsWith('\\')) {
      const last = lines.at(-1)?.mark
      endedOpen ||= last !== '+'
      endsOpen ||= last !== '-'
      continue
    }
    const shown = lineOf(line)
    if (shown === undefined) return undefined
    lines.push(shown)
  }
  const count = [lines.filter(({ mark }) => mark !== '+').length, lines.filter(({ mark }) => mark !== '-').length] as const
  const isWhole = count[0] === value['oldLines'] && count[1] === value['newLines'] && lines.length > 0
  if (!isWhole || oldStart === undefined || newStart === undefined) return undefined
  return { start: [oldStart, newStart], count, lines, endedOpen, endsOpen }
}

/** Undefined: there is none, or it is damaged, as by a program that removes secrets. */
export const hunksIn = (value: unknown): readonly Hunk[] | undefined => {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const hunks: Hunk[] = []
  let by = 0
  for (const one of value as readonly unknown[]) {
    const raw = rawHunk(one)
    if (raw === undefined) return undefined
    const { start, count, ...rest } = raw
    // For an empty range, some clients name the line before it, others the line after it.
    const oldStart = count[0] === 0 ? start[1] - by : start[0]
    const newStart = count[1] === 0 ? oldStart + by : start[1]
    if (oldStart < 1 || newStart !== oldStart + by) return undefined
    hunks.push({ ...rest, oldStart, newStart })
    by += count[1] - count[0]
  }
  return hunks
}

/** The lines before a change. */
export const oldLines = ({ lines, endedOpen, endsOpen }: Hunk): readonly string[] => [
  ...lines.flatMap(({ mark, text }) => (mark === '+' ? [] : [text])),
  ...(endsOpen && !endedOpen ? [''] : []),
]

const tabs = /^\t+/

/** As a client shows it in a patch of an edit. */
export const withoutTabs = (line: string): string => line.replace(tabs, (found) => '  '.repeat(found.length))

/** Whether a line of a file is the one that a patch shows. */
export const isShownAs = (line: string, shown: string, hasTabs: boolean): boolean => {
  const own = line.endsWith('\r') ? line.slice(0, -1) : line
  return own === shown || (!hasTabs && own.startsWith('\t') && withoutTabs(own) === shown)
}

/** The indentation of a file, as far as its lines are known; undefined: not known. */
export type Indent = 'tabs' | 'spaces' | undefined

export const indentOf = (stretches: Iterable<readonly string[]>): Indent => {
  let indent: Indent
  for (const lines of stretches)
    for (const line of lines) {
      if (line.startsWith('\t')) return 'tabs'
      if (line.startsWith('  ')) indent = 'spaces'
    }
  return indent
}

interface MeantLine {
  readonly text: string
  readonly isSure: boolean
}

/** The line of the file that a patch shows; undefined: it may begin with tabs or with spaces. */
export const meantLine = (shown: string, hasTabs: boolean, indent: () => Indent): MeantLine | undefined => {
  if (hasTabs || !shown.startsWith('  ')) return { text: shown, isSure: true }
  const found = indent()
  if (found === undefined) return undefined
  if (found === 'spaces') return { text: shown, isSure: true }
  return { text: shown.replace(/^(?: {2})+/, (spaces) => '\t'.repeat(spaces.length / 2)), isSure: false }
}
