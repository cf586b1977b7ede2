/** The history before a moment: its items in order, the units that stay together, and what each item names. It grows step by step. */
import { tokensOfText } from '../conversation/block-tokens.ts'
import { weightsOf, type ContentKind, type TokenWeights } from '../model/estimate-tokens.ts'
import { changerKinds, readerKinds } from '../model/tool-kind.ts'
import type { CallStep, ResultStep, Step } from '../packs/recorded-steps.ts'
import { callKey, commandOf, errorIn, fileOf, isSymbol, pathsIn, readPart, textsIn, wordPattern } from './named-in.ts'

/** A part of a context: a prompt, a response, a call, its result, a summary. */
export interface Item {
  readonly number: number
  readonly unit: number
  readonly step: Step
  readonly tokens: number
}

/** Items that are shown together: a call with its result, or one item. */
export interface Unit {
  readonly number: number
  readonly turn: number
  readonly items: Item[]
  tokens: number
  /** The file that it reads or changes. */
  readonly file: string | undefined
  readonly paths: Set<string>
  hasFailed: boolean
}

/** An error of the history, by the call that had it last. */
export interface KnownError {
  readonly items: readonly number[]
  readonly callKey: string | undefined
  readonly paths: ReadonlySet<string>
  isOpen: boolean
}

type Postings = Map<string, number[]>

const post = (postings: Postings, key: string, number: number): void => {
  const numbers = postings.get(key)
  if (numbers === undefined) postings.set(key, [number])
  else if (numbers.at(-1) !== number) numbers.push(number)
}

const kinds: Partial<Record<Step['kind'], ContentKind>> = {
  prompt: 'prompt',
  response: 'response',
  call: 'tool_call',
  result: 'tool_result',
  summary: 'injected',
  notice: 'injected',
}

const textOf = (step: Step): string => {
  if (step.kind === 'call') return [step.tool, ...textsIn(step.input)].join('\n')
  return 'text' in step ? step.text : ''
}

/** What is sent of an item, as far as its size goes. */
const sentText = (step: Step): string => (step.kind === 'call' ? `${step.tool}${JSON.stringify(step.input)}` : textOf(step))

/** Results whose texts show the content of a file. */
const showsFile = (step: ResultStep): boolean => step.call !== undefined && readerKinds.has(step.call.does) && !step.isError

export class History {
  readonly items: Item[] = []
  readonly units: Unit[] = []
  /** Items that contain content of a file, by path. */
  readonly files: Postings = new Map()
  /** Items that name a path. */
  readonly paths: Postings = new Map()
  readonly symbols: Postings = new Map()
  readonly commands: Postings = new Map()
  /** Results by the key of their call. */
  readonly results: Postings = new Map()
  /** Units by the words in small letters. */
  readonly words: Postings = new Map()
  readonly errors = new Map<string, KnownError>()
  /** Tokens of units with one line in place of the output, computed when first used. */
  readonly collapsedTokens = new Map<number, number | undefined>()
  /** Touches of a file by calls. */
  readonly touches = new Map<string, number>()
  /** The first unit that the client still had. */
  presentFrom = 0
  /** The last summary; undefined: none. */
  summary: Item | undefined
  readonly #unitOfCall = new Map<number, Unit>()
  #cwd: string | undefined
  weights: TokenWeights = weightsOf(null)

  add(step: Step): void {
    const kind = kinds[step.kind]
    if (kind === undefined) return
    const unit = this.#unitOf(step)
    const own = step.kind === 'call' ? this.weights.per_call : 0
    const tokens = Math.round(own + tokensOfText(this.weights, kind, sentText(step)))
    const item: Item = { number: this.items.length, unit: unit.number, step, tokens }
    this.items.push(item)
    unit.items.push(item)
    unit.tokens += tokens
    if (step.kind === 'call') this.#call(step, item)
    if (step.kind === 'result') this.#result(step, item, unit)
    if (step.kind === 'summary') {
      this.summary = item
      this.presentFrom = unit.number
    }
    this.#index(step, item, unit)
  }

  /** The client still had what this step and later ones say: a compaction may keep messages before its summary. */
  keepFrom(step: number): void {
    const first = this.items.find((item) => item.step.step >= step && item.step.kind !== 'result')
    this.presentFrom = first?.unit ?? this.units.length
  }

  #unitOf(step: Step): Unit {
    const known = step.kind === 'result' && step.call !== undefined ? this.#unitOfCall.get(step.call.step) : undefined
    if (known !== undefined) return known
    const file = step.kind === 'call' ? fileOf(step) : undefined
    const unit: Unit = { number: this.units.length, turn: step.turn, items: [], tokens: 0, file, paths: new Set(), hasFailed: false }
    this.units.push(unit)
    if (step.kind === 'call') this.#unitOfCall.set(step.step, unit)
    return unit
  }

  #call(call: CallStep, { number }: Item): void {
    this.#cwd = call.cwd ?? this.#cwd
    const command = commandOf(call)
    if (command !== undefined) post(this.commands, command, number)
    const file = fileOf(call)
    if (file === undefined) return
    this.touches.set(file, (this.touches.get(file) ?? 0) + 1)
    post(this.paths, file, number)
    if (changerKinds.has(call.does)) post(this.files, file, number)
  }

  #result(result: ResultStep, { number }: Item, unit: Unit): void {
    const { call } = result
    if (call === undefined) return
    const file = fileOf(call)
    if (file !== undefined && showsFile(result)) post(this.files, file, number)
    const key = callKey(call)
    if (key !== undefined && result.refusal === null) post(this.results, key, number)
    if (result.refusal !== null) return
    if (result.isError) this.#failed(result, key, number, unit)
    else if (key !== undefined) for (const error of this.errors.values()) if (error.callKey === key) error.isOpen = false
  }

  #failed(result: ResultStep, key: string | undefined, number: number, unit: Unit): void {
    unit.hasFailed = true
    const line = errorIn(result.text)
    if (line === undefined) return
    const before = this.errors.get(line)?.items ?? []
    const paths = pathsIn(readPart(result.text), this.cwd)
    this.errors.set(line, { items: [...before, number], callKey: key, paths, isOpen: true })
  }

  #index(step: Step, { number }: Item, unit: Unit): void {
    const text = readPart(textOf(step))
    for (const path of pathsIn(text, this.cwd)) {
      post(this.paths, path, number)
      if (step.kind !== 'result') unit.paths.add(path)
    }
    for (const word of new Set(text.match(wordPattern))) {
      if (isSymbol(word)) post(this.symbols, word, number)
      post(this.words, word.toLowerCase(), unit.number)
    }
  }

  /** Working directory of the last call; undefined: none is recorded. */
  get cwd(): string | undefined {
    return this.#cwd
  }
}
