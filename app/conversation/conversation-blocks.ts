/** Content of records as blocks to read: text, thinking, tool calls with their results, images. */
import type { ConversationBlock, ToolResultView } from '../contract/reader.ts'
import { blockObjects, contentList, isObject, readBlocks, textOf } from '../../importer/claude-code/record-schema.ts'
import { resultPermission } from '../../importer/claude-code/tool-permission.ts'
import { isRefusal } from '../model/refusal.ts'
import type { ContentBlock, JsonObject, TranscriptRecord } from '../../importer/claude-code/record-schema.ts'

const shownChars = 20_000
const largestImage = 8 * 1024 * 1024
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

interface ImageView {
  readonly mediaType: string
  readonly dataUrl: string | null
  readonly bytes: number
}

/** An image as a data URL when its kind is one that can only be drawn; null otherwise. */
const imageOf = (block: JsonObject): ImageView => {
  const source = isObject(block['source']) ? block['source'] : {}
  const mediaType = typeof source['media_type'] === 'string' ? source['media_type'] : 'unknown'
  const data = typeof source['data'] === 'string' ? source['data'] : ''
  const shown = imageTypes.has(mediaType) && /^[A-Za-z0-9+/=\s]*$/.test(data) && data.length <= largestImage && data !== ''
  return { mediaType, dataUrl: shown ? `data:${mediaType};base64,${data}` : null, bytes: Math.floor((data.length * 3) / 4) }
}

const imagesIn = (content: unknown): readonly ImageView[] =>
  (contentList(content) ?? []).flatMap((block) => (isObject(block) && block['type'] === 'image' ? [imageOf(block)] : []))

const numberOr = (value: unknown, fallback: number): number => (typeof value === 'number' && Number.isFinite(value) ? value : fallback)

/** Hunks as the client recorded them beside the result. */
const patchOf = (toolUseResult: unknown): ToolResultView['patch'] => {
  const hunks = isObject(toolUseResult) ? contentList(toolUseResult['structuredPatch']) : undefined
  if (hunks === undefined || hunks.length === 0) return null
  return hunks.filter(isObject).map((hunk) => ({
    oldStart: numberOr(hunk['oldStart'], 1),
    newStart: numberOr(hunk['newStart'], 1),
    lines: (contentList(hunk['lines']) ?? []).filter((line) => typeof line === 'string'),
  }))
}

const persistedOf = (toolUseResult: unknown): ToolResultView['persisted'] => {
  const path = isObject(toolUseResult) ? toolUseResult['persistedOutputPath'] : undefined
  return typeof path === 'string' && path !== '' ? { path, sourceId: null, bytes: null } : null
}

const toolResultOf = (block: ContentBlock, record: TranscriptRecord | undefined, isOnly: boolean): ToolResultView => {
  const text = textOf(block.content) ?? ''
  const permission = record && resultPermission(record, block, isOnly)
  const refusal = isRefusal(permission) ? permission : null
  const toolUseResult = record?.toolUseResult
  return {
    isError: block.is_error && refusal === null,
    refusal,
    text: text.slice(0, shownChars),
    chars: text.length,
    patch: patchOf(toolUseResult),
    images: imagesIn(block.content).map(({ mediaType, dataUrl }) => ({ mediaType, dataUrl })),
    persisted: persistedOf(toolUseResult),
  }
}

const json = (value: unknown): string => {
  try {
    return JSON.stringify(value, null, 2).slice(0, shownChars)
  } catch {
    return 'n/a: nested too deeply to show'
  }
}

/** Deeply nested input cannot be posted to a window: it is shown as text. */
const shownInput = (input: unknown): unknown => {
  if (input === undefined) return {}
  try {
    return JSON.stringify(input).length <= 400_000 ? input : json(input)
  } catch {
    return 'n/a: nested too deeply to show'
  }
}

const thinkingOf = (block: ContentBlock): ConversationBlock => {
  const text = block.type === 'thinking' ? (block.thinking ?? '') : ''
  return { kind: 'thinking', text, redacted: text === '', chars: text.length }
}

const toolCallOf = (block: ContentBlock, results: ReadonlyMap<string, ToolResultView>): ConversationBlock => {
  const toolUseId = block.id ?? ''
  return { kind: 'tool_call', toolUseId, name: block.name ?? '', input: shownInput(block.input), result: results.get(toolUseId) ?? null }
}

const blockOf = (block: ContentBlock, source: unknown, results: ReadonlyMap<string, ToolResultView>): ConversationBlock => {
  switch (block.type) {
    case 'text':
      return { kind: 'text', text: block.text ?? '' }
    case 'thinking':
    case 'redacted_thinking':
      return thinkingOf(block)
    case 'tool_use':
    case 'server_tool_use':
      return toolCallOf(block, results)
    case 'image':
      return { kind: 'image', ...imageOf(isObject(source) ? source : {}) }
    default:
      return { kind: 'raw', json: json(source) }
  }
}

const isResult = ({ type }: ContentBlock): boolean => type === 'tool_result'

/**
 * Blocks of a content field.
 * @param results tool results by the id of their call: shown with the call.
 * @param record the record that contains the field: it says more about results.
 */
export const blocksOf = (
  content: unknown,
  results: ReadonlyMap<string, ToolResultView>,
  record: TranscriptRecord | undefined,
): readonly ConversationBlock[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  const sources = blockObjects(content) ?? []
  const blocks = readBlocks(content) ?? []
  const isOnly = blocks.filter(isResult).length === 1
  return blocks.map((block, index) =>
    isResult(block)
      ? { kind: 'tool_result', toolUseId: block.tool_use_id ?? '', result: toolResultOf(block, record, isOnly) }
      : blockOf(block, sources[index], results),
  )
}

/** Tool results of a record, by the id of their call. */
export const resultsIn = (record: TranscriptRecord): readonly (readonly [string, ToolResultView])[] => {
  const results = (readBlocks(record.message?.['content']) ?? []).filter(isResult)
  return results.flatMap((block) =>
    block.tool_use_id === undefined ? [] : [[block.tool_use_id, toolResultOf(block, record, results.length === 1)] as const],
  )
}
