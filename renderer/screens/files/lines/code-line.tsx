/** The text of a line in its syntax colours; a very long one is cut, and a carriage return is shown. */
import type { ReactNode } from 'react'
import { formatCount } from '../../../../app/model/format/count.ts'
import type { ColouredText } from '../../../panels/reader/diff/line-pieces.ts'
import { maxLineLength } from './line-text.ts'

export interface CodeLineProps {
  readonly text: string
  /** undefined: plain. */
  readonly pieces: readonly ColouredText[] | undefined
}

export const CodeLine = ({ text, pieces }: CodeLineProps): ReactNode => {
  const isCut = text.length > maxLineLength
  const shown = isCut ? text.slice(0, maxLineLength) : text.replace(/\r$/, '')
  return (
    <span className="line-text">
      {pieces === undefined || isCut || shown !== text
        ? shown
        : pieces.map(({ text: piece, classes }, place) =>
            classes === '' ? (
              piece
            ) : (
              // Pieces have no identity but their place.
              <span key={place} className={classes}>
                {piece}
              </span>
            ),
          )}
      {text.endsWith('\r') ? (
        <span className="line-sign" title="Carriage return">
          ␍
        </span>
      ) : null}
      {isCut ? <span className="line-sign"> … {formatCount(text.length - maxLineLength)} more characters</span> : null}
    </span>
  )
}
