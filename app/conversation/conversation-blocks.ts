/** Content of records as blocks to read: text, thinking, tool calls with their results, images, documents, attachments. */
import { toolKind } from '../../importer/agents.ts'
import type { ConversationBlock, ToolResultView } from '../contract/reader.ts'
import { isObject } from '../model/json-object.ts'
import { blockObjects, type ContentBlock, readBlocks, type TranscriptRecord } from '../model/record.ts'
import { limitOf } from '../../importer/records/tool-permission.ts'
import { attachmentBlock } from './attachment-block.ts'
import { documentOf, imageOf, shownChars } from './media-blocks.ts'
import { resultWords } from './result-text.ts'
import { recordTime, toolResultView } from './tool-result-view.ts'

const json = (value: unknown): string => {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return 'n/a: nested too deeply to show'
  }
}

const rawOf = (source: unknown): ConversationBlock => {
  const whole = json(source)
  return { kind: 'raw', json: whole.slice(0, shownChars), chars: whole.length }
}

/** Deeply nested input cannot be posted to a window: it is shown as text. */
const shownInput = (input: unknown): unknown => {
  if (input === undefined) return {}
  try {
    return JSON.stringify(input).length <= 400_000 ? input : json(input).slice(0, shownChars)
  } catch {
    return 'n/a: nested too deeply to show'
  }
}

const thinkingOf = (block: ContentBlock): ConversationBlock => {
  const text = block.type === 'thinking' ? (block.thinking ?? '') : ''
  return { kind: 'thinking', text, redacted: block.type === 'redacted_thinking', chars: text.length }
}

type Results = ReadonlyMap<string, ToolResultView>
type Recorded = TranscriptRecord | undefined

const toolCallOf = (block: ContentBlock, results: Results, record: Recorded): ConversationBlock => {
  const toolUseId = block.id ?? ''
  return {
    kind: 'tool_call',
    toolUseId,
    name: block.name ?? '',
    tool: toolKind(block.name ?? ''),
    input: shownInput(block.input),
    result: results.get(toolUseId) ?? null,
    cwd: record?.cwd ?? null,
    calledAt: recordTime(record),
    limitMs: limitOf(block.name, block.input) ?? null,
  }
}

const blockOf = (block: ContentBlock, source: unknown, results: Results, record: Recorded): ConversationBlock => {
  switch (block.type) {
    case 'text':
      return { kind: 'text', text: block.text ?? '' }
    case 'thinking':
    case 'redacted_thinking':
      return thinkingOf(block)
    case 'tool_use':
    case 'server_tool_use':
      return toolCallOf(block, results, record)
    case 'image':
      return { kind: 'image', ...imageOf(isObject(source) ? source : {}) }
    case 'document':
      return { kind: 'document', ...documentOf(isObject(source) ? source : {}) }
    default:
      return rawOf(source)
  }
}

/** Results of tools that the service runs have a type for each tool. */
const isResult = ({ type }: ContentBlock): boolean => type?.endsWith('tool_result') === true

/**
 * Blocks of a content field.
 * @param results tool results by the id of their call: shown with the call.
 * @param record the record that contains the field: it says more about results.
 */
export const blocksOf = (content: unknown, results: Results, record: Recorded): readonly ConversationBlock[] => {
  const attached = record?.type === 'attachment' ? attachmentBlock(record) : undefined
  if (attached !== undefined) return [attached]
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  const sources = blockObjects(content) ?? []
  const blocks = readBlocks(content) ?? []
  const isOnly = blocks.filter(isResult).length === 1
  return blocks.map((block, index) =>
    isResult(block)
      ? { kind: 'tool_result', toolUseId: block.tool_use_id ?? '', result: toolResultView(block, record, isOnly) }
      : blockOf(block, sources[index], results, record),
  )
}

/** The whole text of the result of a call; of the only result where the record names no call. */
export const resultText = (record: TranscriptRecord, toolUseId: string): string => {
  const results = (readBlocks(record.message?.['content']) ?? []).filter(isResult)
  const own = results.length === 1 ? results[0] : results.find(({ tool_use_id: id }) => id === toolUseId)
  return resultWords(own?.content)
}

/** Tool results of a record, by the id of their call. */
export const resultsIn = (record: TranscriptRecord): readonly (readonly [string, ToolResultView])[] => {
  const results = (readBlocks(record.message?.['content']) ?? []).filter(isResult)
  return results.flatMap((block) =>
    block.tool_use_id === undefined ? [] : [[block.tool_use_id, toolResultView(block, record, results.length === 1)] as const],
  )
}
