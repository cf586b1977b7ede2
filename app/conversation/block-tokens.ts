/** Estimated tokens of the blocks of a message, by the weights of its model. */
import { mediaTokens, textTokens, type ContentKind, type TokenWeights } from '../model/estimate-tokens.ts'
import { textIn, type JsonObject } from '../model/json-object.ts'
import { contentBlocks } from './message-content.ts'

/** A document takes about as many characters as a tenth of its encoded bytes; its pages are sent as pictures and text. */
const documentShare = 0.1

const documentTokens = (weights: TokenWeights, block: JsonObject): number => {
  const source = block['source']
  const data = typeof source === 'object' && source !== null && 'data' in source && typeof source.data === 'string' ? source.data : ''
  return Math.max(mediaTokens, textTokens(weights, 'tool_result', data.length * documentShare))
}

/** Letters of which one is a token or more: Chinese, Japanese, Korean and what is written beyond them. */
const wide = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]/gu

/** The weights were fitted to texts in Latin letters and code. */
export const tokensOfText = (weights: TokenWeights, kind: ContentKind, text: string): number => {
  const letters = text.match(wide)?.length ?? 0
  return textTokens(weights, kind, text.length - letters) + letters
}

/** The signature contains the whole thinking, encrypted; the text is a summary of it, or nothing. */
const thinkingTokens = (weights: TokenWeights, block: JsonObject): number => {
  const signed = (textIn(block, 'signature') ?? '').length * 0.75
  return Math.max(tokensOfText(weights, 'thinking', textIn(block, 'thinking') ?? ''), textTokens(weights, 'thinking', signed))
}

const json = (value: unknown): string => JSON.stringify(value ?? {})

const resultTokens = (weights: TokenWeights, block: JsonObject): number =>
  contentBlocks(block['content']).reduce((sum, part) => sum + blockTokens(weights, part, 'tool_result'), 0)

/** @param kind what a text of the block is: a response, a prompt, or injected */
export const blockTokens = (weights: TokenWeights, block: JsonObject, kind: ContentKind): number => {
  switch (block['type']) {
    case 'text':
      return tokensOfText(weights, kind, textIn(block, 'text') ?? '')
    case 'thinking':
      return thinkingTokens(weights, block)
    case 'tool_use':
      return weights.per_call + tokensOfText(weights, 'tool_call', `${textIn(block, 'name') ?? ''}${json(block['input'])}`)
    case 'tool_result':
      return resultTokens(weights, block)
    case 'image':
      return mediaTokens
    case 'document':
      return documentTokens(weights, block)
    default:
      return tokensOfText(weights, kind, json(block))
  }
}
