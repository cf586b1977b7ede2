/** The content of a message as blocks, from any form that clients write. */
import { isObject } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'

const textBlock = (text: string): JsonObject => ({ type: 'text', text })

/** An object without a type is a text when it has one; any other is shown as JSON. */
const objectBlock = (value: JsonObject): JsonObject => {
  if (typeof value['type'] === 'string') return value
  return textBlock(typeof value['text'] === 'string' ? value['text'] : JSON.stringify(value))
}

const partBlocks = (part: unknown): readonly JsonObject[] => {
  if (part === null || part === undefined) return []
  if (typeof part === 'string') return [textBlock(part)]
  if (Array.isArray(part)) return contentBlocks(part)
  return [isObject(part) ? objectBlock(part) : textBlock(JSON.stringify(part))]
}

/** Blocks of a list, of one block, of a text, or of a list of texts; nothing for null. Every block has a type. */
export const contentBlocks = (content: unknown): readonly JsonObject[] =>
  Array.isArray(content) ? content.flatMap(partBlocks) : partBlocks(content)

/** The content of the message of a record; some writers put a text in place of the message. */
export const messageContent = (record: JsonObject): unknown => {
  const { message } = record
  return isObject(message) ? message['content'] : typeof message === 'string' ? message : undefined
}
