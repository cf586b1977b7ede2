/** Lines of agents that went away, as with a branch that was left: where they come back, they keep the call that wrote them. */
import { matchLines } from '../diff/match-lines.ts'
import { gapMark, type BlamedText } from './known-text.ts'

/** Texts from before are kept up to this number of lines; the oldest are forgotten. */
const maxLines = 400_000
/** Maximum number of texts that are compared with a text. */
const maxTexts = 8

/** Lines with fewer characters are in every program. */
const tellingChars = 6

/** Whether a line can identify its origin: blank lines, brackets and the like cannot. */
const mayTell = (line: string): boolean => {
  const bare = line.trim()
  return bare.length >= tellingChars && /[\p{L}\p{N}]/u.test(bare)
}

const countsOf = (lines: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

/** Lines of a text, each once. */
const sets = new WeakMap<BlamedText, ReadonlySet<string>>()

const linesIn = (text: BlamedText): ReadonlySet<string> => {
  const known = sets.get(text)
  if (known !== undefined) return known
  const own = new Set(text.text.lines)
  sets.set(text, own)
  return own
}

/** Lines without an origin (-1) that can identify their origin. */
const missing = (lines: readonly string[], origins: Int32Array): readonly string[] =>
  lines.filter((line, at) => origins[at] === -1 && line !== gapMark && mayTell(line))

/**
 * Fills missing origins (-1), in place, from an earlier text with the same lines. It uses runs of consecutive lines that contain a line
 * that is once in each text.
 */
const fillRuns = (lines: readonly string[], origins: Int32Array, before: BlamedText): void => {
  const matches = matchLines(before.text.lines, lines)
  const [now, then] = [countsOf(lines), countsOf(before.text.lines)]
  const isTelling = (line: string): boolean => mayTell(line) && now.get(line) === 1 && then.get(line) === 1
  const isFound = (at: number): boolean => origins[at] === -1 && (matches[at] ?? -1) !== -1
  for (let at = 0; at < lines.length; at += 1) {
    if (!isFound(at)) continue
    const from = at
    while (isFound(at + 1) && matches[at + 1] === (matches[at] ?? -1) + 1) at += 1
    if (!lines.slice(from, at + 1).some(isTelling)) continue
    for (let place = from; place <= at; place += 1) origins[place] = before.origins[matches[place] ?? -1] ?? -1
  }
}

export class LostLines {
  /** Texts in the state before lines were removed, by number. */
  readonly #texts = new Map<number, BlamedText>()
  /** Line → the number of the last text that had it. */
  readonly #last = new Map<string, number>()
  #next = 0
  #lines = 0

  /** @param isLost whether a line of the text is not there any more */
  add(text: BlamedText, isLost: (at: number) => boolean): void {
    const lost = text.text.lines.filter((line, at) => isLost(at) && mayTell(line))
    if (lost.length === 0) return
    for (const line of lost) this.#last.set(line, this.#next)
    this.#texts.set(this.#next, text)
    this.#next += 1
    this.#lines += text.text.lines.length
    for (const [number, oldest] of this.#texts) {
      if (this.#lines <= maxLines) break
      this.#texts.delete(number)
      this.#lines -= oldest.text.lines.length
    }
  }

  /** Fills missing origins (-1), in place. @param others texts that may have the lines now, the likeliest first */
  fill(lines: readonly string[], origins: Int32Array, others: readonly BlamedText[]): void {
    for (const other of others) {
      const own = missing(lines, origins)
      if (own.length === 0) return
      if (own.some((line) => linesIn(other).has(line))) fillRuns(lines, origins, other)
    }
    const numbers = new Set(missing(lines, origins).flatMap((line) => this.#last.get(line) ?? []))
    const newest = [...numbers].sort((a, b) => b - a).slice(0, maxTexts)
    for (const number of newest) {
      const before = this.#texts.get(number)
      if (before !== undefined) fillRuns(lines, origins, before)
    }
  }
}
