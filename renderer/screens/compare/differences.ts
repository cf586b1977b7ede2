/** The differences of two conversations: prompts, and files that were changed, after the last common record. */
import type { ChainOutline, SessionContents } from '../../../app/contract/reader.ts'

export type SideName = 'left' | 'right'

export const otherSide = (side: SideName): SideName => (side === 'left' ? 'right' : 'left')

/** A conversation, and the row where it parts from the other one. */
export interface ComparedReading {
  readonly outline: Pick<ChainOutline, 'rows' | 'prompts'>
  readonly contents: SessionContents
  readonly parting: number
}

export interface Difference {
  readonly side: SideName
  readonly row: number
  /** The other side has no prompt with these words. */
  readonly isPrompt: boolean
  /** Files that the row changed and the other side did not. */
  readonly files: readonly string[]
}

/** The first row of the commits that only one side has; the number of rows when these commits have none. */
export const partingRow = ({ commits, rows }: Pick<ChainOutline, 'commits' | 'rows'>, onlyHere: ReadonlySet<string>): number =>
  commits.find(({ commitId }) => onlyHere.has(commitId))?.row ?? rows

/** Rows of the prompts after the parting: those with the same number stand beside each other. */
export const ownPrompts = ({ outline, parting }: Pick<ComparedReading, 'outline' | 'parting'>): readonly number[] =>
  outline.prompts.flatMap(({ row }) => (row >= parting ? [row] : []))

const changedFiles = ({ contents, parting }: ComparedReading): ReadonlySet<string> =>
  new Set(contents.changes.flatMap(({ row, files }) => (row >= parting ? files : [])))

const onlyIn = (side: SideName, own: ComparedReading, other: ComparedReading): readonly Difference[] => {
  const words = new Set(other.contents.prompts.map(({ digest }) => digest))
  const changed = changedFiles(other)
  const found = new Map<number, Difference>()
  const prompts = new Set(ownPrompts(own))
  for (const { row, digest } of own.contents.prompts)
    if (prompts.has(row) && !words.has(digest)) found.set(row, { side, row, isPrompt: true, files: [] })
  for (const { row, files } of own.contents.changes) {
    const alone = row < own.parting ? [] : files.filter((file) => !changed.has(file))
    if (alone.length > 0) found.set(row, { side, row, isPrompt: found.has(row), files: alone })
  }
  return [...found.values()]
}

/** How many of ascending rows are not after a row. */
const countUpTo = (rows: readonly number[], row: number): number => {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] ?? 0) <= row) low = middle + 1
    else high = middle
  }
  return low
}

/** In reading order: turn by turn, in each the left side first. */
export const differencesOf = (left: ComparedReading, right: ComparedReading): readonly Difference[] => {
  const prompts = { left: ownPrompts(left), right: ownPrompts(right) }
  return [...onlyIn('left', left, right), ...onlyIn('right', right, left)]
    .map((difference) => ({ difference, turn: countUpTo(prompts[difference.side], difference.row) }))
    .sort(
      (one, other) =>
        one.turn - other.turn ||
        Number(one.difference.side === 'right') - Number(other.difference.side === 'right') ||
        one.difference.row - other.difference.row,
    )
    .map(({ difference }) => difference)
}

const fileName = (file: string): string => file.split(/[/\\]/).at(-1) ?? file

/** The label of a row with differences. */
export const differenceText = ({ isPrompt, files }: Difference): string =>
  [...(isPrompt ? ['Prompt only here'] : []), ...(files.length === 0 ? [] : [`Changed only here: ${files.map(fileName).join(', ')}`])].join(
    ' · ',
  )

/** The position of the next or previous difference; from none, the first or the last one. Undefined: there is none. */
export const stepped = (count: number, at: number | undefined, by: 1 | -1): number | undefined => {
  const next = at === undefined ? (by === 1 ? 0 : count - 1) : at + by
  return next >= 0 && next < count ? next : undefined
}
