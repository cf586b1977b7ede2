/** What a page says of a conversation beside its words: who speaks, what a call is about, which result a call has. */
import type { Conversation } from './conversation.ts'
import type { ConversationRow } from './conversation-row.ts'
import type { JsonObject } from './json-object.ts'
import { objectIn, textIn } from './json-object.ts'

export interface PageHead {
  readonly title: string
  /** Name and value, as a list above the conversation. */
  readonly facts: readonly (readonly [string, string])[]
}

export type Speaker = 'Assistant' | 'Summary of what was before' | 'User' | 'Client'

export const speakerOf = (row: ConversationRow): Speaker => {
  if (row.role === 'assistant') return 'Assistant'
  if (row.isSummary) return 'Summary of what was before'
  return row.typed ? 'User' : 'Client'
}

/** Results of calls by the ids of the calls. */
export type Results = ReadonlyMap<string, JsonObject>

export const resultsIn = ({ rows }: Conversation): Results =>
  new Map(
    rows.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block['type'] === 'tool_result' ? [[textIn(block, 'tool_use_id') ?? '', block] as const] : [])),
    ),
  )

/** What a row says, but for results: they stand with their calls. */
export const ownBlocks = ({ blocks }: ConversationRow): readonly JsonObject[] => blocks.filter(({ type }) => type !== 'tool_result')

/** What a call is about, in a few words. */
export const subjectOf = (input: JsonObject): string => {
  const said = ['command', 'file_path', 'path', 'pattern', 'url', 'query', 'description', 'skill'].flatMap(
    (name) => textIn(input, name) ?? [],
  )
  const line = (said[0] ?? '').replaceAll(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

/** An image or a document: its kind and its size, bytes. */
export const mediaOf = (block: JsonObject): { readonly kind: string; readonly bytes: number; readonly data: string } => {
  const source = objectIn(block, 'source')
  const data = textIn(source, 'data') ?? ''
  return { kind: textIn(source, 'media_type') ?? 'unknown kind', bytes: Math.floor((data.length * 3) / 4), data }
}
