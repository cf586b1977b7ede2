/** Puts unread texts in the places of a record's short form where only lengths stand, so that a length is not taken for a number. */
import { UnreadText } from '../skim/unread-text.ts'
import { isObject } from './record-schema.ts'

/** A part of an object or a list that stands for a text. */
const readLength = (whole: Record<string, unknown>, key: string): void => {
  const part = whole[key]
  if (typeof part === 'number') whole[key] = new UnreadText(part)
}

const inOutput = (block: Record<string, unknown>): void => {
  readLength(block, 'content')
  const output = block['content']
  if (Array.isArray(output)) for (const part of output as readonly unknown[]) if (isObject(part)) readLength(part, 'text')
}

const inContent = (content: unknown): void => {
  if (Array.isArray(content)) for (const block of content as readonly unknown[]) if (isObject(block)) inOutput(block)
}

/** @param record as read-fields.ts selects it; an agent_progress record carries another. */
export const readLengths = (record: Readonly<Record<string, unknown>>): void => {
  const { message, attachment, data } = record
  if (isObject(message)) inContent(message['content'])
  if (isObject(attachment)) inContent(attachment['prompt'])
  if (isObject(data) && isObject(data['message'])) readLengths(data['message'])
}
