/**
 * What texts and contents count for in estimates of tokens, without a model: each number is the same wherever it is measured, at import, in SQL
 * and for one request.
 */
import { isObject, type JsonObject } from './json-object.ts'

/** `weighed`: UTF-16 code units that count by the weight of their kind; `counted`: tokens beside these. */
export interface ContentSize {
  readonly weighed: number
  readonly counted: number
}

export const noSize: ContentSize = { weighed: 0, counted: 0 }

/** A text, or its length where only that was read. */
export interface MeasuredText {
  readonly length: number
  readonly wide: number
}

/** What a picture takes at most: clients scale pictures down to about this. */
const mediaTokens = 1_600

/** Letters of which one is a token or more: Chinese, Japanese, Korean and their signs. */
const wide = /[\u3000-\ud7ff\ue000-\uffff]/g

export const wideIn = (text: string): number => {
  let letters = 0
  wide.lastIndex = 0
  while (wide.test(text)) letters += 1
  return letters
}

export const sizeOfText = (text: string): ContentSize => {
  const letters = wideIn(text)
  return { weighed: text.length - letters, counted: letters }
}

const measured = ({ length, wide: letters }: MeasuredText): ContentSize => ({ weighed: length - letters, counted: letters })

const isMeasured = (value: unknown): value is MeasuredText =>
  typeof value === 'object' && value !== null && 'length' in value && 'wide' in value

/** The size of a text, or of its measure; of anything else nothing. */
export const sizeOf = (value: unknown): ContentSize =>
  typeof value === 'string' ? sizeOfText(value) : isMeasured(value) ? measured(value) : noSize

export const sumOfSizes = (sizes: readonly ContentSize[]): ContentSize =>
  sizes.reduce((so, one) => ({ weighed: so.weighed + one.weighed, counted: so.counted + one.counted }), noSize)

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : isMeasured(value) ? value.length : 0)

/** Characters of an encoded document for each token: about a tenth of them is its text. */
const documentChars = 29

/** A picture or a document; undefined: the block is neither. */
export const sizeOfMedia = (block: JsonObject): ContentSize | undefined => {
  if (block['type'] === 'image') return { weighed: 0, counted: mediaTokens }
  if (block['type'] !== 'document') return undefined
  const source = isObject(block['source']) ? block['source'] : {}
  if (source['type'] === 'text') return sizeOf(source['data'])
  return { weighed: 0, counted: Math.max(mediaTokens, Math.round(lengthOf(source['data']) / documentChars)) }
}

/** Fields of the blocks of a result that contain text, such as a reference to a tool or a page that was found. */
export const outputTexts = ['tool_name', 'title', 'url', 'stdout', 'stderr', 'error_code', 'text'] as const

/** An export says this of a reference to a tool. */
const loaded = sizeOfText('Tool loaded: ')

const sizeOfPart = (part: unknown): ContentSize => {
  if (!isObject(part) || isMeasured(part)) return sizeOf(part)
  const texts = outputTexts.map((name) => sizeOf(part[name]))
  return sizeOfMedia(part) ?? sumOfSizes(part['type'] === 'tool_reference' ? [loaded, ...texts] : texts)
}

/** The content of a tool result. */
export const sizeOfResult = (content: unknown): ContentSize =>
  Array.isArray(content) ? sumOfSizes(content.map(sizeOfPart)) : sizeOfPart(content)

/** @param input JSON text of the input */
export const sizeOfCall = (name: string, input: string): ContentSize => sumOfSizes([sizeOfText(name), sizeOfText(input)])

/** A signature contains the whole thinking, encrypted; three quarters of its letters are bytes. */
const signedShare = 0.75

/** Thinking that the service did not sign is not sent again. Where its text is not written down, its signature says how long it is. */
export const sizeOfThinking = (block: JsonObject): ContentSize => {
  if (block['type'] === 'thinking' && (block['signature'] === undefined || block['signature'] === null)) return noSize
  const text = sizeOf(block['thinking'])
  return lengthOf(block['thinking']) > 0 ? text : { weighed: Math.round(lengthOf(block['signature']) * signedShare), counted: 0 }
}

const noWords = /^\s*$/

/** A block of a message of the user that is no result of a tool; a text without words is not sent. */
export const sizeOfPrompt = (block: JsonObject): ContentSize => {
  const { text } = block
  if (typeof text === 'string') return noWords.test(text) ? noSize : sizeOfText(text)
  return sizeOfMedia(block) ?? noSize
}
