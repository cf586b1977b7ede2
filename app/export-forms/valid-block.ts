/** One block of a message as the API accepts it there. What it does not accept becomes text, so that nothing is lost. */
import { isObject, textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import type { Losses } from '../model/losses.ts'
import { contentBlocks } from '../conversation/message-content.ts'
import { mediaAsText, validMedia } from './valid-media.ts'

export interface ValidNames {
  readonly callId: (id: string) => string
  readonly toolName: (name: string) => string
}

const noWords = /^\s*$/

const text = (value: string): JsonObject => ({ type: 'text', text: value })

const isText = ({ type }: JsonObject): boolean => type === 'text'
const isMedia = ({ type }: JsonObject): boolean => type === 'image' || type === 'document'

/** A block that has no place in the message, as JSON. */
export const blockAsText = (block: JsonObject, losses: Losses): JsonObject => {
  losses.add('changed: blocks that the API does not accept there', 'each is text here, as JSON')
  return text(JSON.stringify(block))
}

const withoutMarks = (block: JsonObject): JsonObject =>
  'cache_control' in block ? Object.fromEntries(Object.entries(block).filter(([name]) => name !== 'cache_control')) : block

const textBlock = (block: JsonObject): readonly JsonObject[] => {
  const content = block['text']
  if (typeof content !== 'string' || noWords.test(content)) return []
  if (!('citations' in block) || Array.isArray(block['citations'])) return [block]
  return [Object.fromEntries(Object.entries(block).filter(([name]) => name !== 'citations'))]
}

const isSearchResult = (block: JsonObject): boolean =>
  block['type'] === 'search_result' &&
  textIn(block, 'source') !== undefined &&
  textIn(block, 'title') !== undefined &&
  Array.isArray(block['content']) &&
  block['content'].length > 0 &&
  block['content'].every((part) => isObject(part) && part['type'] === 'text' && !noWords.test(textIn(part, 'text') ?? ''))

/** Blocks that a user's message and a result may contain besides results. */
const sendableBlock = (block: JsonObject, losses: Losses): readonly JsonObject[] => {
  if (isText(block)) return textBlock(block)
  if (isMedia(block)) return [validMedia(block, losses)]
  return [isSearchResult(block) ? block : blockAsText(block, losses)]
}

const inputOf = (block: JsonObject, losses: Losses): JsonObject => {
  const { input } = block
  if (isObject(input)) return input
  if (input === undefined) return {}
  losses.add('changed: inputs of calls', 'the API accepts objects only; each value is the field “input” of an object here')
  return { input }
}

const call = (block: JsonObject, { callId, toolName }: ValidNames, losses: Losses): JsonObject => ({
  ...block,
  id: callId(typeof block['id'] === 'string' ? block['id'] : ''),
  name: toolName(typeof block['name'] === 'string' ? block['name'] : ''),
  input: inputOf(block, losses),
})

/** The field stays where it is a flag, also where it is false, as the client sent it. */
const withErrorFlag = (block: JsonObject): JsonObject => {
  const { is_error: isError, ...rest } = block
  return isError === undefined || typeof isError === 'boolean' ? block : rest
}

/** A failed result is text alone; its pictures follow the results. */
const failedResult = (block: JsonObject, content: unknown, losses: Losses): readonly JsonObject[] => {
  const blocks = contentBlocks(content)
  const texts = blocks.filter(isText).filter((part) => textBlock(part).length > 0)
  const others = blocks.filter((part) => !isText(part))
  if (others.length > 0) losses.add('moved: pictures of failed results', 'the API accepts text alone in a failed result; they follow it')
  if (texts.length === 0) losses.add('added: texts of failed results', 'the API accepts no failed result without text')
  const validContent = texts.length === 0 ? 'The tool reported an error without a text.' : typeof content === 'string' ? content : texts
  return [{ ...block, content: validContent, is_error: true }, ...others]
}

const result = (block: JsonObject, { callId }: ValidNames, losses: Losses): readonly JsonObject[] => {
  const { content } = block
  const own = { ...withErrorFlag(block), tool_use_id: callId(typeof block['tool_use_id'] === 'string' ? block['tool_use_id'] : '') }
  const validContent =
    content === null || content === undefined || typeof content === 'string'
      ? (content ?? '')
      : contentBlocks(content).flatMap((part) => sendableBlock(withoutMarks(part), losses))
  return block['is_error'] === true ? failedResult(own, validContent, losses) : [{ ...own, content: validContent }]
}

/** A block of a user's message. */
export const userBlock = (written: JsonObject, names: ValidNames, losses: Losses): readonly JsonObject[] => {
  const block = withoutMarks(written)
  return block['type'] === 'tool_result' ? result(block, names, losses) : sendableBlock(block, losses)
}

const thinking = (block: JsonObject, losses: Losses): readonly JsonObject[] => {
  if (block['type'] === 'thinking' && typeof block['thinking'] === 'string' && textIn(block, 'signature') !== undefined) return [block]
  if (block['type'] === 'redacted_thinking' && textIn(block, 'data') !== undefined) return [block]
  losses.add('thinking that the API cannot read', 'it has no text, no signature or no data')
  return []
}

/** A block of a reply. Calls that the service runs stay here: whether they are complete is a question of the whole reply. */
export const replyBlock = (written: JsonObject, names: ValidNames, losses: Losses): readonly JsonObject[] => {
  const block = withoutMarks(written)
  const type = String(block['type'])
  if (isText(block)) return textBlock(block)
  if (type === 'thinking' || type === 'redacted_thinking') return thinking(block, losses)
  if (type === 'tool_use') return [call(block, names, losses)]
  if (type === 'server_tool_use') return [{ ...block, input: inputOf(block, losses) }]
  if (type.endsWith('_tool_result')) return [block]
  return [isMedia(block) ? mediaAsText(block, losses) : blockAsText(block, losses)]
}
