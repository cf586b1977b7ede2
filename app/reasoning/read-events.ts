/** Reads the events of one chain from its texts and calls, in their order. */
import { wordsOfRefusal } from '../conversation/refusal-words.ts'
import { humanPrompts } from '../model/record-class.ts'
import type { Sliced } from '../model/sliced.ts'
import { reasonings, type Origin, type ThinkingType } from '../model/reasoning.ts'
import { oneLine } from '../model/format/one-line.ts'
import { callsOf, projectOf, type Call } from './undone-calls.ts'
import type { ChainText } from './chain-text.ts'
import { classifyPassage, refusalIn, type Shown } from './classify-passage.ts'
import { eventId, noneCorrected, type CorrectedTypes } from './event-id.ts'
import { SupersededDecisions } from './superseded-decisions.ts'
import type { EventPlace, ThinkingEvent } from './thinking-event.ts'

const maxSummary = 120
/** Shorter texts say nothing about a choice. */
const minPassage = 20
const maxFiles = 20

const maxChanges = 200
/** The call by which an agent asks a person to accept its plan. */
const planTool = 'ExitPlanMode'

const choices: ReadonlySet<ThinkingType> = new Set<ThinkingType>(reasonings)

/** Where a sentence announces what the next line says, that line belongs to it; code does not. */
const announced = (sentence: string, body: string): string => {
  if (!sentence.endsWith(':')) return sentence
  const at = body.indexOf(sentence)
  const [, rest] = at === -1 ? [] : (/^\s+(?!```|~~~|[|>])(\S[^\n]*)/u.exec(body.slice(at + sentence.length)) ?? [])
  return rest === undefined ? sentence : `${sentence} ${rest}`
}

const summaryOf = (text: string): string => {
  const line = oneLine(text)
  return line.length <= maxSummary ? line : `${line.slice(0, maxSummary - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

interface Draft {
  readonly id: string
  readonly text: ChainText
  readonly byRule: ThinkingType
  readonly shown: Shown
  readonly summary: string
  readonly origin: Origin
  status: ThinkingEvent['status']
  shownBy: EventPlace | null
  readonly files: string[]
  /** Edits of these files that were made. */
  readonly edits: Call[]
}

const placeOf = ({ sourceId, line, block }: EventPlace): EventPlace => ({ sourceId, line, block })

const eventOf = ({ id, text, shown, byRule, summary, origin, status, shownBy, files, edits }: Draft): ThinkingEvent => ({
  ...placeOf(text),
  id,
  sessionId: text.sessionId,
  chain: text.chain,
  commitId: text.commitId,
  recordUuid: text.recordUuid,
  occurredAt: text.occurredAt,
  type: shown.type,
  typeByRule: shown.type === byRule ? null : byRule,
  origin,
  summary,
  status,
  shownBy,
  files,
  changes: edits.flatMap(({ step, result }) => (result === undefined ? [] : [{ ...placeOf(result), path: step.filePath ?? '' }])),
})

/** The edit was made: it neither failed nor was refused. */
const isMade = ({ isEdit, isRefused, outcome }: Call): boolean => isEdit && !isRefused && outcome !== 'error'

const isChosen = ({ shown }: Draft): boolean => choices.has(shown.type)
const isRejection = ({ shown }: Draft): boolean => shown.type === 'rejection'

class EventReader {
  readonly #drafts: Draft[] = []
  /** The choices whose calls are read. */
  #current: Draft[] = []
  /** Choices of the agent since the last prompt of a person. */
  #turn: Draft[] = []
  #hasPrompt = false
  readonly #calls: ReadonlyMap<number, Call>
  readonly #byUse: ReadonlyMap<string, Call>

  readonly #corrected: CorrectedTypes

  constructor(calls: readonly Call[], corrected: CorrectedTypes) {
    this.#corrected = corrected
    this.#calls = new Map(calls.map((call) => [call.at, call]))
    this.#byUse = new Map(calls.map((call) => [call.step.toolUseId ?? '', call]))
  }

  #add(text: ChainText, origin: Origin, shown: readonly Shown[]): readonly Draft[] {
    // A draft keeps its sentence alone: the texts of a long chain need too much memory.
    const place = { ...text, body: '' }
    const drafts = shown.map(({ type: byRule, sentence }): Draft => {
      const summary = summaryOf(announced(sentence, text.body))
      const id = eventId(text, byRule)
      const given: Shown = { type: this.#corrected.get(id) ?? byRule, sentence }
      return { id, text: place, shown: given, byRule, summary, origin, status: 'unknown', shownBy: null, files: [], edits: [] }
    })
    this.#drafts.push(...drafts)
    return drafts
  }

  /** @param at place among the texts of the chain */
  read(text: ChainText, at: number): void {
    switch (text.kind) {
      case 'prompt':
        if (humanPrompts.has(text.class)) this.#prompt(text)
        return
      case 'thinking':
      case 'response':
        this.#passage(text)
        return
      case 'tool_call':
        this.#call(text, this.#calls.get(at))
        return
      case 'tool_result':
        if (text.permission === 'refused') this.#refusal(text)
    }
  }

  #call({ filePath }: ChainText, call: Call | undefined): void {
    if (filePath === null) return
    for (const { files, edits } of this.#current) {
      if (files.length < maxFiles && !files.includes(filePath)) files.push(filePath)
      if (call !== undefined && isMade(call) && edits.length < maxChanges) edits.push(call)
    }
  }

  /** The person rejects the newest decision of the agent. */
  #contradict(place: EventPlace): void {
    const last = this.#turn.filter(({ shown }) => shown.type === 'decision').at(-1)
    if (last === undefined) return
    last.status = 'contradicted'
    last.shownBy = placeOf(place)
  }

  #prompt(text: ChainText): void {
    const sentence = this.#hasPrompt ? refusalIn(text.body) : undefined
    const said = sentence === undefined ? [] : this.#add(text, 'user', [{ type: 'rejection', sentence }])
    if (said.some(isRejection)) this.#contradict(text)
    this.#current = said.filter(isChosen)
    this.#turn = []
    this.#hasPrompt = true
  }

  #refusal(text: ChainText): void {
    const words = wordsOfRefusal(text.body)
    if (words === undefined) return
    // Who stops a command says nothing about what was decided.
    const call = this.#byUse.get(text.toolUseId ?? '')
    const isOfDecision = call?.isEdit === true || call?.step.toolName === planTool
    const said = this.#add(text, 'user', [{ type: 'rejection', sentence: words }])
    if (isOfDecision && said.some(isRejection)) this.#contradict(text)
  }

  #passage(text: ChainText): void {
    if (text.body.length < minPassage) return
    const { shown } = classifyPassage(text.body)
    const chosen = shown.filter(({ type }) => choices.has(type))
    // What a response explores or reports is in the thinking before it.
    const said = text.kind === 'thinking' ? (chosen.length > 0 ? chosen : shown) : chosen
    const settled = this.#add(text, text.kind === 'thinking' ? 'thinking' : 'response', said).filter(isChosen)
    if (settled.length === 0) return
    this.#current = settled
    this.#turn.push(...settled)
  }

  events(): readonly ThinkingEvent[] {
    this.#revert()
    this.#supersede()
    return this.#drafts.filter(({ text }) => !text.isCopy).map(eventOf)
  }

  /** All that a decision changed was taken back. */
  #revert(): void {
    for (const draft of this.#drafts) {
      if (draft.status !== 'unknown' || draft.shown.type !== 'decision') continue
      const own = draft.edits.filter(({ isUndoing, outcome }) => !isUndoing || outcome === 'reverted')
      const last = (own.filter(({ isUndoing }) => !isUndoing).at(-1) ?? own.at(-1))?.takenBackBy
      if (last === undefined || own.some(({ outcome, isStashed }) => outcome !== 'reverted' || isStashed)) continue
      draft.status = 'reverted'
      draft.shownBy = placeOf(last)
    }
  }

  #supersede(): void {
    const decisions = new SupersededDecisions<Draft>()
    for (const draft of this.#drafts) {
      if (draft.shown.type !== 'decision') continue
      for (const earlier of decisions.add(draft, draft.shown.sentence, draft.files)) {
        // What changed nothing yet is only said again in other words.
        if (earlier.status !== 'unknown' || earlier.text === draft.text || earlier.edits.length === 0) continue
        earlier.status = 'superseded'
        earlier.shownBy = placeOf(draft.text)
      }
    }
  }
}

/** Gives way after each text. @param texts of one chain, in order @param root of its project, where no text names a folder */
export function* thinkingEvents(
  texts: readonly ChainText[],
  root = '',
  corrected: CorrectedTypes = noneCorrected,
): Sliced<readonly ThinkingEvent[]> {
  const reader = new EventReader(callsOf(texts, projectOf(texts, root)), corrected)
  for (const [at, text] of texts.entries()) {
    reader.read(text, at)
    yield
  }
  return reader.events()
}
