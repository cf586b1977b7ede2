/** Thinking of the model: folded, with its first line; without text it says why. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf } from '../../../app/model/format/count.ts'
import { useFold } from './fold-memory.tsx'
import { firstLine } from './input-fields.ts'
import { Markdown } from './markdown.tsx'

export interface ThinkingBlockProps {
  readonly name: string
  readonly text: string
  readonly chars: number
  readonly isRedacted: boolean
}

export const ThinkingBlock = ({ name, text, chars, isRedacted }: ThinkingBlockProps): ReactNode => {
  const [isOpen, toggle] = useFold(name, false)
  if (isRedacted) return <div className="thinking-head">Redacted thinking: encrypted by the API, not readable</div>
  if (text === '') return <div className="thinking-head">Thinking, recorded without its text</div>
  return (
    <div className="thinking">
      <button type="button" className="thinking-head" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
        Thinking <span className="thinking-first">{isOpen ? '' : firstLine(text)}</span>
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
