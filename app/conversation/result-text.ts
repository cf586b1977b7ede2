/** The text of a tool result, also where the service that ran the tool wrote blocks of other kinds than text. */
import { isObject, textIn, type JsonObject } from '../model/json-object.ts'
import { textOf } from '../model/record.ts'

/** These are shown as what they are. */
const shownApart: ReadonlySet<unknown> = new Set(['image', 'document'])

const wordsOf = (block: JsonObject): string => {
  const error = textIn(block, 'error_code')
  if (error !== undefined) return error
  const texts = ['tool_name', 'title', 'url', 'stdout', 'stderr', 'text'].flatMap((name) => textIn(block, name) ?? [])
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(block, null, 2)
}

/** Text, else references to tools, pages that were found, output of code, or the code of an error. */
export const resultWords = (content: unknown): string => {
  const text = textOf(content)
  if (text !== undefined) return text
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return blocks
    .filter((block): block is JsonObject => isObject(block) && !shownApart.has(block['type']))
    .map(wordsOf)
    .join('\n')
}

/** Whether the service that ran the tool says by the type of the result that it failed. */
export const isServerError = (content: unknown): boolean => isObject(content) && (textIn(content, 'type') ?? '').endsWith('_error')
