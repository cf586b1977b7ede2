/** An edit, line by line. */
import type { ReactNode } from 'react'
import { formatCount } from '../../../app/model/format/count.ts'
import type { DiffLine, EditDiff } from './edit-diff.ts'
import { useFold } from './fold-memory.tsx'

const foldedLines = 30

export const DiffView = ({ name, diff }: { readonly name: string; readonly diff: EditDiff }): ReactNode => {
  const [isOpen, toggle] = useFold(name, false)
  const hasNumbers = diff.lines.some((line) => line.oldLine !== undefined || line.newLine !== undefined)
  const isLong = diff.lines.length > foldedLines + 4
  const shown = isLong && !isOpen ? diff.lines.slice(0, foldedLines) : diff.lines
  return (
    <div className="diff">
      <div
        className={`diff-lines ${hasNumbers ? '' : 'is-unnumbered'}`}
        role="table"
        aria-label="Changed lines"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        {shown.map((line, place) => (
          // Lines have no identity but their place.
          <DiffRow key={place} line={line} />
        ))}
      </div>
      {isLong ? (
        <button type="button" className="fold-more" onClick={toggle} aria-expanded={isOpen}>
          {isOpen ? 'Fold' : `Show ${formatCount(diff.lines.length - foldedLines)} more lines`}
        </button>
      ) : null}
    </div>
  )
}

const signs: Readonly<Record<DiffLine['kind'], string>> = { add: '+', delete: '−', context: ' ', gap: '⋯' }
const signLabels: Readonly<Record<DiffLine['kind'], string>> = {
  add: 'added',
  delete: 'removed',
  context: 'unchanged',
  gap: 'lines omitted',
}

const DiffRow = ({ line }: { readonly line: DiffLine }): ReactNode => (
  <div className={`diff-line is-${line.kind}`} role="row">
    <span className="diff-number" role="cell">
      {line.oldLine}
    </span>
    <span className="diff-number" role="cell">
      {line.newLine}
    </span>
    <span className="diff-sign" role="cell" aria-label={signLabels[line.kind]}>
      {signs[line.kind]}
    </span>
    <span className="diff-text" role="cell">
      {line.text}
    </span>
  </div>
)
