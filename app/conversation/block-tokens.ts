/** Estimated tokens of the blocks of a message, by the weights of its model. */
import { sizeTokens, type ContentKind, type TokenWeights } from '../model/estimate-tokens.ts'
import { textIn, type JsonObject } from '../model/json-object.ts'
import { sizeOfCall, sizeOfMedia, sizeOfResult, sizeOfText, sizeOfThinking } from '../model/text-size.ts'

export const tokensOfText = (weights: TokenWeights, kind: ContentKind, text: string): number => sizeTokens(weights, kind, sizeOfText(text))

const json = (value: unknown): string => JSON.stringify(value ?? {})

/** @param kind what a text of the block is: a response, a prompt, or injected */
export const blockTokens = (weights: TokenWeights, block: JsonObject, kind: ContentKind): number => {
  const media = sizeOfMedia(block)
  if (media !== undefined) return sizeTokens(weights, kind, media)
  switch (block['type']) {
    case 'text':
      return tokensOfText(weights, kind, textIn(block, 'text') ?? '')
    case 'thinking':
      return sizeTokens(weights, 'thinking', sizeOfThinking(block))
    case 'tool_use':
      return weights.per_call + sizeTokens(weights, 'tool_call', sizeOfCall(textIn(block, 'name') ?? '', json(block['input'])))
    case 'tool_result':
      return sizeTokens(weights, 'tool_result', sizeOfResult(block['content']))
    default:
      return tokensOfText(weights, kind, json(block))
  }
}
