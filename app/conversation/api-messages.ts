/** A conversation as messages of the Messages API: users and assistants in turns, results before words. */
import type { ConversationRow } from './conversation-row.ts'
import type { JsonObject } from '../model/json-object.ts'

export interface ApiMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly JsonObject[]
}

const isResult = (block: JsonObject): boolean => block['type'] === 'tool_result'
const isText = (block: JsonObject | undefined): block is JsonObject & { readonly text: string } =>
  block?.['type'] === 'text' && typeof block['text'] === 'string'

/** The API puts texts side by side: those of two records are parted by the end of a line, as the client does it. */
const joined = (before: readonly JsonObject[], next: readonly JsonObject[]): readonly JsonObject[] => {
  const last = before.at(-1)
  if (!isText(last) || !isText(next[0])) return [...before, ...next]
  return [...before.slice(0, -1), { ...last, text: `${last.text}\n` }, ...next]
}

const resultsFirst = (blocks: readonly JsonObject[]): readonly JsonObject[] => [
  ...blocks.filter(isResult),
  ...blocks.filter((block) => !isResult(block)),
]

/** The rows of one side until the other side speaks. */
const turns = (rows: readonly ConversationRow[]): readonly ConversationRow[][] => {
  const groups: ConversationRow[][] = []
  for (const row of rows) {
    if (row.role === 'boundary') continue
    const last = groups.at(-1)
    if (last?.[0]?.role === row.role) last.push(row)
    else groups.push([row])
  }
  return groups
}

export const apiMessages = (rows: readonly ConversationRow[]): readonly ApiMessage[] =>
  turns(rows).map((group) => {
    if (group[0]?.role === 'assistant') return { role: 'assistant', content: group.flatMap(({ blocks }) => blocks) }
    const content = group.map(({ blocks }) => blocks).reduce<readonly JsonObject[]>(joined, [])
    return { role: 'user', content: resultsFirst(content) }
  })
