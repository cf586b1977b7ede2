/**
 * Puts the rows of a conversation in the order of the API: the lines of a reply together, then the results of all its calls. Calls and
 * results have been paired: each call has a unique id, and its result has the same one.
 */
import { append } from '../model/append.ts'
import { addedRow } from './conversation-row.ts'
import type { ConversationRow } from './conversation-row.ts'
import { contentBlocks } from './message-content.ts'
import { textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import type { Losses } from '../model/losses.ts'

/** The text of the client for a call whose result was never recorded. */
const interrupted =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. Check whether it took effect before relying on it or running it again.]"

const isCall = (block: JsonObject): boolean => block['type'] === 'tool_use'
const isResult = (block: JsonObject): boolean => block['type'] === 'tool_result'
const isText = (block: JsonObject): boolean => block['type'] === 'text'
const isThought = (block: JsonObject): boolean => block['type'] === 'thinking' || block['type'] === 'redacted_thinking'

const withoutCall = 'Result of a tool call that is not part of this conversation:'

/** A result as text; its pictures are kept. */
const resultAsText = ({ content }: JsonObject): readonly JsonObject[] => {
  const [texts, others] = [contentBlocks(content).filter(isText), contentBlocks(content).filter((block) => !isText(block))]
  const joined = texts.flatMap((block) => textIn(block, 'text') ?? []).join('\n')
  if (joined === '' && others.length === 0) return [{ type: 'text', text: `${withoutCall} (no text)` }]
  return [{ type: 'text', text: `${withoutCall}\n${joined}`.trimEnd() }, ...others]
}

/** The lines of one reply. */
type Reply = readonly ConversationRow[]

const resultFor = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: interrupted, is_error: true })

class RowOrder {
  readonly #rows: readonly ConversationRow[]
  readonly #losses: Losses
  readonly #ordered: ConversationRow[] = []
  readonly #done = new Set<ConversationRow>()
  /** Ids of all calls of the conversation. */
  readonly #known: ReadonlySet<string>
  /** Ids of the calls that are ordered already. */
  readonly #calls = new Set<string>()
  /** The result that each call has. */
  readonly #answers = new Map<string, string>()
  readonly #byReply = new Map<string, ConversationRow[]>()
  readonly #byCall = new Map<string, ConversationRow[]>()
  readonly #place: Map<ConversationRow, number>

  constructor(rows: readonly ConversationRow[], losses: Losses) {
    this.#rows = rows
    this.#losses = losses
    this.#place = new Map(rows.map((row, index) => [row, index]))
    this.#known = new Set(
      rows.flatMap(({ role, blocks }) => (role === 'assistant' ? blocks.filter(isCall).map((block) => textIn(block, 'id') ?? '') : [])),
    )
    for (const row of rows) {
      if (row.role === 'assistant' && row.messageId !== undefined) gather(this.#byReply, row.messageId, row)
      if (row.role !== 'user') continue
      for (const block of row.blocks.filter(isResult)) gather(this.#byCall, textIn(block, 'tool_use_id') ?? '', row)
    }
  }

  run(): readonly ConversationRow[] {
    for (const row of this.#rows) {
      if (this.#done.has(row)) continue
      if (row.role === 'assistant') this.#addReply(row)
      else this.#addUser(row)
    }
    return this.#ordered
  }

  #addReply(first: ConversationRow): void {
    const reply = first.messageId === undefined ? [first] : (this.#byReply.get(first.messageId) ?? [first])
    for (const row of reply) this.#done.add(row)
    const kept = this.#withoutRepeatedCalls(reply)
    if (kept.every(({ blocks }) => blocks.every(isThought))) {
      if (kept.length > 0) this.#losses.add('thinking without a reply', 'the API takes no reply that is thinking alone')
      return
    }
    append(this.#ordered, kept)
    const ids = kept.flatMap(({ blocks }) => blocks.filter(isCall).map((block) => textIn(block, 'id') ?? ''))
    for (const id of ids) this.#calls.add(id)
    this.#answer(ids)
  }

  #withoutRepeatedCalls(reply: Reply): Reply {
    const own = new Set<string>()
    return reply.flatMap((row) => {
      const blocks = row.blocks.filter((block) => {
        if (!isCall(block)) return true
        const id = textIn(block, 'id')
        const isNew = id !== undefined && !this.#calls.has(id) && !own.has(id)
        if (isNew) own.add(id)
        else this.#losses.add('repeated calls of a tool', 'the same reply contains the call already')
        return isNew
      })
      return blocks.length === 0 ? [] : [{ ...row, blocks }]
    })
  }

  /** Results come in the order in which they were written; calls without one are closed. */
  #answer(ids: readonly string[]): void {
    const answers = new Set(ids.flatMap((id) => this.#byCall.get(id)?.[0] ?? []))
    const placeOf = (row: ConversationRow): number => this.#place.get(row) ?? 0
    for (const row of [...answers].sort((a, b) => placeOf(a) - placeOf(b))) if (!this.#done.has(row)) this.#addUser(row)
    const open = ids.filter((id) => !this.#answers.has(id))
    if (open.length === 0) return
    this.#losses.add('added: results of calls', 'the commit ends before the result, or the transcript does not have it')
    for (const id of open) {
      this.#ordered.push(addedRow('user', [resultFor(id)]))
      this.#answers.set(id, '')
    }
  }

  #addUser(row: ConversationRow): void {
    this.#done.add(row)
    const blocks = row.blocks.flatMap((block) => (isResult(block) ? this.#resultBlocks(row, block) : [block]))
    if (blocks.length > 0 || row.role === 'boundary') this.#ordered.push({ ...row, blocks })
  }

  /** The result itself after its call; text where the API accepts no result; nothing where it comes later or exists already. */
  #resultBlocks(row: ConversationRow, block: JsonObject): readonly JsonObject[] {
    const id = textIn(block, 'tool_use_id') ?? ''
    if (!this.#known.has(id)) {
      this.#losses.add('changed: results without a call', 'the API accepts a result only behind its call; they are text here')
      return resultAsText(block)
    }
    if (!this.#calls.has(id)) {
      this.#waitForCall(row, block, id)
      return []
    }
    const content = JSON.stringify(block['content'])
    const before = this.#answers.get(id)
    if (before === undefined) {
      this.#answers.set(id, content)
      return [block]
    }
    this.#losses.add('repeated results of calls', 'the API accepts one result for each call; one that differs is text here')
    return before === content ? [] : resultAsText(block)
  }

  /** A result that was written before its call. */
  #waitForCall(row: ConversationRow, block: JsonObject, id: string): void {
    const waiting = { ...row, blocks: [block] }
    this.#place.set(waiting, this.#place.get(row) ?? 0)
    this.#byCall.set(id, [waiting])
  }
}

const gather = (groups: Map<string, ConversationRow[]>, key: string, row: ConversationRow): void => {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [row])
  else group.push(row)
}

/** @returns rows in which every call has its result before the next message. */
export const orderRows = (rows: readonly ConversationRow[], losses: Losses): readonly ConversationRow[] => new RowOrder(rows, losses).run()
