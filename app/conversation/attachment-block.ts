/** An attachment of the client to a message, as a block to read: files, output of hooks, diagnostics, notices. */
import type { ConversationBlock } from '../contract/reader.ts'
import { isObject, objectIn, objectsIn, textIn, type JsonObject } from '../model/json-object.ts'
import { shownChars } from './media-blocks.ts'

/** These are prompts: they are read as such. */
const prompts: ReadonlySet<string> = new Set(['queued_command'])

/** The texts that the client wrote down as it sent them, without the element around each. */
const rendered = (record: JsonObject): readonly string[] =>
  objectsIn(record['rendered']).flatMap(({ content }) => {
    const texts = typeof content === 'string' ? [content] : objectsIn(content).flatMap((block) => textIn(block, 'text') ?? [])
    return texts.map(withoutReminder)
  })

const withoutReminder = (text: string): string => text.replace(/^\s*<system-reminder>\n?|\n?<\/system-reminder>\s*$/g, '')

/** A text, the texts of a list, or those of a list of blocks. */
const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((part: unknown) => (typeof part === 'string' ? [part] : isObject(part) ? (textIn(part, 'text') ?? []) : []))
}

const diagnosticsOf = (files: unknown): readonly string[] =>
  objectsIn(files).flatMap((file) => [
    textIn(file, 'uri') ?? textIn(file, 'file') ?? 'A file',
    ...objectsIn(file['diagnostics']).map((one) => {
      const start = objectIn(objectIn(one, 'range'), 'start')
      const line = typeof start['line'] === 'number' ? ` line ${start['line'] + 1}:` : ''
      return ` ${textIn(one, 'severity') ?? 'Note'}:${line} ${textIn(one, 'message') ?? ''}`
    }),
  ])

const itemsOf = (items: unknown): readonly string[] =>
  objectsIn(items).map((item) => {
    const words = textIn(item, 'content') ?? textIn(item, 'subject') ?? textIn(item, 'description') ?? ''
    return [textIn(item, 'name') ?? textIn(item, 'status'), words].filter((part) => part !== undefined && part !== '').join(': ')
  })

/** Fields that contain the text of an attachment, the most informative first. */
const fields = [
  'snippet',
  'stdout',
  'stderr',
  'blockingError',
  'text',
  'message',
  'prompt',
  'planContent',
  'addedLines',
  'systemPrompt',
] as const

const fileText = (attachment: JsonObject): readonly string[] => {
  const content = attachment['content']
  if (!isObject(content)) return []
  const file = objectIn(content, 'file')
  return textsOf(file['content'] ?? content['content'])
}

/** The text of an attachment when the client did not record what it sent. */
const bare = (attachment: JsonObject): readonly string[] => {
  const diagnostics = diagnosticsOf(attachment['files'])
  if (diagnostics.length > 0) return diagnostics
  const content = [...fileText(attachment), ...textsOf(attachment['content'])]
  if (content.some((text) => text.trim() !== '')) return content
  const said = fields.flatMap((name) => textsOf(attachment[name]))
  if (said.some((text) => text.trim() !== '')) return said
  const error = objectIn(attachment, 'blockingError')
  return [...textsOf(error['blockingError']), ...itemsOf(attachment['content']), ...itemsOf(attachment['entries'])]
}

const subjectNames = ['displayPath', 'filename', 'path', 'planFilePath', 'hookName', 'uri', 'name', 'commandName', 'date'] as const

const subjectOf = (attachment: JsonObject): string | null => {
  const name = subjectNames.find((each) => textIn(attachment, each) !== undefined)
  return name === undefined ? null : (textIn(attachment, name) ?? null)
}

/** The whole text of an attachment; empty: it carries none, or it is a prompt. */
export const attachmentText = (record: JsonObject): string => {
  const { attachment } = record
  if (!isObject(attachment) || prompts.has(textIn(attachment, 'type') ?? '')) return ''
  const written = rendered(record)
  return (written.length > 0 ? written : bare(attachment)).join('\n').trim()
}

/** The block of an attachment that carries content. */
export const attachmentBlock = (record: JsonObject): Extract<ConversationBlock, { readonly kind: 'attached' }> | undefined => {
  const text = attachmentText(record)
  if (text === '') return undefined
  const attachment = objectIn(record, 'attachment')
  const type = textIn(attachment, 'type') ?? 'attachment'
  return { kind: 'attached', type, subject: subjectOf(attachment), text: text.slice(0, shownChars), chars: text.length }
}
