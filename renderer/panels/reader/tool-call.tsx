/** A tool call and its answer: a heading that says what it did and how it ended, the rest on demand. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useMemo, type ReactNode } from 'react'
import { Badge } from '../../ui/layout/badge.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { DiffTools } from './diff/diff-tools.tsx'
import { editDiff, type EditDiff } from './diff/edit-diff.ts'
import { useFold } from './fold-memory.tsx'
import { ToolBody } from './tool-body.tsx'
import { toolHeadline, type ToolHeadline } from './tool-headline.ts'
import { ToolIcon } from './tool-icon.tsx'
import { callTime, opensAtFirst, outcomeOf, type ToolCallBlock } from './tool-outcome.ts'

export const ToolCall = ({ name, block }: { readonly name: string; readonly block: ToolCallBlock }): ReactNode => {
  const headline = useMemo(() => toolHeadline(block), [block])
  const diff = useMemo(() => editDiff(block.name, block.input, block.result), [block])
  const [isOpen, toggle] = useFold(name, opensAtFirst(block.tool, block.result))
  return (
    <div className={`tool ${block.result?.isError === true ? 'is-failed' : ''}`}>
      <div className="tool-bar">
        <ToolHead block={block} headline={headline} diff={diff} isOpen={isOpen} onToggle={toggle} />
        {diff !== undefined && isOpen ? <DiffTools /> : null}
      </div>
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

const ToolHead = ({ block, headline, diff, isOpen, onToggle }: ToolHeadProps): ReactNode => {
  const outcome = outcomeOf(block)
  const time = callTime(block)
  const description = useId()
  return (
    <button type="button" className="tool-head" aria-expanded={isOpen} aria-describedby={description} onClick={onToggle}>
      {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
      <ToolIcon name={block.name} tool={block.tool} />
      <span className="tool-name">{headline.name}</span> <Subject headline={headline} />
      <span className="tool-aside" title={headline.aside}>
        {headline.aside}
      </span>
      {diff === undefined ? null : <DiffFigures diff={diff} isNewFile={block.result?.isNewFile === true} />}
      {time === undefined ? null : (
        <span className="tool-time faint" title={time.hint}>
          {time.text}
        </span>
      )}
      <Badge look={outcome.look} hint={outcome.hint}>
        {outcome.word}
      </Badge>
      <span id={description} hidden>
        {time === undefined ? outcome.hint : `${outcome.hint} ${time.text}: ${time.hint}`}
      </span>
    </button>
  )
}

const Subject = ({ headline: { subject, kind } }: { readonly headline: ToolHeadline }): ReactNode =>
  kind === 'path' ? (
    <span className="tool-subject is-path mono">
      <PathText path={subject} />
    </span>
  ) : (
    <span className={`tool-subject ${kind === 'code' ? 'mono' : ''}`} title={subject}>
      {subject}
    </span>
  )

const DiffFigures = ({ diff, isNewFile }: { readonly diff: EditDiff; readonly isNewFile: boolean }): ReactNode => (
  <span className="tool-figures">
    {isNewFile ? <span className="faint">new file </span> : null}
    <span className="diff-added">+{diff.added}</span> <span className="diff-deleted">−{diff.deleted}</span>
  </span>
)
