/** The text of an attachment as the model received it, in parts by the files that they are from. */
import { largestRemainder } from '../model/largest-remainder.ts'
import { isObject, objectIn, objectsIn, textIn, type JsonObject } from '../model/json-object.ts'
import { attachedSizes, byFile, notSent, sizedPart, writtenDown, type AttachmentPart } from '../model/attachment-texts.ts'
import type { ContentSize } from '../model/text-size.ts'
import { attachedText } from './attached-text.ts'
import { attachmentText } from './attachment-block.ts'

const textsOf = (record: JsonObject): readonly string[] => {
  const written = writtenDown(record)
  if (written.length > 0 || record['rendered'] !== undefined) return written
  const attached = attachedText(record)
  if (attached.kind === 'text') return attached.blocks.flatMap((block) => textIn(block, 'text') ?? [])
  const text = attachmentText(record)
  return text === '' ? [] : [text]
}

interface File {
  readonly path: string
  readonly size: number
}

/** The files that an attachment lists with their content. */
const filesIn = (attachment: JsonObject): readonly File[] =>
  [...objectsIn(attachment['files']), ...objectsIn(attachment['memories'])].flatMap((file) => {
    const [path, content] = [textIn(file, 'path'), textIn(file, 'content') ?? textIn(objectIn(file, 'content'), 'content')]
    return path === undefined || content === undefined ? [] : [{ path, size: content.length }]
  })

/** One text of several files that does not say where each begins: by the sizes of the files. */
const bySizes = (text: string, files: readonly File[]): readonly AttachmentPart[] => {
  const lengths = largestRemainder(
    text.length,
    files.map(({ size }) => size),
  )
  let from = 0
  return files.map(({ path }, at) => {
    const part = { text: text.slice(from, from + (lengths[at] ?? 0)), path }
    from += lengths[at] ?? 0
    return part
  })
}

/** Nothing for an attachment that is not sent. */
const attachmentParts = (record: JsonObject): readonly AttachmentPart[] => {
  const { attachment } = record
  if (!isObject(attachment) || notSent.has(textIn(attachment, 'type') ?? '')) return []
  const texts = textsOf(record)
  const parts = texts.flatMap(byFile)
  const files = filesIn(attachment)
  if (files.length > 1 && texts.length > 0 && parts.every(({ path }) => path === null)) return bySizes(texts.join('\n'), files)
  return parts.filter(({ text }) => text !== '')
}

interface AttachedPart {
  readonly text: string
  readonly path: string | null
  readonly chars: number
  readonly size: ContentSize
}

/** What an attachment put in. Of clients that do not write down what they send, the sizes are those of the texts and files in it. */
export const sizedParts = (record: JsonObject): readonly AttachedPart[] => {
  const parts = attachmentParts(record)
  const isWritten = record['rendered'] !== undefined || objectIn(record, 'attachment')['type'] === 'queued_command'
  if (isWritten || parts.length === 0) return parts.map((part) => ({ ...part, ...sizesOf(sizedPart(part)) }))
  const whole = parts.map(({ text }) => text).join('\n')
  return attachedSizes(objectIn(record, 'attachment')).map((part) => ({
    text: parts.find(({ path }) => path === part.path)?.text ?? whole,
    path: part.path,
    ...sizesOf(part),
  }))
}

const sizesOf = ({ chars, wide }: { readonly chars: number; readonly wide: number }): Pick<AttachedPart, 'chars' | 'size'> => ({
  chars,
  size: { weighed: chars - wide, counted: wide },
})
