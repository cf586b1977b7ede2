/** Finds prompts that exist only as queue operations: typed while the model worked, taken in, and never written as a prompt of their own. */
import { typedByHuman } from '../../app/model/record-class.ts'
import type { WholeLine } from '../../app/model/transcript-line.ts'
import { classify, evidenceOf } from './classify.ts'
import { bodyLimit, shorten } from './normalise.ts'
import { headlineLimit } from './record-facts.ts'
import type { JsonObject } from './record-schema.ts'
import { isObject, readRecord, textOf } from './record-schema.ts'

interface Queued {
  /** The line of its enqueue operation, and where it stands in the list of lines. */
  readonly line: WholeLine
  readonly index: number
  readonly text: string
  /** What the client calls it; undefined: it does not say. */
  readonly uuid: string | undefined
  /** When it was taken from the queue, milliseconds since 1970; undefined: it waits, or the time is unknown. */
  readonly takenAt?: number | undefined
}

/** Commands and shell lines are recorded elsewhere when they are carried out. A path that begins with a slash is none. */
const commandOrShellLine = /^(?:!|\/[\w:-]+(?:\s|$))/

/** Whether a human asked that: the client puts notices of its own into the queue as well. */
const isPrompt = (text: string): boolean =>
  !commandOrShellLine.test(text) &&
  classify(evidenceOf(readRecord({ type: 'user', message: { role: 'user', content: text } }), false)).class === 'human_prompt'

const promote = (line: WholeLine, said: string): WholeLine => ({
  ...line,
  class: 'queued_prompt',
  rule: 'queue/only-trace',
  headline: shorten(said, headlineLimit),
  events: [{ kind: 'prompt', body: shorten(said, bodyLimit), chars: said.length, isError: false }],
})

/** What an operation says of the prompt that it is about. */
const nameOf = (json: JsonObject): Pick<Queued, 'text' | 'uuid'> => ({
  text: (textOf(json['content']) ?? '').trim(),
  uuid: typeof json['commandUuid'] === 'string' ? json['commandUuid'] : undefined,
})

const promptsOf = (line: WholeLine): readonly string[] =>
  line.events.flatMap((event) => (event.kind === 'prompt' ? [event.body ?? ''] : []))

/** The queued command that an attachment writes down, as the client calls it; undefined: it does not say. */
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

  /** @param json the record; @param index where its line stands in the list of lines. */
  see(line: WholeLine, json: JsonObject, index: number): void {
    if (line.type === 'queue-operation') this.operate(line, json, index)
    else if (typedByHuman.has(line.class)) this.written(line, sourceOf(json))
    else if (line.class === 'reply' && !line.isSidechain) this.answered(line)
  }

  /** Lines to take the place of their enqueue operations, by index. */
  promoted(): ReadonlyMap<number, WholeLine> {
    const result = new Map<number, WholeLine>()
    for (const { line, index, text } of this.found) if (isPrompt(text)) result.set(index, promote(line, text))
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

  /** Which of those that wait is taken: the one that is named, else the first, also of those whose text is not known. */
  private placeOf({ uuid, text }: ReturnType<typeof nameOf>): number {
    const byUuid = uuid === undefined ? -1 : this.waiting.findIndex((queued) => queued.uuid === uuid)
    if (byUuid !== -1) return byUuid
    const byText = text === '' ? -1 : this.waiting.findIndex((queued) => queued.text === text)
    return byText === -1 ? 0 : byText
  }

  private written(line: WholeLine, source: string | undefined): void {
    const from = this.forgetNamed(source) ?? this.forgetSaid(line)
    if (source !== undefined && from !== this.taken) this.writtenEarly.set(source, from === this.waiting)
    if (line.class !== 'queued_prompt') this.taken = this.taken.filter((queued) => !isAfter(line, queued))
  }

  private forgetNamed(source: string | undefined): Queued[] | undefined {
    return source === undefined ? undefined : this.forget(({ uuid }) => uuid === source)
  }

  private forgetSaid(line: WholeLine): Queued[] | undefined {
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
