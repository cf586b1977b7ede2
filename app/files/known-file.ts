/** The knowledge of an agent about one file: the known lines, and the proof of each. */
import { worst, type Proof } from '../model/objects/proof.ts'
import { sharedEnds } from '../diff/shared-ends.ts'

/** Lines that follow each other and are known in the same way. */
export interface KnownLines {
  /** Number of the first line, from 1. */
  readonly from: number
  readonly lines: readonly string[]
  readonly proof: 'observed' | 'computed' | 'likely'
  /** Place of the record that shows these lines. */
  readonly record: number
}

export interface KnownFile {
  /** In their order, without overlap. */
  readonly stretches: readonly KnownLines[]
  /** Number of parts between line feeds; undefined: not known. */
  readonly total: number | undefined
  /** SHA-256 of its bytes, when they are not text. */
  readonly sourceHash?: string
  /** Edits made more of it than is computed. */
  readonly isTooLarge?: true
  /** The file before a change that no record shows; some of its lines were seen since. */
  readonly former?: KnownFile
}

export const nothingKnown: KnownFile = { stretches: [], total: undefined }

/** Not available: edits made more of it than is computed. */
export const tooLarge: KnownFile = { ...nothingKnown, isTooLarge: true }

/** A file that is not text. @param sourceHash null: its bytes are not known */
export const bytesKnown = (sourceHash: string | null): KnownFile => (sourceHash === null ? nothingKnown : { ...nothingKnown, sourceHash })

const endOf = ({ from, lines }: KnownLines): number => from + lines.length

/** Contents that were joined last: the content of a file that is edited repeatedly is requested several times. */
const recent: { readonly file: KnownFile; readonly content: string }[] = []
const maxRecent = 16
/** Longer ones are not kept. */
const maxRecentLength = 1_000_000

const withContent = (file: KnownFile, content: string): KnownFile => {
  if (content.length > maxRecentLength) return file
  recent.unshift({ file, content })
  if (recent.length > maxRecent) recent.pop()
  return file
}

export const wholeFile = (content: string, proof: KnownLines['proof'], record: number): KnownFile => {
  const lines = content.split('\n')
  return withContent({ stretches: [{ from: 1, lines, proof, record }], total: lines.length }, content)
}

/** A content that was observed. If it is known already, its array of lines is reused: comparing an array with itself is faster. */
export const observedWhole = (content: string, known: KnownFile | null | undefined, record: number): KnownFile => {
  const before = known == null ? undefined : contentOf(known)
  if (known == null || before !== content) return wholeFile(content, 'observed', record)
  const lines = linesOf(known)
  return withContent({ stretches: [{ from: 1, lines, proof: 'observed', record }], total: lines.length }, before)
}

/** Whether a line feed ends it is not sure. */
export const withUnsureEnd = (file: KnownFile): KnownFile => {
  const end = file.total ?? 1
  const [before, last] = [within(file.stretches, 1, end), within(file.stretches, end, Infinity)]
  return { ...file, stretches: [...before, ...last.map((stretch) => ({ ...stretch, proof: 'likely' as const }))] }
}

export const isWhole = ({ stretches, total }: KnownFile): boolean => {
  let next = 1
  for (const stretch of stretches) {
    if (stretch.from !== next) return false
    next = endOf(stretch)
  }
  return total !== undefined && next === total + 1
}

/** Undefined: some of it is not known. */
export const contentOf = (file: KnownFile): string | undefined => {
  const known = recent.find((one) => one.file === file)
  if (known !== undefined) return known.content
  if (!isWhole(file)) return undefined
  const content = linesOf(file).join('\n')
  withContent(file, content)
  return content
}

export const proofOf = (file: KnownFile): Proof => {
  if (file.sourceHash !== undefined) return 'observed'
  if (file.stretches.length === 0) return 'unknown'
  return isWhole(file) ? worst(...file.stretches.map(({ proof }) => proof)) : 'partial'
}

export const knownLines = ({ stretches }: KnownFile): number => stretches.reduce((sum, { lines }) => sum + lines.length, 0)

/** Neighbours that are known in the same way are one stretch. */
export const joined = (stretches: readonly KnownLines[]): readonly KnownLines[] => {
  const all: KnownLines[] = []
  for (const stretch of stretches) {
    if (stretch.lines.length === 0) continue
    const last = all.at(-1)
    if (last !== undefined && endOf(last) === stretch.from && last.proof === stretch.proof && last.record === stretch.record)
      all[all.length - 1] = { ...last, lines: [...last.lines, ...stretch.lines] }
    else all.push(stretch)
  }
  return all
}

const cut = (stretch: KnownLines, from: number, to: number): KnownLines => ({
  ...stretch,
  from: Math.max(stretch.from, from),
  lines: stretch.lines.slice(Math.max(0, from - stretch.from), Math.max(0, to - stretch.from)),
})

/** @param by number that is added to the first line number of each stretch */
export const shifted = (stretches: readonly KnownLines[], by: number): readonly KnownLines[] =>
  stretches.map((stretch) => ({ ...stretch, from: stretch.from + by }))

/** Stretches from the line `from` up to the line before `to`. */
export const within = (stretches: readonly KnownLines[], from: number, to: number): readonly KnownLines[] =>
  stretches.filter((stretch) => stretch.from < to && endOf(stretch) > from).map((stretch) => cut(stretch, from, to))

interface KnownLine {
  readonly line: string
  readonly proof: KnownLines['proof']
  readonly record: number
}

/** One line, counted from 1; undefined: it is not known. */
export const lineAt = ({ stretches }: KnownFile, at: number): KnownLine | undefined => {
  let [low, high] = [0, stretches.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((stretches[middle]?.from ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  const stretch = stretches[low]
  const line = stretch?.lines[at - stretch.from]
  return stretch === undefined || line === undefined ? undefined : { line, proof: stretch.proof, record: stretch.record }
}

export const covered = (stretches: readonly KnownLines[], own: KnownLines): readonly KnownLines[] =>
  joined([...within(stretches, 0, own.from), own, ...within(stretches, endOf(own), Infinity)])

const withoutReturns = (file: KnownFile): KnownFile => ({
  ...file,
  stretches: file.stretches.map((stretch) => ({ ...stretch, lines: stretch.lines.map((line) => line.replace(/\r$/, '')) })),
})

/**
 * Adds lines that an editor showed: it may count lines from 0 or 1, and may show unsaved text. The proof of known lines does not change.
 * @returns undefined: they show nothing new, or their place is not clear; 'other': the file has other lines there
 */
export const withSelection = (file: KnownFile, part: Omit<KnownLines, 'proof'>): KnownFile | 'other' | undefined => {
  const own: KnownLines = { ...part, proof: 'likely' }
  const known = withoutReturns(file)
  const fits = (from: number): boolean | undefined => {
    if (from < 1 || (file.total !== undefined && from + own.lines.length - 1 > file.total)) return false
    return agree(known, { stretches: [{ ...own, from }], total: undefined })
  }
  const [here, before, after] = [fits(own.from), fits(own.from - 1), fits(own.from + 1)]
  const isElsewhere = before === true || after === true
  if (here === undefined && isElsewhere) return undefined
  if (here === false && before === true && after === true) return undefined
  if (here === false && !isElsewhere) return 'other'
  const from = here !== false ? own.from : before === true ? own.from - 1 : own.from + 1
  const stretches = file.stretches.reduce(covered, [{ ...own, from }])
  return knownLines({ ...file, stretches }) === knownLines(file) ? undefined : { stretches, total: file.total }
}

/** Whether the known lines of both are the same where both know them; undefined: there is no such line. */
export const agree = (before: KnownFile, seen: KnownFile): boolean | undefined => {
  if (isWhole(before) && isWhole(seen)) return contentOf(before) === contentOf(seen)
  let isShared = false
  for (const own of seen.stretches)
    for (const stretch of within(before.stretches, own.from, endOf(own))) {
      isShared ||= stretch.lines.length > 0
      if (stretch.lines.some((line, at) => line !== own.lines[stretch.from - own.from + at])) return false
    }
  if (isShared && before.total !== undefined && seen.total !== undefined && before.total !== seen.total) return false
  return isShared ? true : undefined
}

/** Proofs of the lines that both know. */
export const linesShared = (before: KnownFile, seen: KnownFile): readonly Proof[] =>
  seen.stretches.flatMap((own) => within(before.stretches, own.from, endOf(own)).map(({ proof }) => proof))

/** Something may have changed it meanwhile. */
export const doubted = (file: KnownFile): KnownFile => {
  if (file.sourceHash !== undefined) return nothingKnown
  if (file.stretches.every(({ proof }) => proof === 'likely')) return file
  return { ...file, stretches: joined(file.stretches.map((stretch) => ({ ...stretch, proof: 'likely' }))) }
}

const linesOf = ({ stretches }: KnownFile): readonly string[] => {
  const [first, ...others] = stretches
  return others.length === 0 ? (first?.lines ?? []) : (first?.lines ?? []).concat(...others.map(({ lines }) => lines))
}

/** UTF-16 code units that two texts share at their beginnings. */
const sharedStart = (a: string, b: string): number => {
  const most = Math.min(a.length, b.length)
  let at = 0
  for (const step of [4096, 256, 16, 1]) while (at + step <= most && a.slice(at, at + step) === b.slice(at, at + step)) at += step
  return at
}

/** And at their ends. @param most how many are looked at */
const sharedEnd = (a: string, b: string, most: number): number => {
  const part = (text: string, from: number, to: number): string => text.slice(text.length - to, text.length - from)
  let at = 0
  for (const step of [4096, 256, 16, 1]) while (at + step <= most && part(a, at, at + step) === part(b, at, at + step)) at += step
  return at
}

/** Whole lines that both texts share at their beginning and at their end, with their size in characters including line feeds. */
const unchangedEnds = (lines: readonly string[], before: string, after: string) => {
  const start = sharedStart(before, after)
  let [head, headChars, tail, tailChars] = [0, 0, 0, 0]
  const sizeOf = (at: number): number => (lines[at]?.length ?? Infinity) + 1
  for (; headChars + sizeOf(head) <= start; head += 1) headChars += sizeOf(head)
  const end = sharedEnd(before, after, Math.min(before.length, after.length) - headChars)
  for (; tailChars + sizeOf(lines.length - 1 - tail) <= end; tail += 1) tailChars += sizeOf(lines.length - 1 - tail)
  return { head, headChars, tail, tailChars }
}

/** Changes the content: lines outside the change keep their proof. @param file known completely */
export const changedTo = (file: KnownFile, after: string, record: number): KnownFile => {
  const old = linesOf(file)
  // Only the text between them is split into lines.
  const { head, headChars, tail, tailChars } = unchangedEnds(old, contentOf(file) ?? '', after)
  const changed = after.slice(headChars, after.length - tailChars).split('\n')
  const { head: start, tail: end } = sharedEnds(old.slice(head, old.length - tail), changed)
  const made = changed.slice(start, changed.length - end)
  const total = head + changed.length + tail
  const proof = worst(proofOf(file), 'computed') === 'likely' ? 'likely' : 'computed'
  const next: KnownFile = {
    stretches: joined([
      ...within(file.stretches, 0, head + start + 1),
      { from: head + start + 1, lines: made, proof, record },
      ...shifted(within(file.stretches, old.length - tail - end + 1, Infinity), total - old.length),
    ]),
    total,
  }
  return withContent(next, after)
}

/** A stretch of a file that is known in part changes. @param change is given each stretch, and whether the file ends with it. @returns undefined: the change is not in lines that are known, or in several stretches */
export const partChangedTo = (
  file: KnownFile,
  change: (content: string, isEnd: boolean) => string | undefined,
  record: number,
): KnownFile | undefined => {
  const changedRuns = runsOf(file.stretches).flatMap((stretch) => {
    const before = stretch.flatMap(({ lines }) => lines).join('\n')
    const [first, last] = [stretch[0], stretch.at(-1)]
    const after = change(before, last !== undefined && file.total !== undefined && endOf(last) > file.total)
    return after === undefined || first === undefined ? [] : [{ stretch, before, after, at: first.from }]
  })
  const [only, ...others] = changedRuns
  if (only === undefined || others.length > 0) return undefined
  const { stretch, before, after, at } = only
  const own = changedTo({ stretches: shifted(stretch, 1 - at), total: before.split('\n').length }, after, record)
  const by = after.split('\n').length - before.split('\n').length
  const end = at + before.split('\n').length
  return {
    stretches: joined([
      ...within(file.stretches, 0, at),
      ...shifted(own.stretches, at - 1),
      ...shifted(within(file.stretches, end, Infinity), by),
    ]),
    total: file.total === undefined ? undefined : file.total + by,
  }
}

/** Stretches without a gap between them. */
export const runsOf = (stretches: readonly KnownLines[]): readonly (readonly KnownLines[])[] => {
  const runs: KnownLines[][] = []
  for (const stretch of stretches) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && endOf(last) === stretch.from) run.push(stretch)
    else runs.push([stretch])
  }
  return runs
}
