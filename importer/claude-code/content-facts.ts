/** What the content of a message holds, in numbers and names. */
import type { ToolUse } from '../../app/model/transcript-line.ts'
import { isObject, readBlocks } from './record-schema.ts'
import type { ContentBlock } from './record-schema.ts'

export interface ContentFacts {
  readonly textBlocks: number
  readonly thinkingBlocks: number
  readonly toolResults: number
  readonly toolErrors: number
  /** UTF-16 code units. */
  readonly thinkingChars: number
  readonly hasImage: boolean
  readonly toolResultIds: readonly string[]
}

const nothing: readonly ContentBlock[] = []

export const contentFacts = (content: unknown): ContentFacts => {
  const blocks = readBlocks(content) ?? nothing
  const results = blocks.filter((block) => block.type === 'tool_result')
  const thinking = blocks.filter((block) => block.type === 'thinking')
  return {
    textBlocks: blocks.filter((block) => block.type === 'text').length,
    thinkingBlocks: thinking.length,
    toolResults: results.length,
    toolErrors: results.filter((block) => block.is_error).length,
    thinkingChars: thinking.reduce((sum, block) => sum + (block.thinking?.length ?? 0), 0),
    hasImage: blocks.some((block) => block.type === 'image'),
    toolResultIds: results.flatMap((block) => (block.tool_use_id === undefined ? [] : [block.tool_use_id])),
  }
}

/** UTF-16 length of a text, or of all text blocks without what joins them. */
export const textChars = (content: unknown): number =>
  typeof content === 'string'
    ? content.length
    : (readBlocks(content) ?? nothing).reduce((sum, block) => sum + (block.type === 'text' ? (block.text?.length ?? 0) : 0), 0)

const agentTools = new Set(['Task', 'Agent'])

/** The tool calls of a reply; those that start agents with the prompt they give. */
export const toolUsesOf = (content: unknown): readonly ToolUse[] =>
  (readBlocks(content) ?? nothing).flatMap((block) => {
    if (block.type !== 'tool_use') return []
    const name = block.name ?? ''
    const prompt = agentTools.has(name) && isObject(block.input) ? block.input['prompt'] : undefined
    return [{ id: block.id ?? '', name, agentPrompt: typeof prompt === 'string' ? prompt : undefined }]
  })
