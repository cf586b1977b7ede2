/** Computes what is known of a file after a change whose patch is recorded. */
import { append } from '../model/append.ts'
import { joined, lineAt, shifted, within, type KnownFile, type KnownLines } from './known-file.ts'
import { indentOf, isShownAs, meantLine, oldLines, withoutTabs, type Hunk, type Indent, type Patch } from './patch.ts'

/** Whether a file has the lines that a patch shows as those after the change, as far as its lines are known. */
export const fitsPatch = (file: KnownFile, { hunks, hasTabs }: Patch): boolean =>
  hunks.every(({ newStart, lines, endsOpen }) => {
    let at = newStart
    for (const { mark, text } of lines) {
      if (mark === '-') continue
      const known = lineAt(file, at)
      if (known !== undefined && !isShownAs(known.line, text, hasTabs)) return false
      at += 1
    }
    return !endsOpen || file.total === undefined || file.total === at - 1
  })

const fitsBefore = (file: KnownFile, { hunks, hasTabs }: Patch): boolean =>
  hunks.every((hunk) => {
    const old = oldLines(hunk)
    if (file.total !== undefined && hunk.oldStart + old.length - 1 > file.total) return false
    return old.every((text, place) => {
      const known = lineAt(file, hunk.oldStart + place)
      return known === undefined || isShownAs(known.line, text, hasTabs)
    })
  })

interface Made {
  readonly file: KnownFile
  readonly patch: Patch
  readonly record: number
  /** Finds the line of the call, which contains tabs unchanged, for a line of the patch. */
  readonly calledAs: (shown: string) => string | undefined
  readonly indent: () => Indent
}

const oneLine = (from: number, line: string, proof: KnownLines['proof'], record: number): KnownLines => ({
  from,
  lines: [line],
  proof,
  record,
})

/** A line around the change. */
const contextLine = (shown: string, oldAt: number, at: number, { file, patch, record, indent }: Made): readonly KnownLines[] => {
  const known = lineAt(file, oldAt)
  if (known !== undefined) {
    const isSeen = known.proof === 'likely'
    return [oneLine(at, known.line, isSeen ? 'observed' : known.proof, isSeen ? record : known.record)]
  }
  const meant = meantLine(shown, patch.hasTabs, indent)
  return meant === undefined ? [] : [oneLine(at, meant.text, meant.isSure ? 'observed' : 'likely', record)]
}

/** A line that was written. */
const writtenLine = (shown: string, at: number, { patch, record, calledAs, indent }: Made): readonly KnownLines[] => {
  if (patch.hasTabs) return [oneLine(at, shown, 'observed', record)]
  const own = calledAs(shown)
  if (own !== undefined) return [oneLine(at, own, 'computed', record)]
  const meant = meantLine(shown, false, indent)
  return meant === undefined ? [] : [oneLine(at, meant.text, meant.isSure ? 'computed' : 'likely', record)]
}

const hunkLines = (hunk: Hunk, made: Made): { readonly lines: readonly KnownLines[]; readonly count: number } => {
  const lines: KnownLines[] = []
  let [oldAt, at] = [hunk.oldStart, hunk.newStart]
  for (const { mark, text } of hunk.lines) {
    if (mark === ' ') append(lines, contextLine(text, oldAt, at, made))
    if (mark === '+') append(lines, writtenLine(text, at, made))
    if (mark !== '+') oldAt += 1
    if (mark !== '-') at += 1
  }
  if (hunk.endedOpen && !hunk.endsOpen) {
    lines.push(oneLine(at, '', 'observed', made.record))
    at += 1
  }
  return { lines, count: at - hunk.newStart }
}

/** Where the patch does not say whether a line feed ends the file, it may end otherwise than it is known. */
const withUnsureEnd = (file: KnownFile, { hunks, isEndUnsure }: Patch): KnownFile => {
  const last = hunks.at(-1)
  if (isEndUnsure !== true || last === undefined || last.lines.at(-1)?.mark === ' ' || file.total === undefined) return file
  const end = last.newStart + last.lines.filter(({ mark }) => mark !== '-').length
  if (end < file.total) return file
  const stretches = file.stretches.map((stretch) => (stretch.from >= end ? { ...stretch, proof: 'likely' as const } : stretch))
  return { ...file, stretches }
}

/**
 * Each line of a patch is known, and what is outside of it is still known as before.
 * @param called lines that the call gave
 */
export const patchedFile = (known: KnownFile, patch: Patch, called: readonly string[], record: number): KnownFile => {
  // It was another file than the agent knew: only what the patch shows is known.
  const file: KnownFile = fitsBefore(known, patch) ? known : { stretches: [], total: undefined }
  let indent: Indent | 'open' = 'open'
  let shownLines: ReadonlyMap<string, string> | undefined
  const made: Made = {
    file,
    patch,
    record,
    calledAs: (shown) => (shownLines ??= new Map(called.map((line) => [withoutTabs(line), line]))).get(shown),
    indent: () => (indent === 'open' ? (indent = indentOf([called, ...known.stretches.map(({ lines }) => lines)])) : indent),
  }
  const stretches: KnownLines[] = []
  let [oldEnd, by] = [1, 0]
  for (const hunk of patch.hunks) {
    append(stretches, shifted(within(file.stretches, oldEnd, hunk.oldStart), by))
    const { lines, count } = hunkLines(hunk, made)
    append(stretches, lines)
    oldEnd = hunk.oldStart + oldLines(hunk).length
    by = hunk.newStart + count - oldEnd
  }
  append(stretches, shifted(within(file.stretches, oldEnd, Infinity), by))
  const last = patch.hunks.at(-1)
  const ended = last?.endsOpen === true ? oldEnd + by - 1 : undefined
  const total = file.total === undefined ? ended : file.total + by
  return withUnsureEnd({ stretches: joined(stretches), total }, patch)
}
