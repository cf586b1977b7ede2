/**
 * Says which types of reasoning a thought or a response contains, by its words. It knows words, not their meaning: docs/reasoning.md says how
 * often it is right.
 */
import type { ThinkingType } from '../model/reasoning.ts'
import german from './languages/de.json' with { type: 'json' }
import english from './languages/en.json' with { type: 'json' }
import { plainWords, sentencesOf } from './passage-sentences.ts'

const pattern = (sources: readonly string[]): RegExp => new RegExp(sources.map((source) => `(?:${source})`).join('|'), 'u')

const languages = [english, german]
const restating = pattern(languages.flatMap((language) => language.restating))
const narration = pattern(languages.flatMap((language) => language.narration))
const decision = pattern(languages.flatMap((language) => language.decision))
const problem = pattern(languages.flatMap((language) => language.problem))
const remedy = pattern(languages.flatMap((language) => language.remedy))
const rejection = pattern(languages.flatMap((language) => language.rejection))
const strongTradeoff = pattern(languages.flatMap(({ tradeoff }) => tradeoff.strong))
const option = pattern(languages.flatMap(({ tradeoff }) => tradeoff.option))
const heading = pattern(languages.flatMap(({ tradeoff }) => tradeoff.heading))
const consideration = pattern(languages.flatMap(({ tradeoff }) => tradeoff.consideration))
const consent = pattern(languages.flatMap((language) => language.consent))
const refusal = pattern(languages.flatMap((language) => language.refusal))
const exploration = pattern(languages.flatMap((language) => language.exploration))

/** The minimum number of listed options with something that speaks for or against them. */
const minWeighed = 2

/** Sentences behind a heading such as “Options:” that are taken for options. */
const maxListed = 12

export interface Shown {
  readonly type: ThinkingType
  /** The first sentence that shows the type. */
  readonly sentence: string
}

export interface Classified {
  /** Each type once; never empty. */
  readonly shown: readonly Shown[]
  readonly primary: ThinkingType
}

interface Sentence {
  readonly text: string
  readonly words: string
}

const readSentences = (passage: string): readonly Sentence[] =>
  sentencesOf(passage).flatMap((text) => {
    const words = plainWords(text)
    return restating.test(words) ? [] : [{ text, words }]
  })

const isSaid = ({ words }: Sentence): boolean => !words.endsWith('?')

/** A choice that is said, or the remedy for a problem that is named before it. */
const decided = (sentences: readonly Sentence[]): readonly Sentence[] => {
  const from = sentences.findIndex(({ words }) => problem.test(words))
  return sentences.filter(
    (sentence, at) =>
      isSaid(sentence) &&
      ((decision.test(sentence.words) && !narration.test(sentence.words)) || (from !== -1 && at >= from && remedy.test(sentence.words))),
  )
}

const isRejected = (sentence: Sentence): boolean => isSaid(sentence) && rejection.test(sentence.words)

/** Options that are weighed, or a sentence with a gain and a price. */
const weighing = (sentences: readonly Sentence[]): readonly Sentence[] => {
  const strong = sentences.filter(({ words }) => strongTradeoff.test(words))
  if (strong.length > 0) return strong
  const listed = sentences.findIndex(({ words }) => heading.test(words))
  const options = sentences.filter(({ words }, at) => option.test(words) || (listed !== -1 && at > listed && at <= listed + maxListed))
  const weighed = options.filter(({ words }) => consideration.test(words))
  return weighed.length >= minWeighed ? weighed : []
}

const first = (sentences: readonly Sentence[], type: ThinkingType): readonly Shown[] =>
  sentences.slice(0, 1).map(({ text }) => ({ type, sentence: text }))

/** The type with the most sentences; if equal, in the order of the types. */
const primaryOf = (counts: readonly (readonly [ThinkingType, number])[]): ThinkingType =>
  counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0]

export const classifyPassage = (passage: string): Classified => {
  const sentences = readSentences(passage)
  const found = [
    ['decision', decided(sentences)],
    ['rejection', sentences.filter(isRejected)],
    ['tradeoff', weighing(sentences)],
  ] as const
  const explored = sentences.filter(({ words }) => exploration.test(words))
  const chosen = found.filter(([, all]) => all.length > 0)
  if (chosen.length > 0)
    return {
      shown: [...chosen.flatMap(([type, all]) => first(all, type)), ...first(explored, 'exploration')],
      primary: primaryOf(chosen.map(([type, all]) => [type, all.length] as const)),
    }
  if (explored.length > 0) return { shown: first(explored, 'exploration'), primary: 'exploration' }
  return { shown: [{ type: 'raw', sentence: sentences[0]?.text ?? '' }], primary: 'raw' }
}

/** A prompt that rejects does so in its first sentences. */
const maxOpening = 2

/** The sentence by which a person rejects what the agent did or was about to do; undefined: the prompt begins with none. */
export const refusalIn = (prompt: string): string | undefined => {
  const opening = sentencesOf(prompt).slice(0, maxOpening)
  if (consent.test(plainWords(opening[0] ?? ''))) return undefined
  return opening.find((sentence) => refusal.test(plainWords(sentence)))
}
