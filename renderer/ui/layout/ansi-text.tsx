/** Text that a program wrote for a terminal, in the colours and weights that it asked for. */
import { useMemo, type ReactNode } from 'react'
import { ansiPieces } from './ansi-pieces.ts'
import './ansi.css'

export const AnsiText = ({ text }: { readonly text: string }): ReactNode => {
  const pieces = useMemo(() => ansiPieces(text), [text])
  return pieces.map((piece, place) =>
    piece.classes === '' ? (
      piece.text
    ) : (
      // Pieces have no identity but their place.
      <span key={place} className={piece.classes}>
        {piece.text}
      </span>
    ),
  )
}
