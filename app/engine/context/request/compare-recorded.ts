/** What a request is thought to have contained, beside what the client recorded of it: block by block, and message by message. */
import { assembledMessages } from '../../../assemble/assemble.ts'
import type { RecordedComparison } from '../../../contract/context.ts'
import { apiMessages } from '../../../conversation/api-messages.ts'
import type { ConversationRow } from '../../../conversation/conversation-row.ts'
import { validConversation } from '../../../export-forms/valid-conversation.ts'
import { objectsIn, textIn, type JsonObject } from '../../../model/json-object.ts'
import type { RequestRead } from './read-request.ts'
import { canonicalText, hashOf, recordedMessages, type RecordedMessage } from './recorded-request.ts'
import { TextParts } from './text-parts.ts'

const withoutReminder = (text: string): string => text.replace(/^\s*<system-reminder>\n?|\n?<\/system-reminder>\s*$/g, '').trim()

const textMark = 'text '

/** A reference to a tool is a text in an export. */
const asText = (part: JsonObject): JsonObject =>
  part['type'] === 'tool_reference' ? { type: 'text', text: `Tool loaded: ${textIn(part, 'tool_name') ?? 'unknown'}` } : part

/** The same for a text with and without the element that the client puts around reminders. */
const keyOf = (block: JsonObject): string => {
  if (block['type'] === 'text') return `${textMark}${withoutReminder(textIn(block, 'text') ?? '')}`
  const { content } = block
  return canonicalText(Array.isArray(content) ? { ...block, content: objectsIn(content).map(asText) } : block)
}

/** Messages that the client makes of records: a reply, the results of its calls, a prompt alone. */
const candidates = (rows: readonly ConversationRow[]): ReadonlyMap<string, readonly JsonObject[]> => {
  const known = new Map<string, readonly JsonObject[]>()
  const add = (role: string, content: readonly JsonObject[]): void => {
    known.set(hashOf({ role, content }), content)
    const [only] = content
    if (content.length === 1 && only?.['type'] === 'text') known.set(hashOf({ role, content: only['text'] }), content)
  }
  for (const { role, content } of apiMessages(rows)) {
    add(role, content)
    const results = content.filter(({ type }) => type === 'tool_result')
    if (results.length > 0 && results.length < content.length) add(role, results)
  }
  for (const { role, blocks } of rows) add(role, blocks)
  return known
}

const namesOf: Readonly<Record<string, string>> = {
  tool_result: 'tool result',
  tool_use: 'tool call',
  thinking: 'thinking',
  image: 'picture',
}

const kindOf = (role: string, block: JsonObject): string => {
  const type = String(block['type'])
  return type === 'text' ? `text of the ${role === 'assistant' ? 'model' : role}` : (namesOf[type] ?? type)
}

interface Sent {
  readonly kind: string
  readonly about: string
  /** Undefined: only a hash is recorded, and nothing that has it is known. */
  readonly key: string | undefined
}

const sentBy = ({ role, hash, content }: RecordedMessage, known: ReadonlyMap<string, readonly JsonObject[]>): readonly Sent[] => {
  const blocks = content ?? known.get(hash)
  if (blocks === undefined) return [{ kind: 'message of which only the hash is recorded', about: hash, key: undefined }]
  return blocks.map((block) => {
    const key = keyOf(block)
    return { kind: kindOf(role, block), about: key.slice(0, 120), key }
  })
}

/** The blocks of the items that are not found yet, each with its places in order. */
class Unfound {
  readonly #places = new Map<string, number[]>()
  #texts: TextParts | undefined

  add(key: string, at: number): void {
    const own = this.#places.get(key)
    if (own === undefined) this.#places.set(key, [at])
    else own.push(at)
  }

  get count(): number {
    return [...this.#places.values()].reduce((so, { length }) => so + length, 0)
  }

  /** The place of a block, of a text that consists of others the first of theirs. They are used up then. */
  take(key: string): number | undefined {
    const own = this.#places.get(key)?.shift()
    if (own !== undefined || !key.startsWith(textMark)) return own
    const parts = this.#known().of(key.slice(textMark.length), (text) => this.#places.get(textMark + text)?.length ?? 0) ?? []
    const places = parts.flatMap((text) => this.#places.get(textMark + text)?.shift() ?? [])
    return places.length === 0 ? undefined : Math.min(...places)
  }

  #known(): TextParts {
    const keys = [...this.#places.keys()].filter((key) => key.startsWith(textMark))
    this.#texts ??= new TextParts(keys.map((key) => key.slice(textMark.length)))
    return this.#texts
  }
}

interface BlockComparison {
  readonly equal: number
  readonly moved: number
  readonly differing: readonly Sent[]
  /** Blocks that the client did not send. */
  readonly notSent: number
}

/** @param blocks in the order in which they are thought to have been sent */
const compareBlocks = (sent: readonly Sent[], blocks: readonly JsonObject[]): BlockComparison => {
  const unfound = new Unfound()
  blocks.forEach((block, at) => unfound.add(keyOf(block), at))
  let last = -1
  let moved = 0
  const differing = sent.filter(({ key }) => {
    const at = key === undefined ? undefined : unfound.take(key)
    if (at === undefined) return true
    if (at < last) moved += 1
    else last = at
    return false
  })
  return { equal: sent.length - differing.length, moved, differing, notSent: unfound.count }
}

const kindsOf = (differing: readonly Sent[]): RecordedComparison['differing'] => differing.map(({ kind, about }) => ({ kind, about }))

/** Null: the client recorded nothing of this request. */
export const compareRecorded = ({ described, requestRef, conversation, items }: RequestRead): RecordedComparison | null => {
  const messages = recordedMessages(described, requestRef)
  if (messages === undefined) return null
  const known = candidates(conversation.rows)
  const sent = messages.flatMap((message) => sentBy(message, known))
  const ofItems = compareBlocks(
    sent,
    items.flatMap(({ sent: block }) => (block === undefined ? [] : [block])),
  )
  const ofAssembly = compareBlocks(
    sent,
    assembledMessages(conversation).flatMap(({ content }) => content),
  )
  const exported = new Set(apiMessages(validConversation(conversation).rows).map(({ role, content }) => hashOf({ role, content })))
  const inHistory = messages.filter(({ role }) => role !== 'system')
  const isExported = ({ hash, role, content }: RecordedMessage): boolean =>
    exported.has(hash) || (content !== undefined && exported.has(hashOf({ role, content })))
  return {
    blocks: sent.length,
    equal: ofItems.equal,
    moved: ofItems.moved,
    differing: kindsOf(ofItems.differing),
    notRecorded: ofItems.notSent,
    messages: inHistory.length,
    exported: inHistory.filter(isExported).length,
    assembled: { equal: ofAssembly.equal, moved: ofAssembly.moved, differing: kindsOf(ofAssembly.differing), notSent: ofAssembly.notSent },
  }
}
