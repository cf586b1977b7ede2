/** Pictures and documents as the API accepts them. Their bytes decide the type, not the type that the block names. */
import { contentBlocks } from '../conversation/message-content.ts'
import { isObject, objectIn, textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import type { Losses } from '../model/losses.ts'

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The first bytes of every kind that the API accepts, as Latin-1. */
const kinds: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^\u0089PNG\r\n\u001a\n/],
  ['image/jpeg', /^\u00ff\u00d8\u00ff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['application/pdf', /^%PDF-/],
]

const kindOf = (bytes: Uint8Array): string | undefined => {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return kinds.find(([, magic]) => magic.test(start))?.[0]
}

/** The bytes of a source in base64; undefined when there are none or the text is no base64. */
const bytesOf = (source: JsonObject): Buffer | undefined => {
  const data = textIn(source, 'data')?.replaceAll(/\s+/g, '')
  return data === undefined || !base64.test(data) ? undefined : Buffer.from(data, 'base64')
}

const utf8 = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.trim() === '' || text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

const described = (block: JsonObject): string => {
  const source = objectIn(block, 'source')
  const size = bytesOf(source)?.length
  const known = [
    textIn(source, 'media_type') ?? [],
    textIn(source, 'url') ?? textIn(source, 'file_id') ?? [],
    size === undefined ? [] : `${size} bytes`,
  ].flat()
  return `[${String(block['type'])} that cannot be sent${known.length === 0 ? '' : `: ${known.join(', ')}`}]`
}

/** A picture or document in words. */
export const mediaAsText = (block: JsonObject, losses: Losses): JsonObject => {
  losses.add(
    `changed: ${String(block['type'])}s that the API refuses`,
    'empty, unreadable, of another kind or elsewhere; a text describes each',
  )
  return { type: 'text', text: described(block) }
}

const ofBytes = (block: JsonObject, bytes: Buffer, losses: Losses): JsonObject => {
  const kind = kindOf(bytes)
  const recordedType = textIn(objectIn(block, 'source'), 'media_type')
  const text = kind === undefined && block['type'] === 'document' && recordedType?.startsWith('text/') === true ? utf8(bytes) : undefined
  if (text !== undefined) return { ...titleOf(block), type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } }
  if (kind === undefined) return mediaAsText(block, losses)
  if (kind !== recordedType)
    losses.add('changed: kinds of pictures and documents', 'their bytes are of another kind than the transcript says')
  const type = kind === 'application/pdf' ? 'document' : 'image'
  return {
    ...(type === 'document' ? titleOf(block) : {}),
    type,
    source: { type: 'base64', media_type: kind, data: bytes.toString('base64') },
  }
}

/** Optional fields of a document besides its source. */
const titleOf = (block: JsonObject): JsonObject =>
  Object.fromEntries(['title', 'context'].flatMap((name) => (textIn(block, name) === undefined ? [] : [[name, block[name]] as const])))

const plainText = (block: JsonObject, losses: Losses): JsonObject => {
  const data = textIn(objectIn(block, 'source'), 'data')
  if (block['type'] !== 'document' || data === undefined || data.trim() === '') return mediaAsText(block, losses)
  return { ...titleOf(block), type: 'document', source: { type: 'text', media_type: 'text/plain', data } }
}

/** A document that consists of blocks: its texts. */
const ofBlocks = (block: JsonObject, losses: Losses): JsonObject => {
  const texts = contentBlocks(objectIn(block, 'source')['content']).flatMap((part) => textIn(part, 'text') ?? [])
  const data = texts.join('\n')
  if (data.trim() === '') return mediaAsText(block, losses)
  return { ...titleOf(block), type: 'document', source: { type: 'text', media_type: 'text/plain', data } }
}

/** A block of type image or document that the API accepts: the same one, one of the right kind, or text. */
export const validMedia = (block: JsonObject, losses: Losses): JsonObject => {
  const { source } = block
  if (!isObject(source)) return mediaAsText(block, losses)
  if (source['type'] === 'text') return plainText(block, losses)
  if (source['type'] === 'content') return ofBlocks(block, losses)
  const bytes = bytesOf(source)
  return bytes === undefined || bytes.length === 0 ? mediaAsText(block, losses) : ofBytes(block, bytes, losses)
}
