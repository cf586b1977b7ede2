/** Estimated tokens of the rows of a conversation, by the weights of its model. */
import { blockTokens } from '../../conversation/block-tokens.ts'
import { contentBlocks } from '../../conversation/message-content.ts'
import type { ConversationRow } from '../../conversation/conversation-row.ts'
import type { TokenWeights } from '../../model/estimate-tokens.ts'
import { textIn, type JsonObject } from '../../model/json-object.ts'

/** What a message takes beside its content. */
const perRow = 4

const rowTokens = (weights: TokenWeights, { role, blocks, typed }: ConversationRow): number => {
  if (role === 'boundary') return 0
  const kind = role === 'assistant' ? 'response' : typed ? 'prompt' : 'injected'
  return blocks.reduce((sum, block) => sum + blockTokens(weights, block, kind), perRow)
}

export const tokensOfRows = (weights: TokenWeights, rows: readonly ConversationRow[]): number =>
  Math.ceil(rows.reduce((sum, row) => sum + rowTokens(weights, row), 0))

/** Characters of the rows, pictures and documents excluded. */
export const charsOfRows = (rows: readonly ConversationRow[]): number => {
  const charsOf = (block: JsonObject): number => {
    if (block['type'] === 'image' || block['type'] === 'document') return 0
    if (block['type'] === 'tool_result') return contentBlocks(block['content']).reduce((sum, part) => sum + charsOf(part), 0)
    if (block['type'] === 'tool_use') return (textIn(block, 'name') ?? '').length + JSON.stringify(block['input'] ?? {}).length
    return (textIn(block, 'text') ?? textIn(block, 'thinking') ?? '').length
  }
  return rows.reduce((sum, { blocks }) => sum + blocks.reduce((own, block) => own + charsOf(block), 0), 0)
}
