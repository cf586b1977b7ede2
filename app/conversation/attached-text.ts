/** The text of an attachment for the model, as text of a user's message. The client announces some kinds by itself in every session. */
import { isObject, objectIn, objectsIn, textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import { contentBlocks } from './message-content.ts'

/** Kinds that describe the place, the time, the tools and the client itself: a resumed session receives them again. */
const ambient: ReadonlySet<string> = new Set([
  'environment',
  'model',
  'date',
  'session_context',
  'remote_session_change',
  'deferred_tools_delta',
  'deferred_tools_record',
  'agent_listing_delta',
  'skill_listing',
  'mcp_instructions_delta',
  'prompt_snapshot',
  'command_permissions',
  'task_reminder',
  'todo_reminder',
  'silent_turn_reminder',
  'date_change',
  'token_usage',
  'total_tokens',
  'budget_usd',
])

export type Attached =
  /** Blocks of a user's message. `typed`: a human's own words. */
  { readonly kind: 'text'; readonly blocks: readonly JsonObject[]; readonly typed: boolean } | { readonly kind: 'ambient' | 'unreadable' }

const text = (value: string): JsonObject => ({ type: 'text', text: value })

const reminder = (value: string): string =>
  value.trimStart().startsWith('<system-reminder>') ? value : `<system-reminder>\n${value}\n</system-reminder>`

/** A message that waited while the model worked: its own words, without what the client says around them. */
const queued = (attachment: JsonObject): readonly JsonObject[] => {
  const prompt = attachment['prompt']
  return prompt === '' ? [] : contentBlocks(prompt)
}

/** Texts that the client wrote down as it sent them. */
const rendered = (record: JsonObject): readonly string[] =>
  objectsIn(record['rendered']).flatMap(({ content }) => {
    if (typeof content === 'string') return [content]
    return objectsIn(content).flatMap((block) => textIn(block, 'text') ?? [])
  })

/** A file that was named in a prompt, as clients say it that do not write down what they send. */
const fileRead = (attachment: JsonObject): readonly string[] => {
  const file = objectIn(objectIn(attachment, 'content'), 'file')
  const path = textIn(attachment, 'filename')
  const content = file['content']
  if (path === undefined || typeof content !== 'string') return []
  const first = typeof file['startLine'] === 'number' ? file['startLine'] : 1
  const lines = content.split('\n').map((line, index) => `${first + index}\t${line}`)
  return [
    `Called the Read tool with the following input: ${JSON.stringify({ file_path: path })}`,
    `Result of calling the Read tool:\n${lines.join('\n')}`,
  ]
}

const hookOutput = (attachment: JsonObject): readonly string[] =>
  contentTexts(attachment).map((content) => `${textIn(attachment, 'hookName') ?? 'A'} hook success: ${content}`)

const fileEdited = (attachment: JsonObject): readonly string[] => [
  `${textIn(attachment, 'filename') ?? 'A file'} was modified:\n${textIn(attachment, 'snippet') ?? ''}`,
]

const instructionFile = (file: JsonObject): readonly string[] => {
  const [path, content] = [textIn(file, 'path'), textIn(file, 'content')]
  return path === undefined || content === undefined ? [] : [`Contents of ${path}:\n\n${content}`]
}

const contentTexts = ({ content }: JsonObject): readonly string[] => {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content]
  return parts.filter((part): part is string => typeof part === 'string' && part !== '')
}

/** The text of an attachment from clients that do not record what they send. */
const bare = (attachment: JsonObject): readonly string[] => {
  switch (attachment['type']) {
    case 'file':
      return fileRead(attachment)
    case 'hook_success':
      return hookOutput(attachment)
    case 'edited_text_file':
      return fileEdited(attachment)
    case 'instructions':
      return [...objectsIn(attachment['files']).flatMap(instructionFile), ...contentTexts(attachment)]
    default:
      return contentTexts(attachment)
  }
}

/** The client says that there are no instructions any more: the model receives no text. */
const isEmptyAnnouncement = ({ type, files }: JsonObject): boolean => type === 'instructions' && Array.isArray(files) && files.length === 0

/** @param record a line of type attachment. */
export const attachedText = (record: JsonObject): Attached => {
  const { attachment } = record
  if (!isObject(attachment)) return { kind: 'unreadable' }
  if (attachment['type'] === 'queued_command') {
    const blocks = queued(attachment)
    return blocks.length === 0 ? { kind: 'unreadable' } : { kind: 'text', blocks, typed: attachment['commandMode'] !== 'task-notification' }
  }
  if (ambient.has(textIn(attachment, 'type') ?? '')) return { kind: 'ambient' }
  const written = rendered(record)
  const texts = written.length > 0 ? written : bare(attachment)
  if (texts.length === 0) return { kind: isEmptyAnnouncement(attachment) ? 'ambient' : 'unreadable' }
  return { kind: 'text', blocks: texts.map((part) => text(reminder(part))), typed: false }
}
