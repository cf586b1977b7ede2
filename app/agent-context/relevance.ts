/** How well events fit a prompt, by their words and files. */
import { pathsNamed } from '../recall/named.ts'
import type { EventNode } from './thinking-record.ts'

const common = new Set(
  `about after again also and any are because been before but can could did does done each even every file find fix for from get give had has
  have help here how into its just like look made make more most much must need new not now only other our out over please same see should show
  some such take than that the their them then there these they thing this those through too try use used using very want was way well were
  what when where which while who why will with work would you your code add change function test tests`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Words of an identifier are words. */
const separated = (text: string): string => text.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')

/** What words of one family begin with. */
const stemOf = (word: string): string => {
  const stem = word.replace(/(?:ations?|ments?|ings?|ies|ers?|ed|es|s|e)$/u, '')
  return stem.length >= 4 ? stem : word
}

const maxWords = 60

/** The words that a prompt is about, each once. */
export const wordsOf = (text: string): readonly string[] => {
  const words = separated(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3 && !common.has(word))
    .map(stemOf)
  return [...new Set(words)].slice(0, maxWords)
}

const textOf = ({ summary, files_affected: files }: EventNode): string => separated(`${summary} ${files.join(' ')}`).toLowerCase()

/** Whether a path is, or ends with, what a person wrote for it. */
const isNamed = (path: string, hint: string): boolean => {
  const [one, other] = [path.replaceAll('\\', '/'), hint.replaceAll('\\', '/').replace(/^\.\//, '')]
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}

export interface Fit {
  readonly event: EventNode
  /** Weight of the words that it shares with the prompt: rare ones weigh more. */
  readonly words: number
  /** Number of these words. */
  readonly shared: number
  readonly isNamed: boolean
}

/** The events that share a word or a file with the prompt. */
export const fitsOf = (events: readonly EventNode[], prompt: string, filesHinted: readonly string[]): readonly Fit[] => {
  const words = wordsOf(prompt)
  const names = [...filesHinted, ...pathsNamed(prompt)]
  const texts = events.map(textOf)
  const weights = words.map((word) => {
    const having = texts.reduce((sum, text) => sum + Number(text.includes(word)), 0)
    return having === 0 ? 0 : Math.log(1 + events.length / having)
  })
  return events.flatMap((event, at) => {
    const text = texts[at] ?? ''
    let [sum, shared] = [0, 0]
    words.forEach((word, nth) => {
      if (!text.includes(word)) return
      sum += weights[nth] ?? 0
      shared += 1
    })
    const named = names.length > 0 && event.files_affected.some((path) => names.some((name) => isNamed(path, name)))
    return sum === 0 && !named ? [] : [{ event, words: sum, shared, isNamed: named }]
  })
}
