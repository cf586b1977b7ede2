/** A text in a fixed width whose rest is unfolded on demand. */
import { useMemo, type ReactNode } from 'react'
import { withColoursOnly } from '../../ui/layout/ansi-pieces.ts'
import { AnsiText } from '../../ui/layout/ansi-text.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { useFold } from './fold-memory.tsx'
import { cutText } from './cut-text.ts'
import { WholeText, type TextPlace } from './whole-text.tsx'

export interface FoldedTextProps {
  readonly name: string
  readonly text: string
  /** Lines shown while folded. */
  readonly lines: number
  /** Its last lines are shown while folded: there a program says why it failed. Of a text that is itself cut, its first ones. */
  readonly isTail?: boolean
  /** Length of the whole text when `text` is only its beginning, UTF-16 code units. */
  readonly chars?: number
  /** Where the whole text can be read. */
  readonly place?: TextPlace
  readonly className?: string
}

export const FoldedText = ({ name, text, lines, isTail = false, chars, place, className }: FoldedTextProps): ReactNode => {
  const [isOpen, toggle] = useFold(name, false)
  // Progress bars that overwrite themselves are one line: lines are counted as a terminal shows them.
  const shown = useMemo(() => withColoursOnly(text), [text])
  const from = isTail && (chars ?? text.length) <= text.length ? 'end' : 'beginning'
  const cut = cutText(shown, lines, from)
  const unfold =
    cut.hiddenLines === 0 ? null : (
      <button type="button" className="fold-more" onClick={toggle} aria-expanded={isOpen}>
        {isOpen ? 'Fold' : `Show ${formatCount(cut.hiddenLines)} ${from === 'end' ? 'lines before' : 'more lines'}`}
      </button>
    )
  return (
    <div className={`folded-text ${className ?? ''}`}>
      {from === 'end' ? unfold : null}
      <pre>
        <AnsiText text={isOpen ? shown.replace(/\n+$/, '') : cut.shown} />
      </pre>
      {from === 'beginning' ? unfold : null}
      {isOpen || cut.hiddenLines === 0 ? (
        <WholeText name={`${name} whole`} shown={text.length} chars={chars ?? text.length} place={place} />
      ) : null}
    </div>
  )
}
