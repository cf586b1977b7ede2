/** The records of a chain as steps of the work: prompts, responses, calls and their results. */
import { agentOfFormat, toolKind, transcriptFormat } from '../../importer/agents.ts'
import { toolResultView } from '../conversation/tool-result-view.ts'
import { resultWords } from '../conversation/result-text.ts'
import { CallPairing } from '../model/call-pairing.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'
import { contentOf, readBlocks, textOf, type ContentBlock, type TranscriptRecord } from '../model/record.ts'
import { humanPrompts, typedCommands, type RecordClass } from '../model/record-class.ts'
import type { ToolKind } from '../model/tool-kind.ts'
import type { RecordPlace } from './ledger-message.ts'

export interface RecordedRecord extends RecordPlace {
  /** Milliseconds since 1970; null: not recorded. */
  readonly occurredAt: number | null
  readonly record: TranscriptRecord
}

interface StepBase {
  /** Counted from 0. */
  readonly step: number
  /** Prompts of the person up to here. */
  readonly turn: number
  readonly at: number | null
  readonly place: RecordPlace
}

export interface PromptStep extends StepBase {
  readonly kind: 'prompt'
  readonly text: string
  /** False: the caller of a sub-agent, the client or another agent wrote it. */
  readonly isOfPerson: boolean
  readonly isCommand: boolean
}

export interface ResponseStep extends StepBase {
  readonly kind: 'response'
  readonly text: string
}

export interface CallStep extends StepBase {
  readonly kind: 'call'
  readonly id: string
  readonly tool: string
  readonly does: ToolKind
  readonly input: JsonObject
  /** Working directory of the call. */
  readonly cwd: string | undefined
}

export interface ResultStep extends StepBase {
  readonly kind: 'result'
  /** Undefined: the chain does not contain it. */
  readonly call: CallStep | undefined
  readonly text: string
  readonly isError: boolean
  /** `refused`: a person did; others: the client or a rule. */
  readonly refusal: string | null
  readonly exitCode: number | null
  readonly isInBackground: boolean
  /** Questions with the answers of the person; null: none. */
  readonly answers: Readonly<Record<string, string>> | null
  /** Fields of the client beside the result. */
  readonly beside: JsonObject
}

/** A task in the background ended. */
export interface NoticeStep extends StepBase {
  readonly kind: 'notice'
  readonly text: string
}

/** A run of the client ended with a result. */
export interface EndStep extends StepBase {
  readonly kind: 'end'
}

export interface FailureStep extends StepBase {
  readonly kind: 'failure'
  readonly text: string
}

/** The person stopped the agent. */
export interface StopStep extends StepBase {
  readonly kind: 'stop'
}

/** A compaction: what replaces the steps before it in the context of the agent. */
export interface SummaryStep extends StepBase {
  readonly kind: 'summary'
  readonly text: string
}

export type Step = PromptStep | ResponseStep | CallStep | ResultStep | NoticeStep | EndStep | FailureStep | StopStep | SummaryStep

/** Given to an agent as its task, where no person typed one. */
const taskClasses: ReadonlySet<RecordClass> = new Set<RecordClass>([
  'sidechain_prompt',
  'plan_handover',
  'teammate_message',
  'peer_message',
  'scheduled',
  'auto_continuation',
  'unknown_origin',
])

const rules = agentOfFormat(transcriptFormat)?.rules

const callTypes: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use'])
const isCall = ({ type }: ContentBlock): boolean => callTypes.has(type)
const isResult = ({ type }: ContentBlock): boolean => type?.endsWith('tool_result') === true

const commandText = (text: string): string => {
  const [, name] = /<command-name>([^<]*)<\/command-name>/.exec(text) ?? []
  const [, args = ''] = /<command-args>([^]*?)<\/command-args>/.exec(text) ?? []
  const [, shell] = /<bash-input>([^]*?)<\/bash-input>/.exec(text) ?? []
  if (shell !== undefined) return `! ${shell.trim()}`
  return name === undefined ? text.trim() : `${name.trim()} ${args.trim()}`.trim()
}

class StepReader {
  readonly steps: Step[] = []
  readonly #pairing = new CallPairing()
  readonly #calls = new Map<string, CallStep>()
  #turn = 0
  #hasPrompt = false

  #base({ sessionId, commitId, sourceId, line, fileLine, ofLine, occurredAt }: RecordedRecord): StepBase {
    return { step: this.steps.length, turn: this.#turn, at: occurredAt, place: { sessionId, commitId, sourceId, line, fileLine, ofLine } }
  }

  readonly #isOfAgent: boolean

  constructor(isOfAgent: boolean) {
    this.#isOfAgent = isOfAgent
  }

  add(one: RecordedRecord): void {
    const { record } = one
    // Among the records of its caller, a message of a sub-agent is only reported.
    if (!this.#isOfAgent && record.data?.['type'] === 'agent_progress') return
    if (record.type === 'assistant') this.#reply(one)
    else if (record.type === 'user' || record.type === 'attachment' || record.type === 'queue-operation') this.#user(one)
    else if (record.type === 'result') this.steps.push({ ...this.#base(one), kind: 'end' })
  }

  #reply(one: RecordedRecord): void {
    const { record } = one
    if (record.isApiErrorMessage) {
      this.steps.push({ ...this.#base(one), kind: 'failure', text: textOf(record.message?.['content']) ?? '' })
      return
    }
    const content = record.message?.['content']
    const blocks = typeof content === 'string' ? [] : (readBlocks(content) ?? [])
    const text = (textOf(content) ?? '').trim()
    if (text !== '') this.steps.push({ ...this.#base(one), kind: 'response', text })
    for (const block of blocks.filter(isCall)) this.#call(one, block)
  }

  #call(one: RecordedRecord, block: ContentBlock): void {
    const { record } = one
    const written = block.id ?? ''
    const reply = typeof record.message?.['id'] === 'string' ? record.message['id'] : `${one.sourceId}:${one.line}`
    const id = this.#pairing.call(written, { reply, record: record.uuid, input: JSON.stringify([block.name, block.input]) })
    if (this.#calls.has(id)) return
    const tool = block.name ?? ''
    const input = isObject(block.input) ? block.input : {}
    const call: CallStep = { ...this.#base(one), kind: 'call', id, tool, does: toolKind(tool), input, cwd: record.cwd }
    this.#calls.set(id, call)
    this.steps.push(call)
  }

  #user(one: RecordedRecord): void {
    const { record } = one
    const content = record.message?.['content']
    const blocks = typeof content === 'string' ? [] : (readBlocks(content) ?? [])
    const results = blocks.filter(isResult)
    for (const block of results) this.#result(one, block, results.length === 1)
    if (results.length === 0) this.#said(one)
  }

  #result(one: RecordedRecord, block: ContentBlock, isOnly: boolean): void {
    const { record } = one
    const parents = typeof record.parentUuid === 'string' ? [record.parentUuid] : []
    const id = this.#pairing.result(block.tool_use_id ?? '', parents) ?? block.tool_use_id ?? ''
    const view = toolResultView(block, record, isOnly)
    this.steps.push({
      ...this.#base(one),
      kind: 'result',
      call: this.#calls.get(id),
      text: resultWords(block.content),
      isError: view.isError,
      refusal: view.refusal,
      exitCode: view.exitCode,
      isInBackground: view.backgroundId !== null,
      answers: view.answers,
      beside: isOnly && isObject(record.toolUseResult) ? record.toolUseResult : {},
    })
  }

  #said(one: RecordedRecord): void {
    const verdict = rules?.judge(one.record, false)
    if (verdict === undefined) return
    const isOfPerson = humanPrompts.has(verdict.class) || typedCommands.has(verdict.class)
    const isCommand = typedCommands.has(verdict.class)
    if (isOfPerson) {
      const text = isCommand ? commandText(textOf(contentOf(one.record)) ?? verdict.said) : verdict.said.trim()
      if (text === '') return
      this.#turn += 1
      this.#hasPrompt = true
      this.steps.push({ ...this.#base(one), kind: 'prompt', text, isOfPerson, isCommand })
    } else if (taskClasses.has(verdict.class) && (!this.#hasPrompt || verdict.class === 'plan_handover')) {
      this.#hasPrompt = true
      this.steps.push({ ...this.#base(one), kind: 'prompt', text: verdict.said.trim(), isOfPerson: false, isCommand: false })
    } else if (verdict.class === 'task_notification') this.steps.push({ ...this.#base(one), kind: 'notice', text: verdict.said.trim() })
    else if (verdict.class === 'interrupt') this.steps.push({ ...this.#base(one), kind: 'stop' })
    else if (verdict.class === 'compaction_summary') this.steps.push({ ...this.#base(one), kind: 'summary', text: verdict.said.trim() })
  }
}

/**
 * Reads records one by one, so that none of them has to be kept.
 * @param isOfAgent whether the chain is that of a sub-agent. Its messages may be in records of type progress
 * (clients 2.1.14 to 2.1.38).
 */
export const openSteps = (isOfAgent = false): { readonly add: (record: RecordedRecord) => void; readonly steps: readonly Step[] } => {
  const reader = new StepReader(isOfAgent)
  return { add: (record) => reader.add(record), steps: reader.steps }
}
