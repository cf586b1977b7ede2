/** Computes what is known of a file after edits of which only the call is recorded. */
import { applyEdit, applyEdits, inStraightQuotes, isOnce, timesIn, type TextEdit } from './apply-edit.ts'
import { changedTo, contentOf, doubted, isWhole, knownLines, partChangedTo, runsOf, tooLarge, type KnownFile } from './known-file.ts'

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

/** Whether the known lines are wrong, because a change found a text in the file that number of times. Quotes may have another form. */
export const isRefutedBy = (known: KnownFile, text: string, times: number): boolean => {
  const bare = inStraightQuotes(text)
  if (bare === '') return false
  const runs = runsOf(known.stretches).map((run) => run.flatMap(({ lines }) => lines.map((line) => line.replace(/\r$/, ''))).join('\n'))
  const found = runs.reduce((sum, run) => sum + timesIn(inStraightQuotes(run), bare), 0)
  return isWhole(known) ? found !== times : found > times
}
