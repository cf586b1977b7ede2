/** Reads the events of one chain from its texts and calls, in their order. */
import { wordsOfRefusal } from '../conversation/refusal-words.ts'
import { humanPrompts, type RecordClass } from '../model/record-class.ts'
import type { Sliced } from '../model/sliced.ts'
import type { Origin, ThinkingType } from '../model/reasoning.ts'
import { oneLine } from '../model/format/one-line.ts'
import { classifyPassage, refusalIn, type Shown } from './classify-passage.ts'
import { plainWords } from './passage-sentences.ts'
import type { EventPlace, ThinkingEvent } from './thinking-event.ts'

/** A text, a call or a result of a chain. */
export interface ChainText extends EventPlace {
  readonly sessionId: string
  readonly chain: string
  readonly commitId: string | null
  readonly recordUuid: string | null
  readonly occurredAt: number | null
  readonly kind: 'prompt' | 'thinking' | 'response' | 'tool_call' | 'tool_result'
  readonly class: RecordClass
  readonly body: string
  /** File that a call was given. */
  readonly filePath: string | null
  /** `refused`: a person did not allow the call. */
  readonly permission: string | null
  /** It is a copy of a record of another session, which has its events. */
  readonly isCopy: boolean
}

const maxSummary = 120
/** Shorter texts say nothing about a choice. */
const minPassage = 20
const maxFiles = 20

const choices: ReadonlySet<ThinkingType> = new Set<ThinkingType>(['decision', 'rejection', 'tradeoff'])

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
  readonly text: ChainText
  readonly shown: Shown
  readonly summary: string
  readonly origin: Origin
  status: ThinkingEvent['status']
  shownBy: EventPlace | null
  readonly files: string[]
}

const placeOf = ({ sourceId, line, block }: EventPlace): EventPlace => ({ sourceId, line, block })

const eventOf = ({ text, shown, summary, origin, status, shownBy, files }: Draft): ThinkingEvent => ({
  ...placeOf(text),
  sessionId: text.sessionId,
  chain: text.chain,
  commitId: text.commitId,
  recordUuid: text.recordUuid,
  occurredAt: text.occurredAt,
  type: shown.type,
  origin,
  summary,
  status,
  shownBy,
  files,
})

const stopWords = new Set(
  'the a an and or but to of in on for with is are was be it this that we i you so not as at by from will would should can just use now let me'.split(
    ' ',
  ),
)
const contentWords = (summary: string): ReadonlySet<string> =>
  new Set(
    plainWords(summary)
      .split(/[^\p{L}\p{N}_]+/u)
      .filter((word) => word.length > 2 && !stopWords.has(word)),
  )

/** Share of the words of the shorter one that the other has, too. */
const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const smaller = Math.min(one.size, other.size)
  if (smaller < 3) return 0
  return [...one].filter((word) => other.has(word)).length / smaller
}

const minCommon = 0.6

const hasMore = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => [...one].some((word) => !other.has(word))

/** Nearly the same words, and each has some that the other has not: what only repeats a decision confirms it. */
const replaces = (later: ReadonlySet<string>, earlier: ReadonlySet<string>): boolean =>
  overlap(later, earlier) >= minCommon && hasMore(later, earlier) && hasMore(earlier, later)

class EventReader {
  readonly #drafts: Draft[] = []
  /** The choices whose calls are read. */
  #current: Draft[] = []
  /** Choices of the agent since the last prompt of a person. */
  #turn: Draft[] = []
  #hasPrompt = false

  #add(text: ChainText, origin: Origin, shown: readonly Shown[]): readonly Draft[] {
    // A draft keeps its sentence alone: the texts of a long chain need too much memory.
    const place = { ...text, body: '' }
    const drafts = shown.map((each): Draft => {
      const summary = summaryOf(announced(each.sentence, text.body))
      return { text: place, shown: each, summary, origin, status: 'unknown', shownBy: null, files: [] }
    })
    this.#drafts.push(...drafts)
    return drafts
  }

  read(text: ChainText): void {
    switch (text.kind) {
      case 'prompt':
        if (humanPrompts.has(text.class)) this.#prompt(text)
        return
      case 'thinking':
      case 'response':
        this.#passage(text)
        return
      case 'tool_call':
        if (text.filePath === null) return
        for (const { files } of this.#current) if (files.length < maxFiles && !files.includes(text.filePath)) files.push(text.filePath)
        return
      case 'tool_result':
        if (text.permission === 'refused') this.#refusal(text)
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
    if (sentence === undefined) this.#current = []
    else {
      this.#contradict(text)
      this.#current = [...this.#add(text, 'user', [{ type: 'rejection', sentence }])]
    }
    this.#turn = []
    this.#hasPrompt = true
  }

  #refusal(text: ChainText): void {
    const words = wordsOfRefusal(text.body)
    if (words === undefined) return
    this.#contradict(text)
    this.#add(text, 'user', [{ type: 'rejection', sentence: words }])
  }

  #passage(text: ChainText): void {
    if (text.body.length < minPassage) return
    const { shown } = classifyPassage(text.body)
    const chosen = shown.filter(({ type }) => choices.has(type))
    // What a response explores or reports is in the thinking before it.
    const said = text.kind === 'thinking' ? (chosen.length > 0 ? chosen : shown) : chosen
    const drafts = this.#add(text, text.kind === 'thinking' ? 'thinking' : 'response', said)
    if (chosen.length === 0) return
    this.#current = [...drafts]
    this.#turn.push(...drafts)
  }

  events(): readonly ThinkingEvent[] {
    this.#supersede()
    return this.#drafts.filter(({ text }) => !text.isCopy).map(eventOf)
  }

  #supersede(): void {
    const byFile = new Map<string, { readonly draft: Draft; readonly words: ReadonlySet<string> }[]>()
    for (const draft of this.#drafts) {
      if (draft.shown.type !== 'decision') continue
      const one = { draft, words: contentWords(draft.shown.sentence) }
      for (const file of draft.files) {
        const earlier = byFile.get(file) ?? []
        for (const each of earlier)
          if (each.draft.status === 'unknown' && each.draft.text !== draft.text && replaces(one.words, each.words)) {
            each.draft.status = 'superseded'
            each.draft.shownBy = placeOf(draft.text)
          }
        byFile.set(file, [...earlier, one].slice(-maxEarlier))
      }
    }
  }
}

/** Decisions about one file that a later one is compared with. */
const maxEarlier = 20

/** Gives way after each text. @param texts of one chain, in order */
export function* thinkingEvents(texts: Iterable<ChainText>): Sliced<readonly ThinkingEvent[]> {
  const reader = new EventReader()
  for (const text of texts) {
    reader.read(text)
    yield
  }
  return reader.events()
}
