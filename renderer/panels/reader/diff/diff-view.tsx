/** An edit, line by line, in one column or with the old and the new text side by side. */
import { useMemo, useState, type ReactNode } from 'react'
import { formatCount } from '../../../../app/model/format/count.ts'
import { useFold } from '../fold-memory.tsx'
import { useDiffLook } from './diff-look.ts'
import { BesideRow, UnifiedRow } from './diff-rows.tsx'
import { colouredSides, type ColouredSides } from './coloured-sides.ts'
import type { DiffLine, EditDiff } from './edit-diff.ts'
import { markedLines, sideRows } from './pair-lines.ts'

const foldedLines = 30
/** Lines that are drawn with each press once the edit is unfolded. */
const nextLines = 1000

export interface DiffViewProps {
  readonly name: string
  readonly diff: EditDiff
  /** Name of a grammar; undefined: plain. */
  readonly language: string | undefined
}

export const DiffView = ({ name, diff, language }: DiffViewProps): ReactNode => {
  const [isOpen, toggle] = useFold(name, false)
  const [most, setMost] = useState(nextLines)
  const look = useDiffLook()
  const { lines } = diff
  // A new file has no old text to stand beside it.
  const isBeside = look.isBeside && lines.some(({ kind }) => kind !== 'add')
  const isLong = lines.length > foldedLines + 4
  const shown = useMemo(() => lines.slice(0, isLong && !isOpen ? foldedLines : most), [lines, isLong, isOpen, most])
  const left = lines.length - shown.length
  return (
    <div className="diff">
      <DiffLines lines={shown} isBeside={isBeside} isWrapped={look.isWrapped} language={language} />
      {isOpen && left > 0 ? (
        <button type="button" className="fold-more" onClick={() => setMost(most + nextLines)}>
          {`Show ${formatCount(Math.min(left, nextLines))} more lines of ${formatCount(left)}`}
        </button>
      ) : null}
      {isLong ? (
        <button type="button" className="fold-more" onClick={toggle} aria-expanded={isOpen}>
          {isOpen ? 'Fold' : `Show ${formatCount(left)} more lines`}
        </button>
      ) : null}
    </div>
  )
}

interface DiffLinesProps {
  readonly lines: readonly DiffLine[]
  readonly isBeside: boolean
  readonly isWrapped: boolean
  readonly language: string | undefined
}

const DiffLines = ({ lines, isBeside, isWrapped, language }: DiffLinesProps): ReactNode => {
  const sides = useMemo((): ColouredSides => colouredSides(lines, language), [lines, language])
  const hasNumbers = lines.some((line) => line.oldLine !== undefined || line.newLine !== undefined)
  const classes = ['diff-lines', isBeside ? 'is-beside' : '', isWrapped ? 'is-wrapped' : '', hasNumbers ? '' : 'is-unnumbered']
  return (
    <div
      className={classes.filter((name) => name !== '').join(' ')}
      role="table"
      aria-label="Changed lines"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      <div className="diff-rows" role="rowgroup">
        {isBeside ? <BesideRows lines={lines} sides={sides} /> : <UnifiedRows lines={lines} sides={sides} />}
      </div>
    </div>
  )
}

interface RowsProps {
  readonly lines: readonly DiffLine[]
  readonly sides: ColouredSides
}

const UnifiedRows = ({ lines, sides }: RowsProps): ReactNode => {
  const marked = useMemo(() => markedLines(lines), [lines])
  // Lines have no identity but their place.
  return marked.map((line, place) => <UnifiedRow key={place} line={line} sides={sides} />)
}

const BesideRows = ({ lines, sides }: RowsProps): ReactNode => {
  const rows = useMemo(() => sideRows(lines), [lines])
  return rows.map((row, place) => <BesideRow key={place} row={row} sides={sides} />)
}
