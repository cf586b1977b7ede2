/** Rows of an edit. */
import type { ReactNode } from 'react'
import type { ColouredSides } from './coloured-sides.ts'
import type { DiffLine } from './edit-diff.ts'
import { linePieces, type ColouredText } from './line-pieces.ts'
import type { MarkedLine, SideRow } from './pair-lines.ts'

const signs: Readonly<Record<DiffLine['kind'], string>> = { add: '+', delete: '−', context: ' ', gap: '⋯' }
const signLabels: Readonly<Record<DiffLine['kind'], string>> = {
  add: 'added',
  delete: 'removed',
  context: 'unchanged',
  gap: 'lines omitted',
}

export const UnifiedRow = ({ line, sides }: { readonly line: MarkedLine; readonly sides: ColouredSides }): ReactNode => (
  <div className={`diff-line is-${line.kind}`} role="row">
    <UnifiedCells line={line} sides={sides} />
  </div>
)

export const UnifiedCells = ({ line, sides }: LineTextProps): ReactNode => (
  <>
    <NumberCell number={line.oldLine} />
    <NumberCell number={line.newLine} />
    <SignCell line={line} />
    <TextCell line={line} sides={sides} />
  </>
)

/** Both texts in one row. */
export const BesideRow = ({ row, sides }: { readonly row: SideRow; readonly sides: ColouredSides }): ReactNode => (
  <div className={`diff-line ${row.left?.kind === 'gap' ? 'is-gap' : ''}`} role="row">
    <BesideCells row={row} sides={sides} />
  </div>
)

export const BesideCells = ({ row, sides }: { readonly row: SideRow; readonly sides: ColouredSides }): ReactNode => (
  <>
    <Half line={row.left} number={row.left?.oldLine} sides={sides} />
    <Half line={row.right} number={row.right?.newLine} sides={sides} />
  </>
)

interface HalfProps {
  readonly line: MarkedLine | undefined
  readonly number: number | undefined
  readonly sides: ColouredSides
}

const Half = ({ line, number, sides }: HalfProps): ReactNode => {
  if (line === undefined) return <span className="diff-half is-absent" role="cell" />
  return (
    <span className={`diff-half is-${line.kind}`} role="cell">
      <span className="diff-half-line">
        <span className="diff-number">{number}</span>
        <span className="diff-sign" role="img" aria-label={signLabels[line.kind]}>
          {signs[line.kind]}
        </span>
        <LineText line={line} sides={sides} />
      </span>
    </span>
  )
}

const NumberCell = ({ number }: { readonly number: number | undefined }): ReactNode => (
  <span className="diff-number" role="cell">
    {number}
  </span>
)

const SignCell = ({ line }: { readonly line: DiffLine }): ReactNode => (
  <span className="diff-sign" role="cell" aria-label={signLabels[line.kind]}>
    {signs[line.kind]}
  </span>
)

const TextCell = (props: LineTextProps): ReactNode => (
  <span role="cell">
    <LineText {...props} />
  </span>
)

interface LineTextProps {
  readonly line: MarkedLine
  readonly sides: ColouredSides
}

const LineText = ({ line, sides }: LineTextProps): ReactNode => {
  const plain: readonly ColouredText[] = [{ text: line.text, classes: '' }]
  return (
    <span className="diff-text">
      {linePieces(sides.get(line.line) ?? plain, line.changed).map((piece, place) => {
        const classes = [piece.classes, piece.isChanged ? 'diff-word' : ''].filter((name) => name !== '').join(' ')
        return classes === '' ? (
          piece.text
        ) : (
          // Pieces have no identity but their place.
          <span key={place} className={classes}>
            {piece.text}
          </span>
        )
      })}
    </span>
  )
}
