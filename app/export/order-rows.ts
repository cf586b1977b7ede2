/** Puts the rows of a conversation in the order of the API: the lines of a reply together, then the results of all its calls. */
import { addedRow } from './conversation-row.ts'
import type { ConversationRow } from './conversation-row.ts'
import { textIn } from './json-object.ts'
import type { JsonObject } from './json-object.ts'
import type { Losses } from '../model/losses.ts'

/** What the client itself says of a call whose result was never recorded. */
const interrupted =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. Check whether it took effect before relying on it or running it again.]"

const isCall = (block: JsonObject): boolean => block['type'] === 'tool_use'
const isResult = (block: JsonObject): boolean => block['type'] === 'tool_result'
const isThought = (block: JsonObject): boolean => block['type'] === 'thinking' || block['type'] === 'redacted_thinking'

/** The lines of one reply. */
type Reply = readonly ConversationRow[]

const resultFor = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: interrupted, is_error: true })

class RowOrder {
  readonly #rows: readonly ConversationRow[]
  readonly #losses: Losses
  readonly #ordered: ConversationRow[] = []
  readonly #done = new Set<ConversationRow>()
  readonly #calls = new Set<string>()
  readonly #answered = new Set<string>()
  readonly #byReply = new Map<string, ConversationRow[]>()
  readonly #byCall = new Map<string, ConversationRow[]>()
  readonly #place: ReadonlyMap<ConversationRow, number>

  constructor(rows: readonly ConversationRow[], losses: Losses) {
    this.#rows = rows
    this.#losses = losses
    this.#place = new Map(rows.map((row, index) => [row, index]))
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
    this.#ordered.push(...kept)
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
        else this.#losses.add('repeated calls of a tool', 'their id stands in the conversation already')
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
    const open = ids.filter((id) => !this.#answered.has(id))
    if (open.length === 0) return
    this.#losses.add('added: results of calls', 'the commit ends before, or the transcript lacks, what the tool gave')
    for (const id of open) {
      this.#ordered.push(addedRow('user', [resultFor(id)]))
      this.#answered.add(id)
    }
  }

  #addUser(row: ConversationRow): void {
    this.#done.add(row)
    const blocks = row.blocks.filter((block) => !isResult(block) || this.#takes(textIn(block, 'tool_use_id')))
    if (blocks.length > 0 || row.role === 'boundary') this.#ordered.push({ ...row, blocks })
  }

  #takes(id: string | undefined): boolean {
    const isOpen = id !== undefined && this.#calls.has(id) && !this.#answered.has(id)
    if (isOpen) this.#answered.add(id)
    else this.#losses.add('results without a call', 'the API takes no result without its call, and only one for each')
    return isOpen
  }
}

const gather = (groups: Map<string, ConversationRow[]>, key: string, row: ConversationRow): void => {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [row])
  else group.push(row)
}

/** @returns rows in which every call is answered before anybody speaks again. */
export const orderRows = (rows: readonly ConversationRow[], losses: Losses): readonly ConversationRow[] => new RowOrder(rows, losses).run()
