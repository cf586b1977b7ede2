/** A moment, with what policies ask of it: what is before it, and nothing else. */
import { readHistory, type History as Recorded } from '../packs/read-ledger.ts'
import type { PromptStep, Step } from '../packs/recorded-steps.ts'
import { compactStateText } from '../packs/state/state-text.ts'
import type { WorkState } from '../packs/state/work-state.ts'
import type { History, Item, Unit } from './history.ts'
import { inFull, itemPart, shownUnits, textParts, type Part, type Shown, type SizedUnit } from './shown.ts'

/** One for each feature of the blend, and one for what it begins with. */
export type Weights = readonly number[]

/** What is known at a moment. */
export interface Visible {
  readonly history: History
  /** The newest prompt: each policy shows it. */
  readonly prompt: PromptStep
  /** The steps before the moment. */
  readonly steps: readonly Step[]
  /** Fitted to earlier sessions. */
  readonly weights: Weights
  /** The state of the work after the steps; default: it is read from them. */
  readonly state?: () => WorkState
  /** The messages by topic; default: they are read from the steps. */
  readonly recorded?: () => Recorded
}

/** The moment with what several policies ask of it. */
export class View {
  readonly history: History
  readonly prompt: PromptStep
  readonly weights: Weights
  readonly promptItem: Item | undefined
  readonly #state: (() => WorkState) | undefined
  readonly #readRecorded: () => Recorded
  #recorded: Recorded | undefined
  #stateText: string | undefined

  constructor({ history, prompt, steps, weights, state, recorded = () => readHistory(steps) }: Visible) {
    this.history = history
    this.prompt = prompt
    this.weights = weights
    this.#readRecorded = recorded
    this.#state = state
    this.promptItem = history.items.find(({ step }) => step.step === prompt.step)
  }

  /** Tokens of the prompt. */
  get promptTokens(): number {
    return this.promptItem?.tokens ?? 0
  }

  get recorded(): Recorded {
    return (this.#recorded ??= this.#readRecorded())
  }

  get stateText(): string {
    return (this.#stateText ??= compactStateText(this.#state?.() ?? this.recorded.state))
  }

  /** All units but that of the prompt. */
  get candidates(): readonly Unit[] {
    return this.history.units.filter(({ number }) => number !== this.promptItem?.unit)
  }

  /** The units that the client still had. */
  get present(): readonly Unit[] {
    return this.candidates.filter(({ number }) => number >= this.history.presentFrom)
  }

  unitsFrom(begin: 'compaction' | 'session'): readonly Unit[] {
    return begin === 'session' ? this.candidates : this.present
  }

  /** Units and the prompt, which is a unit as well, in the order of the history. */
  withPrompt(units: readonly SizedUnit[]): Shown {
    const own = this.history.units[this.promptItem?.unit ?? -1]
    const all = own === undefined ? units : [...units, inFull(own)].sort((a, b) => a.unit.number - b.unit.number)
    return shownUnits(all)
  }

  /** A text, then the prompt. */
  textAndPrompt(text: string, full: readonly number[] = []): Shown {
    const prompt: readonly Part[] = this.promptItem === undefined ? [] : [itemPart(this.promptItem)]
    const numbers = this.promptItem === undefined ? full : [...full, this.promptItem.number]
    return { parts: [...textParts(this.history, text), ...prompt], full: new Set(numbers), text }
  }
}
