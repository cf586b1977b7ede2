/** What is left of a file that was changed outside of its records, when lines of it are seen again: they show where the change is. */
import type { FileCheck } from './file-check.ts'
import type { PartSeen, WholeSeen } from './file-step.ts'
import { covered, isWhole, lineAt, nothingKnown, observedWhole, within, type KnownFile, type KnownLines } from './known-file.ts'

/** Whether a line can show its place in a file: brackets and blank lines are in every file. */
const tellsPlace = (line: string): boolean => /[\p{L}\p{N}]{2}/u.test(line)

/** Minimum number of place-showing lines among the unchanged lines on one side of a change. */
const minLines = 2

interface Side {
  /** Number of unchanged lines, from that end of the seen lines. */
  readonly count: number
  readonly isSure: boolean
}

/** @param was the earlier line for each seen line, counted from one end */
const sideOf = (seen: readonly string[], was: (place: number) => string | undefined): Side => {
  let [count, telling] = [0, 0]
  while (count < seen.length && was(count) === seen[count]) {
    if (tellsPlace(seen[count] ?? '')) telling += 1
    count += 1
  }
  return { count, isSure: telling >= minLines }
}

const likely = (stretches: readonly KnownLines[], by: number): readonly KnownLines[] =>
  stretches.map((stretch) => ({ ...stretch, from: stretch.from + by, proof: 'likely' }))

/**
 * Lines that begin as before and end as before, at the place that the number of lines says, contain the change. What is before and after it is
 * likely the same. Where only one side is as before, only what is beyond that side is.
 * @returns the lines outside of what was seen
 */
const realigned = (former: KnownFile, from: number, seen: readonly string[], total: number): readonly KnownLines[] => {
  if (former.total === undefined) return []
  const by = total - former.total
  const end = from + seen.length
  const head = sideOf(seen, (place) => lineAt(former, from + place)?.line)
  const tail = sideOf([...seen].reverse(), (place) => lineAt(former, end - 1 - place - by)?.line)
  const isBothWays = by !== 0 && head.count === seen.length && tail.count === seen.length
  if (isBothWays) return []
  return [
    ...(head.isSure ? likely(within(former.stretches, 1, from), 0) : []),
    ...(tail.isSure ? likely(within(former.stretches, end - by, Infinity), by) : []),
  ]
}

type Part = Omit<KnownLines, 'proof'>

/** After a change without a record: keeps the seen lines, and the lines whose place they show. */
const otherwise = (file: KnownFile, part: Part, total: number | undefined): KnownFile => {
  const former = isWhole(file) ? file : (file.former ?? file)
  const around = total === undefined ? [] : realigned(former, part.from, part.lines, total)
  const next = { stretches: covered(around, { ...part, proof: 'observed' }), total }
  return isWhole(next) ? next : { ...next, former: { stretches: former.stretches, total: former.total } }
}

/** With lines that were seen now. A file with another number of lines than before is another one. */
const withPart = (file: KnownFile, part: Part, total: number | undefined): KnownFile => {
  if (total !== undefined && file.total !== undefined && total !== file.total) return otherwise(file, part, total)
  const { former } = file
  const all = total ?? file.total
  const around = former === undefined || all === undefined ? [] : realigned(former, part.from, part.lines, all)
  const next = { stretches: covered(file.stretches.reduce(covered, around), { ...part, proof: 'observed' }), total: all }
  return former === undefined || isWhole(next) ? next : { ...next, former }
}

/** The file as the record alone shows it. @param known the file before; its lines are reused where they are the same */
export const shownBy = (step: WholeSeen | PartSeen, known: KnownFile | null | undefined, record: number): KnownFile =>
  step.step === 'whole'
    ? observedWhole(step.content, known, record)
    : withPart(nothingKnown, { from: step.from, lines: step.lines, record }, step.total)

/** The file after a record showed it. @param former the last known state, also when the file was deleted since */
export const afterSeen = (
  former: KnownFile | undefined,
  step: WholeSeen | PartSeen,
  outcome: FileCheck['outcome'] | undefined,
  record: number,
): KnownFile => {
  if (step.step === 'whole' || former === undefined) return shownBy(step, former, record)
  const part = { from: step.from, lines: step.lines, record }
  return outcome === 'refuted' ? otherwise(former, part, step.total) : withPart(former, part, step.total)
}
