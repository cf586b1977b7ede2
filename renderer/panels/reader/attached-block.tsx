/** An attachment of the client to a message: folded, with its kind and its first line. */
import { ChevronDown, ChevronRight, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConversationBlock } from '../../../app/contract/reader.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { PathText } from '../../ui/layout/path-text.tsx'
import { attachedWords } from './attached-words.ts'
import { useFold } from './fold-memory.tsx'
import { FoldedText } from './folded-text.tsx'
import { firstLine } from './input-fields.ts'

type Attached = Extract<ConversationBlock, { readonly kind: 'attached' }>

const shownLines = 20

export const AttachedBlock = ({ name, block }: { readonly name: string; readonly block: Attached }): ReactNode => {
  const [isOpen, toggle] = useFold(name, false)
  return (
    <div className="attached">
      <button type="button" className="attached-head" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
        <Paperclip size={14} aria-hidden="true" />
        <span className="attached-kind">{attachedWords(block.type)}</span>
        {block.subject === null ? null : (
          <span className="attached-subject mono">
            <PathText path={block.subject} />
          </span>
        )}
        <span className="attached-first">{isOpen ? '' : firstLine(block.text)}</span>
        <span className="faint">{countOf(block.chars, 'character')}</span>
      </button>
      {isOpen ? <FoldedText name={`${name} text`} text={block.text} chars={block.chars} lines={shownLines} place={{}} /> : null}
    </div>
  )
}
