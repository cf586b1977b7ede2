/** Computes what is known of a file after edits of which only the call is recorded. */
import { applyEdit, applyEdits, inStraightQuotes, isOnce, timesIn, type TextEdit } from './apply-edit.ts'
import type { FileCheck } from './file-check.ts'
import {
  changedTo,
  contentOf,
  doubted,
  isWhole,
  knownLines,
  partChangedTo,
  runsOf,
  tooLarge,
  within,
  type KnownFile,
  type KnownLines,
} from './known-file.ts'
import { worst } from '../model/objects/proof.ts'

/** Whether a text ends with its own beginning, as blank lines do: two occurrences may then overlap. */
const overlapsItself = (text: string): boolean => {
  // For each prefix of the text, the length of its longest border: a shorter prefix that is also its suffix.
  const borders = new Uint32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at += 1) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1] ?? 0
    if (text[at] === text[length]) length += 1
    borders[at] = length
  }
  return length > 0
}

/** The changed part of a file. Undefined: unknown text around the part could change the result. */
const changeOf =
  (edit: TextEdit) =>
  (part: string, isEnd: boolean): string | undefined => {
    // Whether the removal of a text also removes the end of its line depends on what follows.
    const dependsOnNext = edit.to === '' && part.endsWith(edit.from) && !isEnd
    return dependsOnNext || overlapsItself(edit.from) || !isOnce(part, edit.from) ? undefined : applyEdit(part, edit)
  }

/** Maximum number of steps: each edit of a partly known file goes through all its known lines. */
const maxSteps = 20_000_000
const areTooMany = (edits: readonly TextEdit[], lines: number): boolean => edits.length * (lines + 1) > maxSteps

/** @returns undefined: the edits are not in known lines, or too many to compute */
export const afterEdits = (known: KnownFile, edits: readonly TextEdit[], record: number): KnownFile | undefined => {
  const content = contentOf(known)
  if (content !== undefined) {
    const after = applyEdits(content, edits)
    if (after === undefined) return undefined
    if (after === 'too large') return tooLarge
    const changed = changedTo(known, after.content, record)
    return after.isSure ? changed : doubted(changed)
  }
  if (known.isTooLarge === true) return tooLarge
  let next: KnownFile | undefined = areTooMany(edits, knownLines(known)) ? undefined : known
  for (const edit of edits) next = next === undefined || edit.isEverywhere ? undefined : partChangedTo(next, changeOf(edit), record)
  return next
}

/** Known lines that follow each other, as a change looks for its text in them. */
interface SearchedRun {
  readonly run: readonly KnownLines[]
  readonly text: string
}

/** The client shows no carriage returns at the ends of lines, and finds texts without them. */
const withoutReturns = (text: string): string => (text.includes('\r') ? text.replace(/\r(?=\n|$)/g, '') : text)

const searchedRuns = (known: KnownFile): readonly SearchedRun[] => {
  const content = contentOf(known)
  if (content !== undefined) return [{ run: known.stretches, text: withoutReturns(content) }]
  return runsOf(known.stretches).map((run) => ({ run, text: withoutReturns(run.flatMap(({ lines }) => lines).join('\n')) }))
}

/** Where a text is looked for: as it is, or where it is in none of the known lines, with quotes of another form. */
const search = (
  known: KnownFile,
  text: string,
): { readonly runs: readonly SearchedRun[]; readonly bare: string; readonly times: number } => {
  const timesOf = (runs: readonly SearchedRun[], bare: string): number => runs.reduce((sum, run) => sum + timesIn(run.text, bare), 0)
  const [exact, bare] = [searchedRuns(known), withoutReturns(text)]
  const times = timesOf(exact, bare)
  if (times > 0) return { runs: exact, bare, times }
  const straight = exact.map((run) => ({ ...run, text: inStraightQuotes(run.text) }))
  const other = inStraightQuotes(bare)
  return { runs: straight, bare: other, times: timesOf(straight, other) }
}

/** Whether the known lines are wrong, because a change found a text in the file that number of times. */
export const isRefutedBy = (known: KnownFile, text: string, times: number): boolean => {
  if (text === '') return false
  const found = search(known, text).times
  return isWhole(known) ? found !== times : found > times
}

const lineFeedsIn = (text: string, end: number): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The known lines that a text covers from their beginning to their end, where it is found first. */
const linesCovered = (runs: readonly SearchedRun[], bare: string): readonly KnownLines[] => {
  for (const { run, text } of runs) {
    const at = text.indexOf(bare)
    const [first] = run
    if (at === -1 || first === undefined) continue
    const end = at + bare.length
    const line = first.from + lineFeedsIn(text, at)
    const isFromStart = at === 0 || text[at - 1] === '\n'
    const isToEnd = end === text.length || text[end] === '\n'
    const from = line + (isFromStart ? 0 : 1)
    const to = line + lineFeedsIn(bare, bare.length) + (isToEnd ? 1 : 0)
    return from < to ? within(run, from, to) : []
  }
  return []
}

/** The outcome for a whole file without the text of a change. Undefined: the file has the text in another Unicode form. */
const outcomeWithout = (runs: readonly SearchedRun[], bare: string): FileCheck['outcome'] | undefined => {
  const [content, sought] = [
    runs
      .map(({ text }) => text)
      .join('\n')
      .normalize('NFC'),
    bare.normalize('NFC'),
  ]
  if (content.includes(sought)) return undefined
  // Some clients do not show the line feed that ends a file.
  const isAtEnd = sought.endsWith('\n') && content.replace(/\n+$/, '').endsWith(sought.replace(/\n+$/, ''))
  return isAtEnd ? 'refuted at its end' : 'refuted'
}

/** UTF-16 code units: texts of calls are not looked for in more, as there may be many calls. */
const maxSearched = 1_000_000

const isTooLong = ({ stretches }: KnownFile): boolean => {
  let length = 0
  return stretches.some(({ lines }) => lines.some((line) => (length += line.length + 1) > maxSearched))
}

/**
 * What a change that succeeded, and of which only the call is recorded, says of the known lines: its text was in the file, and once unless
 * all places were changed. Undefined: it covers no line that is known, or too much is known to be searched.
 */
export const checkedBy = (known: KnownFile, { from, isEverywhere }: TextEdit): Pick<FileCheck, 'outcome' | 'proof'> | undefined => {
  if (from === '' || known.stretches.length === 0 || isTooLong(known)) return undefined
  const { runs, bare, times } = search(known, from)
  const isMissing = times === 0 && isWhole(known)
  const outcome = isMissing ? outcomeWithout(runs, bare) : !isEverywhere && times > 1 ? 'refuted' : undefined
  if (outcome !== undefined) return { outcome, proof: worst(...known.stretches.map(({ proof }) => proof)) }
  const covered = linesCovered(runs, bare)
  return covered.length === 0 ? undefined : { outcome: 'confirmed', proof: worst(...covered.map(({ proof }) => proof)) }
}
