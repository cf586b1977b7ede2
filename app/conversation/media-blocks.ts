/** Images and documents in the content of a record. */
import type { DocumentView, ImageView } from '../contract/media.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'
import { contentList, textOf } from '../model/record.ts'

/** Maximum number of characters of a document that are shown, UTF-16 code units. */
export const shownChars = 20_000

const maxImage = 8 * 1024 * 1024
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const sourceOf = (block: JsonObject): JsonObject => (isObject(block['source']) ? block['source'] : {})
const bytesIn = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4)

/** An image, with a data URL only when its type is safe to draw. */
export const imageFrom = (mediaType: string, data: string): ImageView => {
  const shown = imageTypes.has(mediaType) && /^[A-Za-z0-9+/=\s]*$/.test(data) && data.length <= maxImage && data !== ''
  return { mediaType, dataUrl: shown ? `data:${mediaType};base64,${data}` : null, bytes: bytesIn(data) }
}

export const imageOf = (block: JsonObject): ImageView => {
  const source = sourceOf(block)
  return imageFrom(text(source['media_type']) ?? 'unknown', text(source['data']) ?? '')
}

/** Pages as the page tree of a PDF counts them; null where the tree is compressed. */
const pagesIn = (base64: string): number | null => {
  if (base64 === '' || base64.length > maxImage) return null
  const pdf = Buffer.from(base64, 'base64').toString('latin1')
  const counts = [...pdf.matchAll(/\/Type\s*\/Pages\b[^>]*?\/Count\s+(\d+)|\/Count\s+(\d+)[^>]*?\/Type\s*\/Pages\b/g)]
  const most = Math.max(0, ...counts.map(([, after, before]) => Number(after ?? before)))
  const pages = most > 0 ? most : [...pdf.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length
  return pages > 0 ? pages : null
}

const pdf = 'application/pdf'

const pdfFrom = (name: string | null, data: string): DocumentView => ({
  name,
  mediaType: pdf,
  bytes: data === '' ? null : bytesIn(data),
  pages: pagesIn(data),
  text: null,
})

/** A document block: a PDF, or a text in place of a document. */
export const documentOf = (block: JsonObject): DocumentView => {
  const source = sourceOf(block)
  const name = text(block['title']) ?? text(source['url']) ?? text(source['file_id'])
  const data = text(source['data']) ?? ''
  const mediaType = text(source['media_type']) ?? (source['type'] === 'url' ? pdf : 'text/plain')
  if (source['type'] === 'base64' && mediaType === pdf) return pdfFrom(name, data)
  const whole = source['type'] === 'text' ? data : (textOf(source['content']) ?? '')
  const isText = whole !== ''
  return { name, mediaType, bytes: isText ? Buffer.byteLength(whole) : null, pages: null, text: isText ? whole.slice(0, shownChars) : null }
}

const blocksOfType = (content: unknown, type: string): readonly JsonObject[] =>
  (contentList(content) ?? []).filter((block): block is JsonObject => isObject(block) && block['type'] === type)

export const imagesIn = (content: unknown): readonly ImageView[] => blocksOfType(content, 'image').map(imageOf)

const count = (value: unknown): number | null => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null)

/** A PDF that a tool read: the client keeps it beside the result, whole or as pictures of its pages. */
const pdfRead = (toolUseResult: unknown): readonly DocumentView[] => {
  if (!isObject(toolUseResult) || !isObject(toolUseResult['file'])) return []
  const { type, file } = toolUseResult
  if (type !== 'pdf' && type !== 'parts') return []
  const read = pdfFrom(text(file['filePath']), text(file['base64']) ?? '')
  return [{ ...read, bytes: count(file['originalSize']) ?? read.bytes, pages: read.pages ?? count(file['count']) }]
}

/** Documents of a result: the client's own copy names the file, so it comes before the blocks. */
export const documentsIn = (content: unknown, toolUseResult: unknown): readonly DocumentView[] => {
  const read = pdfRead(toolUseResult)
  return read.length > 0 ? read : blocksOfType(content, 'document').map(documentOf)
}
