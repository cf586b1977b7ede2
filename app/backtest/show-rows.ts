/** What a policy shows of a conversation that is continued now: the contents that a backtest scores, as rows that can be sent. */
import { addedRow, type ConversationRow } from '../conversation/conversation-row.ts'
import { orderRows } from '../conversation/order-rows.ts'
import type { TokenWeights } from '../model/estimate-tokens.ts'
import { textIn, type JsonObject } from '../model/json-object.ts'
import { Losses } from '../model/losses.ts'
import { readRecord } from '../model/record.ts'
import { stateRow } from '../packs/conversation/pack-plan.ts'
import type { History as Recorded } from '../packs/read-ledger.ts'
import { openSteps, type CallStep, type PromptStep, type ResultStep, type Step } from '../packs/recorded-steps.ts'
import { senderOf } from './sender-of.ts'
import { buildContext } from './build-context.ts'
import { History } from './history.ts'
import { firstWeights } from './learned.ts'
import type { Policy } from './policy.ts'
import { lineKey, outputLine, type Shown } from './shown.ts'
import { View } from './view.ts'

type Rows = readonly ConversationRow[]

export interface ContinuedNow {
  /** The whole session, the oldest first; what came before the newest compaction is before its summary. */
  readonly rows: Rows
  /** The first of them that the client still had: messages that the newest compaction kept may be before its summary. */
  readonly presentFrom: number
  /** What happens now; '': nothing is said. */
  readonly message: string
  readonly weights: TokenWeights
  readonly isOfAgent: boolean
  /** The state of the work and the messages by topic, as they are recorded. */
  readonly recorded: Recorded
}

export interface ShownRows {
  readonly rows: Rows
  /** What belongs beside the message of now; '': nothing. */
  readonly beside: string
  readonly inFull: number
  /** Outputs that are one line. */
  readonly lines: number
  readonly excluded: number
  readonly losses: Losses
}

const noPlace = { sessionId: '', commitId: '', sourceId: '', fileLine: 0, ofLine: 1 } as const

/** The record of a row, with the calls and results as the row has them: their ids are unique there. */
const recordOf = ({ line, blocks, isPlain }: ConversationRow): JsonObject | undefined => {
  if (line === undefined) return undefined
  const message = line.record['message']
  if (typeof message !== 'object' || message === null || isPlain) return line.record
  return { ...line.record, message: { ...message, content: blocks } }
}

const timeOf = (row: ConversationRow): number | null => {
  const at = Date.parse(row.line?.timestamp ?? '')
  return Number.isNaN(at) ? null : at
}

const isText = ({ type }: JsonObject): boolean => type === 'text'
const isCall = ({ type }: JsonObject): boolean => type === 'tool_use' || type === 'server_tool_use'
const isResult = ({ type }: JsonObject): boolean => typeof type === 'string' && type.endsWith('tool_result')
const isThought = ({ type }: JsonObject): boolean => type === 'thinking' || type === 'redacted_thinking'

/** Forms of one output. */
type OutputForm = 'full' | 'line' | 'at the end'

/** The rows of a conversation that is continued now, read once for several budgets. */
export class RowShower {
  readonly #rows: Rows
  readonly #presentFrom: number
  readonly #steps: readonly Step[]
  /** Steps of each row, in its place. */
  readonly #stepsOf: readonly (readonly Step[])[]
  /** Who wrote each row of a user that is no step. */
  readonly #senders: readonly (string | undefined)[]
  readonly #history = new History()
  readonly #view: View

  constructor({ rows, presentFrom, message, weights, isOfAgent, recorded }: ContinuedNow) {
    const reader = openSteps(isOfAgent)
    this.#rows = rows
    this.#presentFrom = presentFrom
    this.#stepsOf = rows.map((row, line) => {
      const before = reader.steps.length
      const record = recordOf(row)
      if (record !== undefined) reader.add({ ...noPlace, line, occurredAt: timeOf(row), record: readRecord(record) })
      return reader.steps.slice(before)
    })
    this.#steps = reader.steps
    this.#senders = rows.map(({ role, line }, at) =>
      role !== 'user' || line === undefined || this.#stepsOf[at]?.length !== 0 ? undefined : senderOf(readRecord(line.record)),
    )
    const last = this.#steps.at(-1)
    const prompt: PromptStep = {
      kind: 'prompt',
      step: this.#steps.length,
      turn: (last?.turn ?? 0) + 1,
      at: null,
      place: { ...noPlace, line: rows.length },
      text: message,
      isOfPerson: true,
      isCommand: false,
    }
    this.#history.weights = weights
    for (const step of [...this.#steps, prompt]) this.#history.add(step)
    this.#history.keepFrom((this.#steps.find((step) => this.#isPresent(step)) ?? prompt).step)
    this.#view = new View({ history: this.#history, prompt, steps: this.#steps, weights: firstWeights, recorded: () => recorded })
  }

  /** Tokens of the message of now, as the policy counts them: its budget contains them. */
  get messageTokens(): number {
    return this.#view.promptTokens
  }

  /** Deterministic. @param budget tokens, with those of the message; null: the policy has none */
  show(policy: Policy, budget: number | null): ShownRows {
    const losses = new Losses()
    if (policy.kind === 'full') {
      const items = this.#history.items.slice(0, -1)
      const inFull = items.filter(({ step }) => this.#isPresent(step)).length
      return { rows: this.#rows.slice(this.#presentFrom), beside: '', inFull, lines: 0, excluded: items.length - inFull, losses }
    }
    const shown = buildContext(policy, this.#view, budget ?? Infinity)
    const isAtEnd = policy.kind === 'collapse' && policy.collapse.shows === 'at_end'
    const forms = this.#forms(shown, isAtEnd)
    const steps = new Set(this.#history.items.flatMap(({ number, step }) => (shown.full.has(number) ? [step.step] : [])))
    const rows = this.#withWordless(
      this.#rows.map((row, at) => this.#row(row, this.#stepsOf[at] ?? [], { steps, forms, losses })),
      losses,
    )
    const text = this.#text(policy, shown)
    const ordered = orderRows([...text, ...rows], losses)
    const said = policy.kind === 'packs' ? shown.text : ''
    const results = [...forms.values()]
    const lines = results.filter((form) => form === 'line').length
    // The prompt is an item of the view and no item of the conversation.
    const inFull = shown.full.size - 1
    return {
      rows: ordered,
      beside: [said, ...(isAtEnd ? this.#atEnd(forms) : [])].filter((part) => part !== '').join('\n\n'),
      inFull,
      lines,
      excluded: this.#history.items.length - 1 - inFull - lines,
      losses,
    }
  }

  #isPresent({ place }: Step): boolean {
    return place.line >= this.#presentFrom
  }

  /** A prompt without words, such as a picture, is no item: it is shown with what follows it. */
  #withWordless(shown: readonly Rows[], losses: Losses): Rows {
    let isNextShown = true
    const kept: Rows[] = []
    for (const [at, row] of [...this.#rows.entries()].reverse()) {
      const steps = this.#stepsOf[at] ?? []
      const own = shown[at] ?? []
      if (steps.some(({ kind }) => kind !== 'stop')) isNextShown = own.length > 0
      const sender = this.#senders[at]
      const isWordless = sender === 'person'
      if (sender !== undefined && !isWordless) losses.add(`excluded: ${sender}`, 'no policy chooses it')
      if (isWordless && !isNextShown) losses.add('excluded: prompts without words', 'the policy does not show what follows them')
      kept.push(isWordless && isNextShown ? [row] : own)
    }
    return kept.reverse().flat()
  }

  /** The outputs that are shown, by the step of their result. */
  #forms({ full, parts }: Shown, isAtEnd: boolean): ReadonlyMap<number, OutputForm> {
    const forms = new Map<number, OutputForm>()
    const lines = new Set(parts.map(({ key }) => key))
    for (const { number, items } of this.#history.units)
      for (const item of items) {
        if (item.step.kind !== 'result') continue
        if (full.has(item.number)) forms.set(item.step.step, isAtEnd ? 'at the end' : 'full')
        else if (lines.has(lineKey(number))) forms.set(item.step.step, 'line')
      }
    return forms
  }

  /** A text that replaces items. That of packs belongs beside the message. */
  #text(policy: Policy, { text }: Shown): Rows {
    if (text === '' || policy.kind === 'packs') return []
    if (policy.kind !== 'summary' || this.#history.summary === undefined) return [stateRow(text)]
    return [{ ...addedRow('user', [{ type: 'text', text }]), isSummary: true }]
  }

  #atEnd(forms: ReadonlyMap<number, OutputForm>): readonly string[] {
    return this.#steps.flatMap((step) =>
      step.kind === 'result' && step.call !== undefined && forms.get(step.step) === 'at the end'
        ? [`${outputLine(step.call, step.isError)}\n${step.text}`]
        : [],
    )
  }

  #row(
    row: ConversationRow,
    steps: readonly Step[],
    shown: { readonly steps: ReadonlySet<number>; readonly forms: ReadonlyMap<number, OutputForm>; readonly losses: Losses },
  ): Rows {
    if (row.role === 'boundary') return []
    if (row.role === 'assistant') return this.#reply(row, steps, shown)
    const results = steps.filter((step) => step.kind === 'result')
    if (results.length > 0) return this.#results(row, results, shown)
    if (row.line === undefined) return []
    const [said] = steps
    if (said?.kind === 'stop') shown.losses.add('excluded: interruptions by the person', 'no policy chooses it')
    return said !== undefined && shown.steps.has(said.step) ? [row] : []
  }

  #reply(
    row: ConversationRow,
    steps: readonly Step[],
    { steps: full, losses }: { readonly steps: ReadonlySet<number>; readonly losses: Losses },
  ): Rows {
    const calls = new Map(steps.flatMap((step) => (step.kind === 'call' ? [[step.id, step] as const] : [])))
    const saysText = steps.some((step) => step.kind === 'response' && full.has(step.step))
    const isCallShown = (id: string | undefined): boolean => full.has(calls.get(id ?? '')?.step ?? -1)
    const blocks = row.blocks.filter((block) => {
      if (isText(block)) return saysText
      if (isCall(block)) return isCallShown(textIn(block, 'id'))
      return isResult(block) && isCallShown(textIn(block, 'tool_use_id'))
    })
    losses.add('excluded: thinking', 'no policy chooses it', row.blocks.filter(isThought).length)
    return blocks.length === 0 ? [] : [{ ...row, blocks }]
  }

  #results(
    row: ConversationRow,
    results: readonly ResultStep[],
    { forms, losses }: { readonly forms: ReadonlyMap<number, OutputForm>; readonly losses: Losses },
  ): Rows {
    const ofRow = new Map(
      results.flatMap((step) => (step.call === undefined ? [] : [[step.call.id, { ...step, call: step.call }] as const])),
    )
    const formOf = (block: JsonObject): OutputForm | undefined => forms.get(ofRow.get(textIn(block, 'tool_use_id') ?? '')?.step ?? -1)
    const beside = row.blocks.filter((block) => !isResult(block)).length
    if (!row.blocks.some((block) => isResult(block) && formOf(block) !== undefined)) {
      losses.add('excluded: what stands beside a result', 'the policy does not show the result', beside)
      return []
    }
    const blocks = row.blocks.flatMap((block) => {
      if (!isResult(block)) return [block]
      const step = ofRow.get(textIn(block, 'tool_use_id') ?? '')
      const form = formOf(block)
      if (step === undefined || form === undefined) return []
      return [form === 'full' ? block : asLine(block, step)]
    })
    return [{ ...row, blocks }]
  }
}

const asLine = (block: JsonObject, { call, isError }: { readonly call: CallStep; readonly isError: boolean }): JsonObject => ({
  ...block,
  content: outputLine(call, isError),
})
