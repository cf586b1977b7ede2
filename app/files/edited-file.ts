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

/** The text of lines that follow each other, as a change looks for its text in it: quotes may have another form. */
const textOfRun = (run: readonly KnownLines[]): string =>
  inStraightQuotes(run.flatMap(({ lines }) => lines.map((line) => line.replace(/\r$/, ''))).join('\n'))

/** How often a text is in the known lines. */
const timesKnown = ({ stretches }: KnownFile, bare: string): number =>
  runsOf(stretches).reduce((sum, run) => sum + timesIn(textOfRun(run), bare), 0)

/** Whether the known lines are wrong, because a change found a text in the file that number of times. */
export const isRefutedBy = (known: KnownFile, text: string, times: number): boolean => {
  const bare = inStraightQuotes(text)
  if (bare === '') return false
  const found = timesKnown(known, bare)
  return isWhole(known) ? found !== times : found > times
}

/** The known lines that a text covers from their beginning to their end, where it is found first. */
const linesCovered = (known: KnownFile, bare: string): readonly KnownLines[] => {
  for (const run of runsOf(known.stretches)) {
    const whole = textOfRun(run)
    const at = whole.indexOf(bare)
    const [first] = run
    if (at === -1 || first === undefined) continue
    const end = at + bare.length
    const before = whole.slice(0, at).split('\n')
    const isFromStart = before.at(-1) === ''
    const isToEnd = end === whole.length || whole[end] === '\n'
    const from = first.from + before.length - (isFromStart ? 1 : 0)
    const to = first.from + before.length - 1 + bare.split('\n').length - (isToEnd ? 0 : 1)
    return from < to ? within(run, from, to) : []
  }
  return []
}

/**
 * What a change that succeeded, and of which only the call is recorded, says of the known lines: its text was in the file, and once unless
 * all places were changed. Undefined: it covers no line that is known.
 */
export const checkedBy = (known: KnownFile, { from, isEverywhere }: TextEdit): Pick<FileCheck, 'outcome' | 'proof'> | undefined => {
  const bare = inStraightQuotes(from)
  if (bare === '' || known.stretches.length === 0) return undefined
  const covered = linesCovered(known, bare)
  const isOther = isEverywhere ? isWhole(known) && timesKnown(known, bare) === 0 : isRefutedBy(known, from, 1)
  if (isOther) return { outcome: 'refuted', proof: worst(...known.stretches.map(({ proof }) => proof)) }
  return covered.length === 0 ? undefined : { outcome: 'confirmed', proof: worst(...covered.map(({ proof }) => proof)) }
}
