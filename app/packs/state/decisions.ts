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
    /^(?:no (?:need|more|longer)\b|do(?:n['’]?t| not)\b|stop\b|instead\b|rather\b|not (?:that|like)\b|use\b|always\b|never\b|revert\b|undo\b|wait\b)/,
    /^(?:please (?:do(?:n['’]?t| not)|use|keep|revert|undo|never|always)|we (?:should(?:n['’]?t)?|don['’]?t(?! (?:have|know|see|think|get)\b)|must)|make sure|prefer|keep(?! going\b))\b/,
    /^(?:let['’]?s (?:not|use|keep(?! going\b)|remove|drop)|i (?:don['’]?t want|would prefer|prefer|want)|you should(?:n['’]?t)?)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)
/** It rejects what the agent did; after a question of the agent it is only the answer. */
const denial = /^(?:no[,.!]|nope\b)/i
const opening = /^(?:ok(?:ay)?|yes|yeah|and|but|so|also|hmm|ah|oh|actually)[,. ]+/i

/** A review says so of the code: “Instead of x, the code should …”. */
const describing = /^instead of [^,]*, (?:the|this|it)\b/i

/** A question rules nothing, nor do its parts. */
const isRuling = (text: string, isAnswer: boolean): boolean =>
  text
    .slice(0, 2000)
    .split(/(?<=[.!?;])\s+|\n+/)
    .filter((sentence) => !sentence.trimEnd().endsWith('?') && !describing.test(sentence.trim()))
    .flatMap((sentence) => sentence.split(/(?<=,)\s+|\s+(?:and|but)\s+/))
    .slice(0, 12)
    .map((part) => part.trim().replace(opening, ''))
    .some((part) => ruling.test(part) || (!isAnswer && denial.test(part)))

/** Words with which a call is put off, not ruled out. */
const pause =
  /\?$|^(?:wait\b|hang on\b|hold on\b|one (?:sec|moment)|first\b|please (?:explain|show|list|describe|tell)\b|please write\b.*\b(?:first|before)\b)/i

/** The words after the pause may rule something all the same: “wait, never edit this file”. */
const isPause = (words: string): boolean =>
  pause.test(words) &&
  !isRuling(words.replace(/^(?:wait|hang on|hold on|one|first)\b(?: (?:a )?(?:sec|second|moment|minute))?[\s,.!:;–—-]*/i, ''), true)

interface Rejection {
  readonly decision: StatedDecision
  /** What was called. */
  readonly about: string
  /** Whether it is over when the same is done later. */
  readonly isPassing: boolean
}

export class Decisions {
  readonly #all: StatedDecision[] = []
  #rejections: readonly Rejection[] = []

  #add(kind: StatedDecision['kind'], text: string, { place }: PromptStep | ResultStep): StatedDecision {
    const decision = { kind, text: oneLine(text).slice(0, maxText), guess: kind === 'instruction', place }
    this.#all.push(decision)
    return decision
  }

  /** @param isAnswer whether the agent had asked a question at the end of its response */
  instruct(step: PromptStep, isAnswer: boolean): void {
    const first = oneLine(step.text).slice(0, maxText)
    if (!first.endsWith('?') && isRuling(step.text, isAnswer)) this.#add('instruction', first, step)
  }

  answer(result: ResultStep): void {
    for (const [question, answer] of Object.entries(result.answers ?? {})) this.#add('answer', `${question} → ${answer}`, result)
  }

  reject(call: CallStep, result: ResultStep): void {
    const words = wordsOfRefusal(result.text)
    const about = aboutOf(call)
    const decision = this.#add('rejection', words === undefined ? about : `“${oneLine(words).slice(0, 300)}” (${about})`, result)
    const isPassing = words === undefined || isPause(oneLine(words).trim())
    this.#rejections = [...this.#rejections, { decision, about: oneLine(about).slice(0, maxText), isPassing }]
  }

  /** What was rejected without words, with a question or for a moment, and done later after all, is no longer ruled out. */
  allow(call: CallStep): void {
    if (this.#rejections.length === 0) return
    const about = oneLine(aboutOf(call)).slice(0, maxText)
    const over = this.#rejections.filter((one) => one.isPassing && one.about === about).at(-1)
    if (over === undefined) return
    this.#rejections = this.#rejections.filter((one) => one !== over)
    this.#all.splice(this.#all.indexOf(over.decision), 1)
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
