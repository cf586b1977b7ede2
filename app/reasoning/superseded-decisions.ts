/** Which decisions a later one replaces, by their words and files: a guess. */
import { plainWords } from './passage-sentences.ts'

/** Words of any decision: they say nothing about its subject. */
const stopWords = new Set(
  (
    'the a an and or but to of in on for with is are was be it this that we i you so not as at by from will would should can could just use now let me ' +
    'need needs want add adds adding make makes sure fix fixes keep change changes update updates create creates check also first then since because ' +
    'instead all any both each have has same them these those there their here only when which import imports test tests file files'
  ).split(' '),
)

const contentWords = (summary: string): ReadonlySet<string> =>
  new Set(
    plainWords(summary)
      .split(/[^\p{L}\p{N}_]+/u)
      .filter((word) => word.length > 2 && !stopWords.has(word)),
  )

/** Share of the words of the shorter one that the other has, too. */
const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const smaller = Math.min(one.size, other.size)
  return smaller < minWords ? 0 : [...one].filter((word) => other.has(word)).length / smaller
}

const minCommon = 0.6
/** Fewer words name no subject. */
const minWords = 3
const minShared = 2

const hasMore = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => [...one].some((word) => !other.has(word))

/** Nearly the same words, and each has some that the other has not: what only repeats a decision confirms it. */
const replaces = (later: ReadonlySet<string>, earlier: ReadonlySet<string>): boolean =>
  overlap(later, earlier) >= minCommon && hasMore(later, earlier) && hasMore(earlier, later)

/** Decisions about one file that a later one is compared with. */
const maxEarlier = 20

/** Words by which a later one says that something is no longer so. */
const saysChange =
  /\b(?:instead|no longer|rather than|any ?more|replac\w+|switch\w*|drop\w*|revert\w*|renam\w+|different approach|not? longer|statt\w*|nicht mehr|ersetz\w*)\b/iu

/** Whether two decisions are about one subject, by their words. */
export const shareSubject = (one: string, other: string): boolean => {
  const [words, others] = [contentWords(one), contentWords(other)]
  return [...words].filter((word) => others.has(word)).length >= minShared
}

interface Earlier<T> {
  readonly decision: T
  readonly words: ReadonlySet<string>
}

/** Takes decisions in their order. */
export class SupersededDecisions<T> {
  readonly #byFile = new Map<string, readonly Earlier<T>[]>()

  /** @returns earlier decisions that it replaces */
  add(decision: T, sentence: string, files: readonly string[]): ReadonlySet<T> {
    const one = { decision, words: contentWords(sentence) }
    const isChange = saysChange.test(sentence)
    const replaced = new Set<T>()
    for (const file of files) {
      const earlier = this.#byFile.get(file) ?? []
      for (const each of isChange ? earlier : []) if (replaces(one.words, each.words)) replaced.add(each.decision)
      this.#byFile.set(file, [...earlier, one].slice(-maxEarlier))
    }
    return replaced
  }
}
