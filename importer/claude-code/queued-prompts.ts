/** Finds messages that only queue operations show: sent while the model worked, taken from the queue, and written as no record. */
import { typedByHuman } from '../../app/model/record-class.ts'
import { noSize } from '../../app/model/text-size.ts'
import type { WholeLine } from '../../app/model/transcript-line.ts'
import { classify, evidenceOf } from './classify.ts'
import { queueRules, type LineRule } from './line-rules.ts'
import { bodyLimit, shorten, typedText } from '../records/normalise.ts'
import { headlineLimit } from '../records/record-facts.ts'
import { isObject, type JsonObject } from '../../app/model/json-object.ts'
import { readRecord, textOf } from '../../app/model/record.ts'
import { withoutEnvelopes } from './wrappers.ts'

interface Queued {
  /** The line of its enqueue operation, and the index of that line in the list of lines. */
  readonly line: WholeLine
  readonly index: number
  readonly text: string
  readonly fields: JsonObject
  /** The client's id of the command; undefined: not recorded. */
  readonly uuid: string | undefined
  /** When it was taken from the queue, milliseconds since 1970; undefined: it waits, or the time is unknown. */
  readonly takenAt?: number | undefined
}

/** Fields by which the client says who wrote a queued message. */
const authorFields = ({ origin, promptSource, turnOrigin, isMeta }: JsonObject): JsonObject => ({
  origin,
  promptSource,
  turnOrigin,
  isMeta,
})

/** The rule and the class of a queued message; undefined for what is recorded elsewhere when it is carried out, as shell lines are. */
const ruleOf = ({ text, fields }: Queued): LineRule | undefined => {
  if (text.startsWith('!')) return undefined
  const record = { ...fields, type: 'attachment', attachment: { type: 'queued_command', commandMode: 'prompt', prompt: text } }
  const { class: name } = classify(evidenceOf(readRecord(record), false))
  return queueRules.find((rule) => rule.class === name)
}

const promote = (line: WholeLine, { id, class: name }: LineRule, text: string): WholeLine => {
  const shown = typedByHuman.has(name) ? typedText(name, withoutEnvelopes(text)) : text
  return {
    ...line,
    class: name,
    rule: id,
    headline: shorten(shown, headlineLimit),
    events: [{ kind: 'prompt', body: shorten(shown, bodyLimit), chars: shown.length, isError: false, size: noSize }],
  }
}

/** Classes of messages in the queue that no person typed. */
const ofNotices = new Set(queueRules.map((rule) => rule.class).filter((name) => !typedByHuman.has(name)))

/** The fields of an operation that identify its prompt. */
const nameOf = (json: JsonObject): Pick<Queued, 'text' | 'fields' | 'uuid'> => ({
  fields: authorFields(json),
  text: (textOf(json['content']) ?? '').trim(),
  uuid: typeof json['commandUuid'] === 'string' ? json['commandUuid'] : undefined,
})

const promptsOf = (line: WholeLine): readonly string[] =>
  line.events.flatMap((event) => (event.kind === 'prompt' ? [event.body ?? ''] : []))

/** The id of the queued command that an attachment records; undefined: the attachment does not name it. */
const sourceOf = (json: JsonObject): string | undefined => {
  const source = isObject(json['attachment']) ? json['attachment']['source_uuid'] : undefined
  return typeof source === 'string' ? source : undefined
}

/**
 * Follows the queue through one file. A prompt taken from the queue is its only trace when the model answers before
 * anything else is typed; until then it may still be written. What a fork copied in between, from before, decides nothing.
 */
export class QueueFollower {
  private readonly waiting: Queued[] = []
  private taken: Queued[] = []
  private readonly found: Queued[] = []
  /** Queued commands that attachments have written down before they were taken, by name: whether they wait no more. */
  private readonly writtenEarly = new Map<string, boolean>()

  /** @param json the record; @param index of its line in the list of lines. */
  see(line: WholeLine, json: JsonObject, index: number): void {
    if (line.type === 'queue-operation') this.operate(line, json, index)
    else if (typedByHuman.has(line.class)) this.written(line, sourceOf(json))
    else if (ofNotices.has(line.class)) this.noticed(line, sourceOf(json))
    else if (line.class === 'reply' && !line.isSidechain) this.answered(line)
  }

  /** Lines that replace their enqueue operations, by index. */
  promoted(): ReadonlyMap<number, WholeLine> {
    const result = new Map<number, WholeLine>()
    for (const queued of this.found) {
      const rule = ruleOf(queued)
      if (rule !== undefined) result.set(queued.index, promote(queued.line, rule, queued.text))
    }
    return result
  }

  private operate(line: WholeLine, json: JsonObject, index: number): void {
    if (line.subtype === 'enqueue') this.waiting.push({ line, index, ...nameOf(json) })
    else if (line.subtype === 'popAll') this.waiting.length = 0
    else this.take(line, nameOf(json))
  }

  private take(line: WholeLine, named: ReturnType<typeof nameOf>): void {
    if (named.uuid !== undefined && this.writtenEarly.get(named.uuid) === true) return
    const [next] = this.waiting.splice(this.placeOf(named), 1)
    if (next === undefined) return
    const uuid = next.uuid ?? named.uuid
    if (uuid === undefined || !this.writtenEarly.has(uuid)) this.taken.push({ ...next, uuid, takenAt: line.occurredAt })
  }

  /** Place of the waiting prompt that is taken: the named one, else the first, including prompts with unknown text. */
  private placeOf({ uuid, text }: ReturnType<typeof nameOf>): number {
    const byUuid = uuid === undefined ? -1 : this.waiting.findIndex((queued) => queued.uuid === uuid)
    if (byUuid !== -1) return byUuid
    const byText = text === '' ? -1 : this.waiting.findIndex((queued) => queued.text === text)
    return byText === -1 ? 0 : byText
  }

  private written(line: WholeLine, source: string | undefined): void {
    const from = this.forgetNamed(source) ?? this.removeByText(line)
    if (source !== undefined && from !== this.taken) this.writtenEarly.set(source, from === this.waiting)
    if (line.class !== 'queued_prompt') this.taken = this.taken.filter((queued) => !isAfter(line, queued))
  }

  /** A message that no person typed: only the queued message that it is leaves the queue. */
  private noticed(line: WholeLine, source: string | undefined): void {
    const from = this.forgetNamed(source) ?? this.removeByText(line)
    if (source !== undefined && from !== this.taken) this.writtenEarly.set(source, from === this.waiting)
  }

  private forgetNamed(source: string | undefined): Queued[] | undefined {
    return source === undefined ? undefined : this.forget(({ uuid }) => uuid === source)
  }

  private removeByText(line: WholeLine): Queued[] | undefined {
    const [found] = promptsOf(line).map((text) => this.forget((queued) => shorten(queued.text, bodyLimit) === text))
    return found
  }

  /** Gives where it was: among those that were taken, or those that wait. */
  private forget(isWritten: (queued: Queued) => boolean): Queued[] | undefined {
    for (const queue of [this.taken, this.waiting]) {
      const at = queue.findIndex(isWritten)
      if (at === -1) continue
      queue.splice(at, 1)
      return queue
    }
    return undefined
  }

  private answered(line: WholeLine): void {
    for (const queued of this.taken) if (isAfter(line, queued)) this.found.push(queued)
    this.taken = this.taken.filter((queued) => !isAfter(line, queued))
  }
}

const isAfter = (line: WholeLine, queued: Queued): boolean =>
  line.occurredAt === undefined || queued.takenAt === undefined || line.occurredAt >= queued.takenAt
