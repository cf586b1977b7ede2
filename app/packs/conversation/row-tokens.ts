/** Estimated tokens of the rows of a conversation, by the weights of its model. */
import { contentBlocks } from '../../conversation/message-content.ts'
import type { ConversationRow } from '../../conversation/conversation-row.ts'
import { mediaTokens, textTokens, type ContentKind, type TokenWeights } from '../../model/estimate-tokens.ts'
import { textIn, type JsonObject } from '../../model/json-object.ts'

/** A document takes about as many characters as a tenth of its encoded bytes; its pages are sent as pictures and text. */
const documentShare = 0.1

const documentTokens = (weights: TokenWeights, block: JsonObject): number => {
  const source = block['source']
  const data = typeof source === 'object' && source !== null && 'data' in source && typeof source.data === 'string' ? source.data : ''
  return Math.max(mediaTokens, textTokens(weights, 'tool_result', data.length * documentShare))
}

/** The signature contains the whole thinking, encrypted; the text is a summary of it, or nothing. */
const thinkingTokens = (weights: TokenWeights, block: JsonObject): number => {
  const [shown, signed] = [(textIn(block, 'thinking') ?? '').length, (textIn(block, 'signature') ?? '').length * 0.75]
  return textTokens(weights, 'thinking', Math.max(shown, signed))
}

const json = (value: unknown): string => JSON.stringify(value ?? {})

const resultTokens = (weights: TokenWeights, block: JsonObject): number =>
  contentBlocks(block['content']).reduce((sum, part) => sum + blockTokens(weights, part, 'tool_result'), 0)

const blockTokens = (weights: TokenWeights, block: JsonObject, kind: ContentKind): number => {
  switch (block['type']) {
    case 'text':
      return textTokens(weights, kind, (textIn(block, 'text') ?? '').length)
    case 'thinking':
      return thinkingTokens(weights, block)
    case 'tool_use':
      return weights.per_call + textTokens(weights, 'tool_call', (textIn(block, 'name') ?? '').length + json(block['input']).length)
    case 'tool_result':
      return resultTokens(weights, block)
    case 'image':
      return mediaTokens
    case 'document':
      return documentTokens(weights, block)
    default:
      return textTokens(weights, kind, json(block).length)
  }
}

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
    if (block['type'] === 'tool_use') return (textIn(block, 'name') ?? '').length + json(block['input']).length
    return (textIn(block, 'text') ?? textIn(block, 'thinking') ?? '').length
  }
  return rows.reduce((sum, { blocks }) => sum + blocks.reduce((own, block) => own + charsOf(block), 0), 0)
}
