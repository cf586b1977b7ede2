/** Follows the lines of files from version to version: each keeps the record that wrote it, as long as it stays. */
import type { LineSource } from '../contract/objects.ts'
import { matchLines } from '../diff/match-lines.ts'
import { isTransfer, type FileStep } from './file-step.ts'
import type { FileVersion } from './known-files.ts'
import { emptyText, knownText, withEndOf, type BlamedText, type KnownText } from './known-text.ts'
import { LostLines } from './lost-lines.ts'
import type { TakenStep, Visitor } from './replay.ts'

/** The record that made lines known. */
export interface Origin {
  /** Place of the record. */
  readonly record: number
  readonly by: FileVersion['by']
  /** The path of the file at that record. */
  readonly path: string
  readonly source: LineSource
}

interface Followed {
  readonly now: BlamedText
  /** The last that was known whole: a part that is seen later may show lines of it again. */
  readonly whole: BlamedText
  /** Whether an agent changed the file at a place that is not known. */
  readonly isUnclear: boolean
  /** Whether it was known once, to its end or not to be there: what is new since was not there before. */
  readonly wasKnown: boolean
}

const nothing: BlamedText = { text: emptyText, origins: new Int32Array(0) }
const unseen: Followed = { now: nothing, whole: nothing, isUnclear: false, wasKnown: false }

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

type Writer = Omit<Origin, 'source'> & { readonly isByAgent: boolean }

const isByAgent = (step: FileStep): boolean => step.step === 'written' || step.step === 'edited'

/** Lines without letters and digits belong to the lines around them. */
const saysNothing = (line: string): boolean => !/[\p{L}\p{N}]/u.test(line)

/** Follows one file, also under the names that it had before and in other checkouts of its repository. */
export class LineBlame implements Visitor<unknown> {
  readonly origins: Origin[] = []
  readonly #followed = new Map<string, Followed>()
  readonly #lost = new LostLines()
  /** Every line that a call wrote. */
  readonly #written = new Set<string>()

  linesNow(path: string): BlamedText {
    return this.#followed.get(path)?.now ?? nothing
  }

  take({ step, versions }: Pick<TakenStep<unknown>, 'step' | 'versions'>): void {
    if (isTransfer(step)) this.#followed.set(step.to, this.#followed.get(step.path) ?? unseen)
    for (const version of versions) this.#see(step, version)
  }

  /** Whether a call wrote this line in any version. */
  wrote(line: string): boolean {
    return this.#written.has(line)
  }

  /** Fills missing origins (-1) of a text, in place, from earlier states of the file and from other files. */
  recall(path: string, { lines }: KnownText, origins: Int32Array): Int32Array {
    if (!origins.includes(-1) || this.#written.size === 0) return origins
    const others = [...this.#followed].filter(([other]) => other !== path).map(([, { now }]) => now)
    this.#lost.fill(lines, origins, others.reverse())
    return origins
  }

  #see(step: FileStep, { path, file, by, record }: FileVersion): void {
    const before = this.#followed.get(path) ?? unseen
    if (file === null) {
      this.#loses(before.now, undefined)
      // Mostly another branch was checked out, and its lines come back with the first.
      const whole = step.step === 'absent' ? before.whole : nothing
      this.#followed.set(path, { ...unseen, whole, wasKnown: true })
    } else if (file.stretches.length === 0) this.#followed.set(path, { ...before, isUnclear: step.step === 'edited' || before.isUnclear })
    else {
      const seen = knownText(file)
      const text = step.step === 'whole' ? withEndOf(seen, before.now.text) : seen
      const now = this.#blamed(before, text, { record, by, path, isByAgent: isByAgent(step) })
      this.#followed.set(path, {
        now,
        whole: text.isWhole ? now : before.whole,
        isUnclear: before.isUnclear && !text.isWhole,
        wasKnown: before.wasKnown || text.isWhole,
      })
    }
  }

  /** Remembers lines of agents that are not there any more. @param kept those that are; undefined: none is */
  #loses(before: BlamedText, kept: Int32Array | undefined): void {
    if (this.#written.size === 0) return
    const isKept = new Uint8Array(before.origins.length)
    for (const place of kept ?? []) if (place !== -1) isKept[place] = 1
    this.#lost.add(before, (at) => isKept[at] === 0 && this.origins[before.origins[at] ?? -1]?.source === 'agent')
  }

  #blamed(before: Followed, text: KnownText, { isByAgent, ...by }: Writer): BlamedText {
    const matches = matchLines(before.now.text.lines, text.lines)
    this.#loses(before.now, matches)
    const first = replaceOrigins(matches, (match) => (match === -1 ? -1 : (before.now.origins[match] ?? -1)))
    if (!first.includes(-1)) return { text, origins: first }
    if (isByAgent) return { text, origins: this.#writes(text, first, by) }
    if (before.whole !== before.now) fillOrigins(first, () => carried(before.whole, text))
    return { text, origins: this.#finds(before, text, this.recall(by.path, text, first), by) }
  }

  /** The lines that are new are the agent's. */
  #writes({ lines }: KnownText, origins: Int32Array, by: Omit<Origin, 'source'>): Int32Array {
    const own = this.origins.push({ ...by, source: 'agent' }) - 1
    return replaceOrigins(origins, (one, at) => {
      if (one !== -1) return one
      this.#written.add(lines[at] ?? '')
      return own
    })
  }

  /** The lines that are new came from elsewhere: it is said of each how far that is known. */
  #finds({ isUnclear, wasKnown }: Followed, { lines }: KnownText, origins: Int32Array, by: Omit<Origin, 'source'>): Int32Array {
    const own = new Map<LineSource, number>()
    const place = (source: LineSource): number => {
      const found = own.get(source) ?? this.origins.push({ ...by, source }) - 1
      own.set(source, found)
      return found
    }
    const isDoubtful = (line: string): boolean => isUnclear || this.#written.has(line)
    const sourceOf = (isDoubt: boolean): LineSource => (isDoubt ? 'unclear' : wasKnown ? 'outside' : 'before')
    for (let at = 0; at < origins.length; at += 1) {
      if (origins[at] !== -1) continue
      const from = at
      while (origins[at + 1] === -1) at += 1
      const run = lines.slice(from, at + 1)
      const telling = run.filter((line) => !saysNothing(line))
      const isRunDoubtful = (telling.length === 0 ? run : telling).some(isDoubtful)
      run.forEach((line, nth) => {
        origins[from + nth] = place(sourceOf(saysNothing(line) ? isRunDoubtful : isDoubtful(line)))
      })
    }
    return origins
  }
}
