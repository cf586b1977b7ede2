/** Puts the long strings that somebody reads back into a record; of tool output only the length is kept. */
import { measured, restored, restoreParts } from '../skim/left-out-strings.ts'
import type { LeftOutStrings } from '../skim/left-out-strings.ts'
import { isObject } from './record-schema.ts'
import type { JsonObject } from './record-schema.ts'

/** What only the client reads: signatures of thinking, images, and what an attachment said to the model. */
const unreadInBlock = new Set(['signature', 'source'])
const unreadInAttachment = new Set(['rendered', 'content', 'systemPrompt', 'tools'])

type Restore = (value: unknown, strings: LeftOutStrings, key: string) => unknown

/** All that is read of a tool's result as the client keeps it. */
const readOfToolUseResult = new Set(['agentId', 'persistedOutputPath'])

/** Restores the own texts of an object, not what lies deeper. */
const shallow: Restore = (value, strings) => (typeof value === 'string' ? restored(value, strings) : value)

const parts =
  (restore: Restore): Restore =>
  (value, strings) => {
    if (isObject(value) || Array.isArray(value)) {
      restoreParts(value as Record<string, unknown>, strings, restore)
      return value
    }
    return restored(value, strings)
  }

/** A block of a tool's output: of its text only the length is read. */
const inOutputBlock: Restore = (value, strings, key) => (key === 'text' ? measured(value, strings) : shallow(value, strings, key))

const output: Restore = (value, strings) =>
  Array.isArray(value) ? parts(parts(inOutputBlock))(value, strings, '') : measured(value, strings)

const inToolResult: Restore = (value, strings, key) => (key === 'content' ? output(value, strings, key) : restored(value, strings))
const inBlock: Restore = (value, strings, key) => (unreadInBlock.has(key) ? value : restored(value, strings))

const isToolResult = (value: unknown, strings: LeftOutStrings): boolean =>
  isObject(value) && restored(value['type'], strings) === 'tool_result'

const block: Restore = (value, strings, key) => parts(isToolResult(value, strings) ? inToolResult : inBlock)(value, strings, key)

const inMessage: Restore = (value, strings, key) => (key === 'content' ? parts(block)(value, strings, key) : restored(value, strings))
const message = parts(inMessage)

const inToolUseResult: Restore = (value, strings, key) => (readOfToolUseResult.has(key) ? restored(value, strings) : value)

const inAttachment: Restore = (value, strings, key) => (unreadInAttachment.has(key) ? value : restored(value, strings))

/** What an agent_progress record carries is a record of its own. */
const inProgress: Restore = (value, strings, key) => (key === 'message' ? record(value, strings, key) : shallow(value, strings, key))

/** How to restore the fields of which not everything is read. */
const byField: ReadonlyMap<string, Restore> = new Map([
  ['message', message],
  ['toolUseResult', parts(inToolUseResult)],
  ['attachment', parts(inAttachment)],
  ['data', parts(inProgress)],
])

const inRecord: Restore = (value, strings, key) => (byField.get(key) ?? restored)(value, strings, key)
const record: Restore = (value, strings, key) => parts(inRecord)(value, strings, key)

/** @param json the record with stand-ins; what is read of it is restored in place. */
export const restoreRecord = (json: JsonObject, strings: LeftOutStrings): void => {
  record(json, strings, '')
}
