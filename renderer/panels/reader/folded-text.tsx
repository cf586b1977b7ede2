/** A text in a fixed width whose rest is unfolded on demand. */
import type { ReactNode } from 'react'
import { AnsiText } from '../../ui/layout/ansi-text.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { useFold } from './fold-memory.tsx'
import { cutText } from './cut-text.ts'

export interface FoldedTextProps {
  readonly name: string
  readonly text: string
  /** Lines shown while folded. */
  readonly lines: number
  /** Length of the whole text when `text` is only its beginning, UTF-16 code units. */
  readonly chars?: number
  readonly className?: string
}

export const FoldedText = ({ name, text, lines, chars, className }: FoldedTextProps): ReactNode => {
  const [isOpen, toggle] = useFold(name, false)
  const cut = cutText(text, lines)
  const missing = (chars ?? text.length) - text.length
  return (
    <div className={`folded-text ${className ?? ''}`}>
      <pre>
        <AnsiText text={isOpen ? text.replace(/\n+$/, '') : cut.shown} />
      </pre>
      {cut.hiddenLines === 0 ? null : (
        <button type="button" className="fold-more" onClick={toggle} aria-expanded={isOpen}>
          {isOpen ? 'Fold' : `Show ${formatCount(cut.hiddenLines)} more lines`}
        </button>
      )}
      {missing > 0 && (isOpen || cut.hiddenLines === 0) ? (
        <span className="faint">{formatCount(missing)} more characters are in the raw record.</span>
      ) : null}
    </div>
  )
}
