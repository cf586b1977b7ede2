/** Code with syntax colours. */
import { useMemo, type ReactNode } from 'react'
import { formatCount } from '../../../app/model/format/count.ts'
import { cutText } from './cut-text.ts'
import { colouredLines } from './diff/coloured-lines.ts'
import { useFold } from './fold-memory.tsx'

export interface CodeTextProps {
  readonly name: string
  readonly text: string
  /** Name of a grammar; undefined: plain. */
  readonly language: string | undefined
  /** Lines shown while folded. */
  readonly lines: number
}

export const CodeText = ({ name, text, language, lines }: CodeTextProps): ReactNode => {
  const [isOpen, toggle] = useFold(name, false)
  const cut = cutText(text, lines)
  const shown = isOpen ? text.replace(/\n+$/, '') : cut.shown
  const coloured = useMemo(() => colouredLines(shown, language), [shown, language])
  return (
    <div className="folded-text code-text">
      <pre>
        {coloured.map((line, place) => (
          // Lines have no identity but their place.
          <span key={place}>
            {line.map((piece, at) => (
              <span key={at} className={piece.classes === '' ? undefined : piece.classes}>
                {piece.text}
              </span>
            ))}
            {place < coloured.length - 1 ? '\n' : ''}
          </span>
        ))}
      </pre>
      {cut.hiddenLines === 0 ? null : (
        <button type="button" className="fold-more" onClick={toggle} aria-expanded={isOpen}>
          {isOpen ? 'Fold' : `Show ${formatCount(cut.hiddenLines)} more lines`}
        </button>
      )}
    </div>
  )
}
