/** One block of a conversation. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConversationBlock } from '../../../app/contract/reader.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { useFold } from './fold-memory.tsx'
import { FoldedText } from './folded-text.tsx'
import { InlineImage } from './inline-image.tsx'
import { Markdown } from './markdown.tsx'
import type { Speaker } from './speakers.ts'
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
          <ToolResult name={name} result={block.result} />
        </div>
      )
    case 'image':
      return <InlineImage mediaType={block.mediaType} dataUrl={block.dataUrl} bytes={block.bytes} />
    case 'raw':
      return <FoldedText name={name} text={block.json} lines={6} className="raw-json" />
  }
}

const injectedLines = 3

/** Only what the model wrote is markdown; what a person typed is shown as typed. */
const TextBlock = ({ name, text, speaker }: { readonly name: string; readonly text: string; readonly speaker: Speaker }): ReactNode => {
  if (speaker === 'agent' || speaker === 'summary') return <Markdown text={text} />
  if (speaker === 'human') return <div className="plain-text">{text}</div>
  return <FoldedText name={name} text={text} lines={injectedLines} className="injected-text" />
}

interface ThinkingBlockProps {
  readonly name: string
  readonly text: string
  readonly chars: number
  readonly isRedacted: boolean
}

const ThinkingBlock = ({ name, text, chars, isRedacted }: ThinkingBlockProps): ReactNode => {
  const [isOpen, toggle] = useFold(name, false)
  if (isRedacted || text === '')
    return (
      <div className="thinking-head">Thinking, {isRedacted ? 'encrypted by the API and not readable' : 'recorded without its text'}</div>
    )
  return (
    <div className="thinking">
      <button type="button" className="thinking-head" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
        Thinking <span className="thinking-first">{isOpen ? '' : firstWords(text)}</span>
        <span className="faint">{countOf(chars, 'character')}</span>
      </button>
      {isOpen ? (
        <div className="thinking-text">
          <Markdown text={text} />
        </div>
      ) : null}
    </div>
  )
}

const firstWords = (text: string): string => text.slice(0, 160).replace(/\s+/g, ' ')
