/**
 * Makes any conversation one that the Messages API accepts, and reports each change. It changes what the API would refuse and nothing else;
 * a value that has no place in a request stays as text.
 */
import type { Conversation } from '../conversation/conversation.ts'
import { addedRow } from '../conversation/conversation-row.ts'
import type { ConversationRow } from '../conversation/conversation-row.ts'
import { textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import { Losses } from '../model/losses.ts'
import { replyBlock, userBlock } from './valid-block.ts'
import type { ValidNames } from './valid-block.ts'
import { callIds, serverIds, toolNames } from './valid-names.ts'
import { validReply } from './valid-reply.ts'
import { wellFormed } from './well-formed.ts'

export interface ValidConversation extends Conversation {
  /** The name of a tool as the conversation has it. */
  readonly toolName: (name: string) => string
}

type Rows = readonly ConversationRow[]

const textsOf = (rows: Rows, ...fields: readonly string[]): ReadonlySet<string> =>
  new Set(rows.flatMap(({ blocks }) => blocks.flatMap((block) => fields.flatMap((field) => textIn(block, field) ?? []))))

const namesOfCalls = (rows: Rows): ReadonlySet<string> =>
  new Set(rows.flatMap(({ blocks }) => blocks.flatMap((block) => (block['type'] === 'tool_use' ? (textIn(block, 'name') ?? []) : []))))

/** Rows of one reply together, any other row alone. */
const replies = (rows: Rows): readonly Rows[] => {
  const groups: ConversationRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)?.at(-1)
    const isSame = row.role === 'assistant' && last?.role === 'assistant' && row.messageId !== undefined && row.messageId === last.messageId
    if (isSame) groups.at(-1)?.push(row)
    else groups.push([row])
  }
  return groups
}

const hasContent = ({ role, blocks }: ConversationRow): boolean => role === 'boundary' || blocks.length > 0

/** A text stays a text only while it is the one block of its message. */
const withBlocks = (row: ConversationRow, blocks: readonly JsonObject[]): ConversationRow => ({
  ...row,
  blocks,
  isPlain: row.isPlain && blocks.length === 1 && blocks[0]?.['type'] === 'text',
})

const firstWords = '(This conversation begins with the reply that follows.)'

/** The API accepts a conversation that a user began. */
const begun = (rows: Rows, losses: Losses): Rows => {
  const at = rows.findIndex(({ role }) => role !== 'boundary')
  if (rows[at]?.role !== 'assistant') return rows
  losses.add('added: a first message', 'the conversation begins with a reply, and the API accepts only one that a user began')
  return [...rows.slice(0, at), addedRow('user', [{ type: 'text', text: firstWords }]), ...rows.slice(at)]
}

/** The API refuses a last reply that ends with white space, because it would continue that reply. */
const trimmedEnd = (rows: Rows): Rows => {
  const last = rows.at(-1)
  const block = last?.blocks.at(-1)
  if (last?.role !== 'assistant' || block?.['type'] !== 'text') return rows
  const end = { ...block, text: (textIn(block, 'text') ?? '').trimEnd() }
  return [...rows.slice(0, -1), withBlocks(last, [...last.blocks.slice(0, -1), end])]
}

const blocksOf = (row: ConversationRow, names: ValidNames, losses: Losses): readonly JsonObject[] =>
  row.blocks.flatMap((block) => {
    const sound = wellFormed(block, losses)
    return row.role === 'assistant' ? replyBlock(sound, names, losses) : userBlock(sound, names, losses)
  })

/** @param conversation rows in the order of the API, calls and results paired. */
export const validConversation = (conversation: Conversation): ValidConversation => {
  const losses = new Losses()
  const { rows } = conversation
  const ids = textsOf(rows, 'id', 'tool_use_id')
  const toolName = toolNames(namesOfCalls(rows), losses)
  const serverId = serverIds(ids, losses)
  const names = { callId: callIds(ids, losses), toolName }
  const sound = rows.map((row) => (row.role === 'boundary' ? row : withBlocks(row, blocksOf(row, names, losses))))
  const complete = replies(sound)
    .flatMap((reply) => (reply[0]?.role === 'assistant' ? validReply(reply, serverId, losses) : reply))
    .filter(hasContent)
  return { ...conversation, rows: trimmedEnd(begun(complete, losses)), lost: [...conversation.lost, ...losses.list()], toolName }
}
