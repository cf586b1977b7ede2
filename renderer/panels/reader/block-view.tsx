/** One block of a conversation. */
import type { ReactNode } from 'react'
import type { ConversationBlock } from '../../../app/contract/reader.ts'
import { AttachedBlock } from './attached-block.tsx'
import { DocumentCard } from './document-card.tsx'
import { FoldedText } from './folded-text.tsx'
import { InlineImage } from './inline-image.tsx'
import { Markdown } from './markdown.tsx'
import type { Speaker } from './speakers.ts'
import { readTaskNotice } from './read-task-notice.ts'
import { TaskNoticeView } from './task-notice.tsx'
import { ThinkingBlock } from './thinking-block.tsx'
import { ToolCall } from './tool-call.tsx'
import { ToolResult } from './tool-result.tsx'

export interface BlockViewProps {
  /** Unique within the conversation. */
  readonly name: string
  readonly block: ConversationBlock
  readonly speaker: Speaker
}

export const BlockView = ({ name, block, speaker }: BlockViewProps): ReactNode => {
  switch (block.kind) {
    case 'text':
      return <TextBlock name={name} text={block.text} speaker={speaker} />
    case 'thinking':
      return <ThinkingBlock name={name} text={block.text} chars={block.chars} isRedacted={block.redacted} />
    case 'tool_call':
      return <ToolCall name={name} block={block} />
    case 'tool_result':
      return (
        <div className="tool">
          <div className="tool-orphan faint">Result of a call in an earlier commit ({block.toolUseId})</div>
          <ToolResult name={name} toolUseId={block.toolUseId} result={block.result} />
        </div>
      )
    case 'image':
      return <InlineImage image={block} about={speaker === 'human' ? 'the prompt' : 'the transcript'} />
    case 'document':
      return <DocumentCard name={name} document={block} />
    case 'attached':
      return <AttachedBlock name={name} block={block} />
    case 'raw':
      return <FoldedText name={name} text={block.json} chars={block.chars} lines={6} className="raw-json" />
  }
}

const injectedLines = 3

/** Text of the model and typed text is Markdown; injected text is shown unchanged, but for what tasks in the background gave back. */
const TextBlock = ({ name, text, speaker }: { readonly name: string; readonly text: string; readonly speaker: Speaker }): ReactNode => {
  if (speaker === 'agent' || speaker === 'summary') return <Markdown text={text} />
  if (speaker === 'human') return <Markdown text={text} isTyped />
  const notice = readTaskNotice(text)
  if (notice !== undefined) return <TaskNoticeView name={name} notice={notice} />
  return <FoldedText name={name} text={text} lines={injectedLines} className="injected-text" />
}
