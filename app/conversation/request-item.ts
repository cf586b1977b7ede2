/** What the blocks of a conversation say as items of a request, and what they count for. */
import { ownerOfTool, type ContextOwner } from '../model/context-owner.ts'
import type { ContentKind } from '../model/estimate-tokens.ts'
import { objectIn, textIn, type JsonObject } from '../model/json-object.ts'
import { typedByHuman, type RecordClass } from '../model/record-class.ts'
import { noSize, sizeOfMedia, type ContentSize } from '../model/text-size.ts'
import type { RequestPartKind } from '../model/request-part.ts'
import type { ChainLine } from './chain-line.ts'

export type RequestItemKind = Exclude<RequestPartKind, 'system_prompt' | 'tools' | 'not_recorded'>

export interface RequestItem {
  readonly kind: RequestItemKind
  readonly owner: ContextOwner
  /** The beginning of the text, or what the call is about. */
  readonly about: string | null
  readonly tool: string | null
  readonly path: string | null
  readonly callId: string | null
  /** What was sent, of a picture its data; '': it is not recorded. */
  readonly text: string
  /** UTF-16 code units of what was sent; of a picture 0. */
  readonly chars: number
  /** What it counts for in estimates of tokens, and by the weight of which kind. */
  readonly size: ContentSize
  readonly as: ContentKind
  /** The block that was sent; undefined: it is part of another item. */
  readonly sent: JsonObject | undefined
  /** Turns of a person since. */
  readonly age: number
  /** What came after the last reply. */
  readonly isCurrent: boolean
  /** A compaction kept it word for word. */
  readonly isPreserved: boolean
  /** Undefined: the client added it without a record. */
  readonly line: ChainLine | undefined
}

const aboutChars = 120

export const beginning = (text: string): string | null => {
  const trimmed = text.trim().slice(0, aboutChars)
  return trimmed === '' ? null : trimmed
}

export type Part = Pick<RequestItem, 'kind' | 'owner' | 'about' | 'tool' | 'path' | 'callId' | 'text' | 'chars' | 'size' | 'as' | 'sent'>

export const none = {
  about: null,
  tool: null,
  path: null,
  callId: null,
  text: '',
  chars: 0,
  size: noSize,
  as: 'injected',
  sent: undefined,
} as const

const texts = ['command', 'pattern', 'url', 'query', 'description', 'prompt', 'skill'] as const
const paths = ['file_path', 'notebook_path', 'path'] as const

export interface Call {
  readonly owner: ContextOwner
  readonly tool: string
  readonly path: string | null
  readonly about: string | null
}

export const callOf = (block: JsonObject): Call => {
  const input = objectIn(block, 'input')
  const tool = textIn(block, 'name') ?? ''
  const path = paths.map((name) => textIn(input, name)).find((name) => name !== undefined) ?? null
  const about = texts.map((name) => textIn(input, name)).find((name) => name !== undefined)
  return { owner: ownerOfTool(tool, input), tool, path, about: about === undefined ? null : beginning(about) }
}

export const mediaKinds: ReadonlySet<unknown> = new Set(['image', 'document'])

export const mediaPart = (block: JsonObject, of: Omit<Part, 'kind' | 'text' | 'chars' | 'size'>): Part => {
  const source = objectIn(block, 'source')
  const data = textIn(source, 'data') ?? ''
  const kind = block['type'] === 'image' ? 'image' : 'document'
  return { ...of, kind, text: data, chars: source['type'] === 'text' ? data.length : 0, size: sizeOfMedia(block) ?? noSize }
}

const asked: ReadonlySet<RecordClass> = new Set<RecordClass>([...typedByHuman, 'sidechain_prompt', 'agent_message'])

export const kindOf = (recordClass: RecordClass): RequestItemKind => {
  if (recordClass === 'compaction_summary') return 'summary'
  return asked.has(recordClass) ? 'prompt' : 'injection'
}

export const weightOf = (recordClass: RecordClass): ContentKind => (kindOf(recordClass) === 'prompt' ? 'prompt' : 'injected')

/** The size of a content beside its pictures and documents. */
export const without = (whole: ContentSize, media: readonly JsonObject[]): ContentSize =>
  media.reduce((rest, block) => {
    const { weighed, counted } = sizeOfMedia(block) ?? noSize
    return { weighed: rest.weighed - weighed, counted: rest.counted - counted }
  }, whole)

export const bare = (text: string): string => text.replace(/^\s*<system-reminder>\s*/, '')
