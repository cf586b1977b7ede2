/** An edit, line by line, in one column or with the old and the new text side by side. */
import { Columns2, Rows2, TextWrap } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { formatCount } from '../../../../app/model/format/count.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { useFold } from '../fold-memory.tsx'
import { useDiffLook, type DiffLook } from './diff-look.ts'
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
  const isLong = lines.length > foldedLines + 4
  const shown = useMemo(() => lines.slice(0, isLong && !isOpen ? foldedLines : most), [lines, isLong, isOpen, most])
  const left = lines.length - shown.length
  return (
    <div className="diff">
      <DiffTools look={look} />
      <DiffLines lines={shown} look={look} language={language} />
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

const DiffTools = ({ look }: { readonly look: DiffLook }): ReactNode => (
  <div className="diff-tools">
    <Button
      label={look.isBeside ? 'Show edits in one column' : 'Show edits side by side'}
      isIconOnly
      isSmall
      look="quiet"
      chord="d"
      icon={look.isBeside ? <Rows2 size={14} aria-hidden="true" /> : <Columns2 size={14} aria-hidden="true" />}
      onPress={look.toggleBeside}
    />
    <Button
      label="Wrap long lines"
      isIconOnly
      isSmall
      look="quiet"
      chord="Shift+W"
      isPressed={look.isWrapped}
      icon={<TextWrap size={14} aria-hidden="true" />}
      onPress={look.toggleWrapped}
    />
  </div>
)

interface DiffLinesProps {
  readonly lines: readonly DiffLine[]
  readonly look: DiffLook
  readonly language: string | undefined
}

const DiffLines = ({ lines, look, language }: DiffLinesProps): ReactNode => {
  const sides = useMemo((): ColouredSides => colouredSides(lines, language), [lines, language])
  const hasNumbers = lines.some((line) => line.oldLine !== undefined || line.newLine !== undefined)
  const classes = ['diff-lines', look.isBeside ? 'is-beside' : '', look.isWrapped ? 'is-wrapped' : '', hasNumbers ? '' : 'is-unnumbered']
  return (
    <div
      className={classes.filter((name) => name !== '').join(' ')}
      role="table"
      aria-label="Changed lines"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      <div className="diff-rows" role="rowgroup">
        {look.isBeside ? <BesideRows lines={lines} sides={sides} /> : <UnifiedRows lines={lines} sides={sides} />}
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
