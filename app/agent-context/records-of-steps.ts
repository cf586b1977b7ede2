/** The events of a session, with the texts and calls around each. */
import type { JsonObject } from '../model/json-object.ts'
import { humanPrompts } from '../model/record-class.ts'
import { redactedCut, withoutLastWord } from '../model/format/cut-text.ts'
import { oneLine } from '../model/format/one-line.ts'
import { callsOf, projectOf, type Call } from '../reasoning/undone-calls.ts'
import type { ChainText } from '../reasoning/chain-text.ts'
import { eventId, type CorrectedTypes } from '../reasoning/event-id.ts'
import { thinkingEvents } from '../reasoning/read-events.ts'
import type { EventPlace, ThinkingEvent } from '../reasoning/thinking-event.ts'
import { projectPath } from './project-path.ts'
import { merged, type RecordPlace, type ThinkingRecord, type ToolCallSummary } from './thinking-record.ts'

const maxInput = 200
const maxCalls = 50
const maxFiles = 40
const maxSummary = 120

const placeKey = ({ line, block }: EventPlace): string => `${String(line)}:${String(block)}`
const placeOf = ({ sourceId, line }: EventPlace): RecordPlace => ({ source: sourceId, line })

/** The step of a turn at which an event stands, and what came with it. */
interface Anchor {
  readonly step: ChainText
  readonly events: readonly ThinkingEvent[]
  readonly prompt: string
  readonly calls: Call[]
  thinking: string
  output: string
}

/** Whole names: a part of a private word is not known for one. */
const summaryOfCalls = (calls: readonly Call[]): string => {
  const names = [...new Set(calls.map(({ step }) => oneLine(step.toolName ?? '')))]
  return names.reduce((text, name, at) => {
    const longer = `${text}${at === 0 ? ' ' : ', '}${name}`
    return longer.length > maxSummary ? text : longer
  }, 'Calls without words:')
}

class Walk {
  readonly anchors: Anchor[] = []
  readonly #events: ReadonlyMap<string, readonly ThinkingEvent[]>
  readonly #calls: ReadonlyMap<number, Call>
  readonly #byUse = new Map<string, Call>()
  #prompt = ''
  #anchor: Anchor | undefined
  #thinking: ChainText | undefined
  #response = ''
  /** Edits since the prompt, and those of the turn before. */
  #edits: Call[] = []

  constructor(events: readonly ThinkingEvent[], calls: readonly Call[]) {
    const byPlace = new Map<string, ThinkingEvent[]>()
    for (const event of events) byPlace.set(placeKey(event), [...(byPlace.get(placeKey(event)) ?? []), event])
    this.#events = byPlace
    this.#calls = new Map(calls.map((call) => [call.at, call]))
  }

  step(step: ChainText, at: number): void {
    switch (step.kind) {
      case 'prompt':
        if (humanPrompts.has(step.class)) this.#human(step)
        return
      case 'thinking':
        this.#thinking = step
        this.#passage(step)
        return
      case 'response':
        this.#said(step)
        return
      case 'tool_call':
        this.#call(step, this.#calls.get(at))
        return
      case 'tool_result':
        this.#refusal(step)
    }
  }

  #at(step: ChainText, thinking: string, output: string): Anchor | undefined {
    const events = this.#events.get(placeKey(step)) ?? []
    if (events.length === 0) return undefined
    const anchor: Anchor = { step, events, prompt: this.#prompt, calls: [], thinking, output }
    this.anchors.push(anchor)
    return anchor
  }

  /** What a prompt rejects is what the turn before it changed. */
  #human(step: ChainText): void {
    this.#prompt = step.body
    const anchor = this.#at(step, '', this.#response)
    anchor?.calls.push(...this.#edits)
    this.#anchor = anchor
    this.#edits = []
    this.#thinking = undefined
    this.#response = ''
  }

  #passage(step: ChainText): void {
    this.#anchor = this.#at(step, step.body, '') ?? this.#anchor
  }

  #said(step: ChainText): void {
    this.#response = step.body
    if (this.#anchor?.step.kind === 'thinking' && this.#anchor.output === '') this.#anchor.output = step.body
    this.#anchor = this.#at(step, this.#thinking?.body ?? '', step.body) ?? this.#anchor
  }

  #call(step: ChainText, call: Call | undefined): void {
    if (call === undefined) return
    if (step.toolUseId !== null) this.#byUse.set(step.toolUseId, call)
    if (call.isEdit) this.#edits.push(call)
    this.#anchor ??= this.#silent(step)
    this.#anchor.calls.push(call)
  }

  /** Calls before any words of the turn: they are what a client leaves that writes no thinking. */
  #silent(step: ChainText): Anchor {
    const anchor: Anchor = { step, events: [], prompt: this.#prompt, calls: [], thinking: '', output: '' }
    this.anchors.push(anchor)
    return anchor
  }

  /** A person refused a call and said why. */
  #refusal(step: ChainText): void {
    const anchor = this.#at(step, '', this.#response)
    const refused = this.#byUse.get(step.toolUseId ?? '')
    if (anchor !== undefined && refused !== undefined) anchor.calls.push(refused)
  }
}

const iso = (at: number | null): string => {
  if (at === null) return ''
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

const callOf = ({ step, outcome, isRefused }: Call): ToolCallSummary => ({
  tool_name: step.toolName ?? '',
  input_summary: step.body,
  outcome: isRefused ? 'error' : outcome,
})

const filesOf = (event: ThinkingEvent | undefined, calls: readonly Call[], root: string): readonly string[] => {
  const paths = [...(event?.files ?? []), ...calls.flatMap(({ step }) => step.filePath ?? [])]
  return [...new Set(paths.map((path) => projectPath(path, root)))].sort().slice(0, maxFiles)
}

/** A call that changed something, failed, or may fail another time. */
const isTelling = ({ isEdit, outcome, step }: Call): boolean => isEdit || outcome !== 'success' || step.toolName === 'Bash'

const recordsAt = (anchor: Anchor, root: string): readonly ThinkingRecord[] => {
  const { step, events, prompt, calls, thinking, output } = anchor
  const common = {
    session_id: step.sessionId,
    timestamp: iso(step.occurredAt),
    raw_thinking: thinking,
    model_output: output,
    tool_calls: calls.slice(0, maxCalls).map(callOf),
    prompt_context: prompt,
    commit_id: step.commitId,
    record: { ...placeOf(step), ...(step.continues === undefined ? {} : { continues: step.continues }) },
  }
  if (events.length === 0) {
    if (!calls.some(isTelling)) return []
    const files = filesOf(undefined, calls, root)
    return [
      {
        ...common,
        id: eventId(step, 'raw'),
        type: 'raw',
        summary: summaryOfCalls(calls),
        files_affected: files,
        status: 'unknown',
        evidence: null,
      },
    ]
  }
  return events.map((event): ThinkingRecord => {
    return {
      ...common,
      id: event.id,
      type: event.type,
      ...(event.typeByRule === null ? {} : { type_by_rule: event.typeByRule }),
      summary: event.summary,
      files_affected: filesOf(event, calls, root),
      status: event.status,
      evidence: event.shownBy === null ? null : placeOf(event.shownBy),
    }
  })
}

/** Replaces secrets in a text; in JSON by what its fields are. */
export interface Redact {
  readonly text: (plain: string) => string
  readonly json: (plain: string) => string
}

/** Inputs of calls that are longer are only searched at their beginning, of which 200 characters are kept. */
const maxSearched = 4_000

/** What parts words in the JSON of an input. */
const inputGap = /[\s"'`,:;{}[\]()<>|&\\]/

/** Complete inputs end with a bracket, so that only of a cut one the last word goes. */
const upTo = (input: string, most: number): string => (input.length < most - 1 ? input : withoutLastWord(input.slice(0, most), inputGap))

const inputSummary = (input: string, redact: Redact, root: string): string => {
  // One of that length was cut before.
  const given = input.length > maxInput ? input : upTo(input, maxInput)
  const clean = given.length > maxSearched ? redact.text(upTo(given, maxSearched)) : redact.json(given)
  const here = root === '' ? clean : clean.replaceAll(`${root}/`, '')
  return upTo(here, maxInput)
}

const redactedMore = ({ more }: ThinkingRecord, redact: Redact): Pick<ThinkingRecord, 'more'> =>
  more === undefined ? {} : { more: JSON.parse(redact.json(JSON.stringify(more))) as JsonObject }

/** The event without secrets; again, when more words are private than before. */
export const redactedRecord = (record: ThinkingRecord, redact: Redact, root = ''): ThinkingRecord => ({
  ...record,
  ...redactedMore(record, redact),
  summary: redactedCut(record.summary, redact.text),
  raw_thinking: redact.text(record.raw_thinking),
  model_output: redact.text(record.model_output),
  prompt_context: redact.text(record.prompt_context),
  files_affected: record.files_affected.map(redact.text),
  tool_calls: record.tool_calls.map((call) => ({ ...call, input_summary: inputSummary(call.input_summary, redact, root) })),
})

/** Longest text of a step; a longer one was cut there, and may end within a secret. */
const maxBody = 65_535

const isCall = ({ kind }: ChainText): boolean => kind === 'tool_call'
const isPrinted = ({ kind, permission }: ChainText): boolean => kind === 'tool_result' && permission !== 'refused'

/** Its text without secrets: before anything is cut out of it, since a part of a secret is not known for one. */
const redactedStep = (step: ChainText, redact: Redact): ChainText => {
  if (isCall(step) || isPrinted(step) || step.body === '') return step
  const whole = step.body.length < maxBody ? step.body : withoutLastWord(step.body)
  return { ...step, body: redact.text(whole) }
}

/**
 * Events of one chain, without secrets.
 * @param root folder of the project
 */
export const recordsOfSteps = (
  given: readonly ChainText[],
  root: string,
  redact: Redact,
  corrected?: CorrectedTypes,
): readonly ThinkingRecord[] => {
  const steps = given.map((step) => redactedStep(step, redact))
  const reading = thinkingEvents(steps, root, corrected)
  let read = reading.next()
  while (read.done !== true) read = reading.next()
  const own = steps.map((step, at) => [step, at] as const).filter(([{ isCopy }]) => !isCopy)
  const walk = new Walk(read.value, callsOf(steps, projectOf(steps, root)))
  for (const [step, at] of own) walk.step(step, at)
  return merged(walk.anchors.flatMap((anchor) => recordsAt(anchor, root))).map((record) => redactedRecord(record, redact, root))
}
