/** The rows of one reply as the API accepts them: calls that the service ran are complete, and thinking is not its end. */
import type { ConversationRow } from '../conversation/conversation-row.ts'
import { textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import type { Losses } from '../model/losses.ts'
import { blockAsText } from './valid-block.ts'

type Reply = readonly ConversationRow[]

const isThought = (block: JsonObject): boolean => block['type'] === 'thinking' || block['type'] === 'redacted_thinking'
const isServerCall = (block: JsonObject): boolean => block['type'] === 'server_tool_use'

/** The API accepts results of other services only with a declaration of the service, which no transcript has. */
const isServerResult = (block: JsonObject): boolean => {
  const type = String(block['type'])
  return type.endsWith('_tool_result') && type !== 'mcp_tool_result'
}

const hasContent = ({ content }: JsonObject): boolean => typeof content === 'object' && content !== null

/** Calls of the service and their results in this reply: each result answers the nearest call with its id before it. */
const pairsIn = (blocks: readonly JsonObject[]): ReadonlyMap<JsonObject, string> => {
  const open = new Map<string, JsonObject>()
  const pairs = new Map<JsonObject, string>()
  for (const block of blocks) {
    if (isServerCall(block) && textIn(block, 'name') !== undefined) open.set(textIn(block, 'id') ?? '', block)
    if (!isServerResult(block) || !hasContent(block)) continue
    const id = textIn(block, 'tool_use_id') ?? ''
    const call = open.get(id)
    if (call === undefined) continue
    open.delete(id)
    const key = `${pairs.size}\0${id}`
    pairs.set(call, key)
    pairs.set(block, key)
  }
  return pairs
}

const isOfService = (block: JsonObject): boolean => isServerCall(block) || String(block['type']).endsWith('_tool_result')

/** @param serverId gives each pair an id; it is asked with the written id. */
const withServerCalls = (reply: Reply, serverId: (id: string) => string, losses: Losses): Reply => {
  const blocks = reply.flatMap((row) => row.blocks)
  if (!blocks.some(isOfService)) return reply
  const pairs = pairsIn(blocks)
  const ids = new Map([...new Set(pairs.values())].map((key) => [key, serverId(key.slice(key.indexOf('\0') + 1))]))
  return reply.map((row) => ({
    ...row,
    blocks: row.blocks.map((block) => {
      if (!isOfService(block)) return block
      const id = ids.get(pairs.get(block) ?? '')
      if (id === undefined) return blockAsText(block, losses)
      return isServerCall(block) ? { ...block, id } : { ...block, tool_use_id: id }
    }),
  }))
}

const withoutLastThought = (reply: Reply, losses: Losses): Reply => {
  const blocks = reply.flatMap((row) => row.blocks)
  const end = blocks.map(isThought).lastIndexOf(false) + 1
  if (end === blocks.length) return reply
  losses.add('thinking at the end of a reply', 'the API accepts no reply that ends with thinking', blocks.length - end)
  let at = 0
  return reply.map((row) => {
    const kept = row.blocks.slice(0, Math.max(0, end - at))
    at += row.blocks.length
    return { ...row, blocks: kept }
  })
}

/** @param serverId gives an id for a call that the service ran; it is asked once for each call. */
export const validReply = (reply: Reply, serverId: (id: string) => string, losses: Losses): Reply =>
  withoutLastThought(withServerCalls(reply, serverId, losses), losses)
