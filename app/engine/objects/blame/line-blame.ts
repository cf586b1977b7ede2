/** Follows the lines of files from version to version: each keeps the record that wrote it, as long as it stays. */
import type { LineSource } from '../../../contract/objects.ts'
import { matchLines } from '../diff/match-lines.ts'
import type { FileStep } from '../versions/file-step.ts'
import { KnownFiles, type FileVersion } from '../versions/known-files.ts'
import { emptyText, knownText, withEndOf, type KnownText } from './known-text.ts'

/** What made lines known. */
export interface Origin {
  /** Place of the record. */
  readonly record: number
  readonly by: FileVersion['by']
  readonly source: LineSource
}

/** A text, and for each of its lines the place of its origin; -1: it has none. */
export interface BlamedText {
  readonly text: KnownText
  readonly origins: Int32Array
}

interface Followed {
  readonly now: BlamedText
  /** The last that was known whole: a part that is seen later may show lines of it again. */
  readonly whole: BlamedText
  /** Whether an agent changed the file at a place that is not known. */
  readonly isUnclear: boolean
}

const nothing: BlamedText = { text: emptyText, origins: new Int32Array(0) }
const unseen: Followed = { now: nothing, whole: nothing, isUnclear: false }

/** Changes the array in place, to avoid a copy for each version. */
const replaceOrigins = (origins: Int32Array, next: (origin: number, at: number) => number): Int32Array => {
  for (let at = 0; at < origins.length; at += 1) origins[at] = next(origins[at] ?? -1, at)
  return origins
}

/** The origins of the lines of a text that were in another one before; -1: they were not. */
export const carried = (before: BlamedText, text: KnownText): Int32Array => {
  if (before.text.lines.length === 0) return new Int32Array(text.lines.length).fill(-1)
  const matches = matchLines(before.text.lines, text.lines)
  return replaceOrigins(matches, (match) => (match === -1 ? -1 : (before.origins[match] ?? -1)))
}

/** Fills the missing origins (-1) of the first array, in place, from the second. */
export const fillOrigins = (origins: Int32Array, others: () => Int32Array): Int32Array => {
  if (!origins.includes(-1)) return origins
  const more = others()
  return replaceOrigins(origins, (origin, at) => (origin === -1 ? (more[at] ?? -1) : origin))
}

const sourceOf = (step: FileStep, isUnclear: boolean): LineSource => {
  if (step.step === 'written' || step.step === 'edited') return 'agent'
  return isUnclear ? 'unclear' : 'outside'
}

export class LineBlame {
  readonly origins: Origin[] = []
  readonly #known = new KnownFiles()
  readonly #followed = new Map<string, Followed>()

  /** What is known of a file now, as in KnownFiles. */
  fileNow(path: string): ReturnType<KnownFiles['now']> {
    return this.#known.now(path)
  }

  linesNow(path: string): BlamedText {
    return this.#followed.get(path)?.now ?? nothing
  }

  /** @param record its place @returns whether the lines of a file are others, or more of them known */
  take(step: FileStep, record: number): boolean {
    const { versions } = this.#known.take(step, record)
    if (step.step === 'moved') this.#followed.set(step.to, this.#followed.get(step.path) ?? unseen)
    for (const version of versions) this.#see(step, version)
    return versions.length > 0
  }

  #see(step: FileStep, { path, file, by, record }: FileVersion): void {
    const before = this.#followed.get(path) ?? unseen
    // Mostly another branch was checked out, and its lines come back with the first.
    if (file === null) this.#followed.set(path, step.step === 'absent' ? { ...unseen, whole: before.whole } : unseen)
    else if (file.stretches.length === 0) this.#followed.set(path, { ...before, isUnclear: step.step === 'edited' || before.isUnclear })
    else {
      const origin: Origin = { record, by, source: sourceOf(step, before.isUnclear) }
      const seen = knownText(file)
      const text = step.step === 'whole' ? withEndOf(seen, before.now.text) : seen
      const now = this.#blamed(before, text, origin)
      this.#followed.set(path, { now, whole: text.isWhole ? now : before.whole, isUnclear: before.isUnclear && !text.isWhole })
    }
  }

  #blamed(before: Followed, text: KnownText, origin: Origin): BlamedText {
    const first = carried(before.now, text)
    const isSeen = origin.source !== 'agent' && before.whole !== before.now
    const origins = isSeen ? fillOrigins(first, () => carried(before.whole, text)) : first
    if (!origins.includes(-1)) return { text, origins }
    this.origins.push(origin)
    const own = this.origins.length - 1
    return { text, origins: replaceOrigins(origins, (one) => (one === -1 ? own : one)) }
  }
}
