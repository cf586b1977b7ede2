/** What the person decided: answers, rejections, plans that were approved or refused, and instructions, which are guesses. */
import { textIn } from '../../model/json-object.ts'
import type { CallStep, PromptStep, ResultStep } from '../recorded-steps.ts'
import { wordsOfRefusal } from '../../conversation/refusal-words.ts'
import { aboutOf, planTitle } from '../work-facts.ts'
import { oneLine } from '../../model/format/one-line.ts'
import type { StatedDecision } from './work-state.ts'

const maxText = 500

/** Beginnings of sentences that correct the agent or rule something. */
const ruling = new RegExp(
  [
    /^(?:no[,.!]|no (?:need|more|longer)\b|nope\b|do(?:n['’]?t| not)\b|stop\b|instead\b|rather\b|not (?:that|like)\b|use\b|always\b|never\b|revert\b|undo\b|wait\b)/,
    /^(?:please (?:do(?:n['’]?t| not)|use|keep|revert|undo|never|always)|we (?:should(?:n['’]?t)?|don['’]?t|must)|make sure|prefer|keep(?! going\b))\b/,
    /^(?:let['’]?s (?:not|use|keep(?! going\b)|remove|drop)|i (?:don['’]?t want|would prefer|prefer|want)|you should(?:n['’]?t)?)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)
const opening = /^(?:ok(?:ay)?|yes|yeah|and|but|so|also|hmm|ah|oh|actually)[,. ]+/i

/** A question rules nothing, nor do its parts. */
const isRuling = (text: string): boolean =>
  text
    .slice(0, 2000)
    .split(/(?<=[.!?;])\s+|\n+/)
    .filter((sentence) => !sentence.trimEnd().endsWith('?'))
    .flatMap((sentence) => sentence.split(/(?<=,)\s+|\s+(?:and|but)\s+/))
    .slice(0, 12)
    .some((part) => ruling.test(part.trim().replace(opening, '')))

export class Decisions {
  readonly #all: StatedDecision[] = []

  #add(kind: StatedDecision['kind'], text: string, { place }: PromptStep | ResultStep): void {
    this.#all.push({ kind, text: oneLine(text).slice(0, maxText), guess: kind === 'instruction', place })
  }

  instruct(step: PromptStep): void {
    const first = oneLine(step.text).slice(0, maxText)
    if (!first.endsWith('?') && isRuling(step.text)) this.#add('instruction', first, step)
  }

  answer(result: ResultStep): void {
    for (const [question, answer] of Object.entries(result.answers ?? {})) this.#add('answer', `${question} → ${answer}`, result)
  }

  reject(call: CallStep, result: ResultStep): void {
    const words = wordsOfRefusal(result.text)
    const about = aboutOf(call)
    this.#add('rejection', words === undefined ? about : `“${oneLine(words).slice(0, 300)}” (${about})`, result)
  }

  /** What was rejected without words, and done later after all, is no longer ruled out. */
  allow(call: CallStep): void {
    if (this.#all.length === 0) return
    const about = oneLine(aboutOf(call)).slice(0, maxText)
    const at = this.#all.map(({ kind, text }) => kind === 'rejection' && text === about).lastIndexOf(true)
    if (at !== -1) this.#all.splice(at, 1)
  }

  /** @param plan its text; undefined: no record has it. */
  approve(result: ResultStep, plan: string | undefined): void {
    this.#add('plan approved', titleOf(result, plan), result)
  }

  refuse(result: ResultStep, plan: string | undefined): void {
    const words = wordsOfRefusal(result.text)
    this.#add('plan refused', words === undefined ? titleOf(result, plan) : `“${oneLine(words)}” (${titleOf(result, plan)})`, result)
  }

  /** Oldest first. */
  all(): readonly StatedDecision[] {
    return [...this.#all]
  }
}

const titleOf = ({ beside }: ResultStep, plan: string | undefined): string => {
  const file = textIn(beside, 'filePath')
  if (plan === undefined) return file === undefined ? 'n/a: no record has its text' : `n/a: it is in ${file}`
  return planTitle(plan)
}
