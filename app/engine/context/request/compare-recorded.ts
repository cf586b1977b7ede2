/** What a request is thought to have contained, beside what the client recorded of it: block by block, and message by message. */
import type { RecordedComparison } from '../../../contract/context.ts'
import { apiMessages } from '../../../conversation/api-messages.ts'
import type { ConversationRow } from '../../../conversation/conversation-row.ts'
import { objectsIn, textIn, type JsonObject } from '../../../model/json-object.ts'
import type { RequestRead } from './read-request.ts'
import { canonicalText, hashOf, recordedMessages, type RecordedMessage } from './recorded-request.ts'

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

/** The place of the first of the texts that a text consists of, and nothing else; undefined: it has other words. They are used up then. */
const placeOfParts = (whole: string, places: ReadonlyMap<string, number[]>): number | undefined => {
  if (!whole.startsWith(textMark)) return undefined
  const parts: string[] = []
  let rest = whole.slice(textMark.length)
  for (const [key, at] of places) {
    const part = key.slice(textMark.length)
    if (!key.startsWith(textMark) || part === '' || at.length === 0 || !rest.includes(part)) continue
    rest = rest.replace(part, () => '')
    parts.push(key)
  }
  if (rest.trim() !== '' || parts.length === 0) return undefined
  return Math.min(...parts.flatMap((key) => places.get(key)?.shift() ?? []))
}

/** Null: the client recorded nothing of this request. */
export const compareRecorded = ({ described, requestRef, conversation, items }: RequestRead): RecordedComparison | null => {
  const messages = recordedMessages(described, requestRef)
  if (messages === undefined) return null
  const known = candidates(conversation.rows)
  const sent = messages.flatMap((message) => sentBy(message, known))
  const places = new Map<string, number[]>()
  items.forEach(({ sent: block }, at) => {
    if (block === undefined) return
    const key = keyOf(block)
    const own = places.get(key)
    if (own === undefined) places.set(key, [at])
    else own.push(at)
  })
  let last = -1
  let moved = 0
  const place = (key: string): number | undefined => places.get(key)?.shift() ?? placeOfParts(key, places)
  const differing = sent.filter(({ key }) => {
    const at = key === undefined ? undefined : place(key)
    if (at === undefined) return true
    if (at < last) moved += 1
    else last = at
    return false
  })
  const left = [...places.values()].flat().length
  const exported = new Set(apiMessages(conversation.rows).map(({ role, content }) => hashOf({ role, content })))
  const inHistory = messages.filter(({ role }) => role !== 'system')
  const isExported = ({ hash, role, content }: RecordedMessage): boolean =>
    exported.has(hash) || (content !== undefined && exported.has(hashOf({ role, content })))
  return {
    blocks: sent.length,
    equal: sent.length - differing.length,
    moved,
    differing: differing.map(({ kind, about }) => ({ kind, about })),
    notRecorded: left,
    messages: inHistory.length,
    exported: inHistory.filter(isExported).length,
  }
}
