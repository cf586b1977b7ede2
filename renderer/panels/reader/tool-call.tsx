/** A tool call and its answer: a heading that says what it did, the rest on demand. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { ConversationBlock, ToolResultView } from '../../../app/contract/reader.ts'
import type { Refusal } from '../../../app/model/transcript-line.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import { shortenPath } from '../../ui/format/format-path.ts'
import { cutText } from './cut-text.ts'
import { FoldedText } from './folded-text.tsx'
import { DiffView } from './diff-view.tsx'
import { editDiff, type EditDiff } from './edit-diff.ts'
import { useFold } from './fold-memory.tsx'
import { TodoList } from './todo-list.tsx'
import { ToolIcon } from './tool-icon.tsx'
import { toolHeadline, opensAtFirst } from './tool-headline.ts'
import type { ToolHeadline } from './tool-headline.ts'
import { ToolResult } from './tool-result.tsx'

export type ToolCallBlock = Extract<ConversationBlock, { readonly kind: 'tool_call' }>

export const ToolCall = ({ name, block }: { readonly name: string; readonly block: ToolCallBlock }): ReactNode => {
  const headline = useMemo(() => toolHeadline(block.name, block.input), [block])
  const diff = useMemo(() => editDiff(block.name, block.input, block.result?.patch), [block])
  const [isOpen, toggle] = useFold(name, opensAtFirst(block.name, block.result))
  return (
    <div className={`tool ${block.result?.isError === true ? 'is-failed' : ''}`}>
      <ToolHead block={block} headline={headline} diff={diff} isOpen={isOpen} onToggle={toggle} />
      {isOpen ? <ToolBody name={name} block={block} diff={diff} /> : null}
    </div>
  )
}

interface ToolHeadProps {
  readonly block: ToolCallBlock
  readonly headline: ToolHeadline
  readonly diff: EditDiff | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const ToolHead = ({ block, headline, diff, isOpen, onToggle }: ToolHeadProps): ReactNode => (
  <button type="button" className="tool-head" aria-expanded={isOpen} onClick={onToggle}>
    {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
    <ToolIcon name={block.name} />
    <span className="tool-name">{headline.name}</span>
    <span className={`tool-subject ${headline.isCode ? 'mono' : ''}`} title={headline.subject}>
      {shortenPath(headline.subject, 160)}
    </span>
    <span className="tool-aside">{headline.aside}</span>
    {diff === undefined ? null : (
      <span className="tool-figures">
        <span className="diff-added">+{diff.added}</span> <span className="diff-deleted">−{diff.deleted}</span>
      </span>
    )}
    <ResultWord result={block.result} hasDiff={diff !== undefined} />
  </button>
)

const refusals: Readonly<Record<Refusal, { readonly word: string; readonly hint: string }>> = {
  refused: { word: 'refused', hint: 'The user refused the call. It did not run and did not fail.' },
  denied: { word: 'refused', hint: 'A permission rule or a hook refused the call. It did not run and did not fail.' },
  interrupted: { word: 'interrupted', hint: 'The user stopped the call while it ran. It did not fail.' },
}

const RefusalWord = ({ refusal }: { readonly refusal: Refusal }): ReactNode => (
  <Badge look="warn" hint={refusals[refusal].hint}>
    {refusals[refusal].word}
  </Badge>
)

const ResultWord = ({ result, hasDiff }: { readonly result: ToolResultView | null; readonly hasDiff: boolean }): ReactNode => {
  if (result === null) return <Badge hint="The result is in a later commit or does not exist">no result here</Badge>
  if (result.isError) return <Badge look="danger">failed</Badge>
  if (result.refusal !== null) return <RefusalWord refusal={result.refusal} />
  if (hasDiff || result.text === '') return null
  return <span className="tool-figures faint">{countOf(cutText(result.text, 1).lines, 'line')}</span>
}

const ToolBody = ({
  name,
  block,
  diff,
}: {
  readonly name: string
  readonly block: ToolCallBlock
  readonly diff: EditDiff | undefined
}): ReactNode => (
  <div className="tool-body">
    <ToolInput name={name} block={block} diff={diff} />
    {block.result === null || (diff !== undefined && !block.result.isError && block.result.refusal === null) ? null : (
      <ToolResult name={`${name} result`} result={block.result} />
    )}
  </div>
)

const ToolInput = ({
  name,
  block,
  diff,
}: {
  readonly name: string
  readonly block: ToolCallBlock
  readonly diff: EditDiff | undefined
}): ReactNode => {
  if (diff !== undefined) return <DiffView name={`${name} diff`} diff={diff} />
  if (block.name === 'TodoWrite') return <TodoList input={block.input} />
  return <FoldedText name={`${name} input`} className="tool-input" text={inputText(block)} lines={12} />
}

/** The command or prompt itself where it is all there is to see, else the whole input. */
const inputText = ({ name, input }: ToolCallBlock): string => {
  const fields = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {}
  if (name === 'Bash' && typeof fields['command'] === 'string') return fields['command']
  if ((name === 'Task' || name === 'Agent') && typeof fields['prompt'] === 'string') return fields['prompt']
  return JSON.stringify(input, null, 2)
}
