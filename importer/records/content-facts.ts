/** Facts about the content of a message, as numbers and names. */
import type { Tools } from '../../app/model/agent.ts'
import type { ToolUse } from '../../app/model/transcript-line.ts'
import { isObject } from '../../app/model/json-object.ts'
import { type ContentBlock, readBlocks } from '../../app/model/record.ts'

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

/** Values that one pass over the blocks collects. */
class Facts implements ContentFacts {
  textBlocks = 0
  thinkingBlocks = 0
  toolResults = 0
  toolErrors = 0
  thinkingChars = 0
  hasImage = false
  readonly toolResultIds: string[] = []

  add(block: ContentBlock): void {
    switch (block.type) {
      case 'text':
        this.textBlocks += 1
        return
      case 'thinking':
        this.thinkingBlocks += 1
        this.thinkingChars += block.thinking?.length ?? 0
        return
      case 'tool_result':
        this.addResult(block)
        return
      case 'image':
        this.hasImage = true
        return
      default:
    }
  }

  private addResult(block: ContentBlock): void {
    this.toolResults += 1
    if (block.is_error) this.toolErrors += 1
    if (block.tool_use_id !== undefined) this.toolResultIds.push(block.tool_use_id)
  }
}

export const contentFacts = (content: unknown): ContentFacts => {
  const facts = new Facts()
  for (const block of readBlocks(content) ?? nothing) facts.add(block)
  return facts
}

/** UTF-16 length of a text, or of all text blocks without what joins them. */
export const textChars = (content: unknown): number =>
  typeof content === 'string'
    ? content.length
    : (readBlocks(content) ?? nothing).reduce((sum, block) => sum + (block.type === 'text' ? (block.text?.length ?? 0) : 0), 0)

/** The request to a sub-agent in the input of a call. */
const askedAgent = (input: unknown): Pick<ToolUse, 'agentPrompt' | 'agentType'> => {
  const { prompt, subagent_type: agentType }: Readonly<Record<string, unknown>> = isObject(input) ? input : {}
  return {
    agentPrompt: typeof prompt === 'string' ? prompt : undefined,
    ...(typeof agentType === 'string' && agentType !== '' ? { agentType } : {}),
  }
}

/** The tool calls of a reply; those that start agents with the prompt they give. */
export const toolUsesOf = (tools: Tools, content: unknown): readonly ToolUse[] => {
  const uses: ToolUse[] = []
  for (const block of readBlocks(content) ?? nothing) {
    if (block.type !== 'tool_use') continue
    const name = block.name ?? ''
    uses.push({ id: block.id ?? '', name, ...askedAgent(tools.get(name) === 'agent' ? block.input : undefined) })
  }
  return uses
}
