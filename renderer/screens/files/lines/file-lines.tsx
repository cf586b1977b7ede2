/** The lines of a file with what is said of each beside it, the gaps between them, and a foot about the active line. */
import { useMemo, useState, type ReactNode } from 'react'
import { sentenceCase } from '../../../../app/model/format/sentence-case.ts'
import { gapText, type LineGap } from '../../../../app/model/objects/known-lines.ts'
import { CodeLine } from './code-line.tsx'
import { lineColours, type TextLine } from './line-colours.ts'
import { LineList, type LineListProps } from './line-list.tsx'
import { widest } from './line-text.ts'

export interface FileLinesProps<Line extends TextLine> extends Pick<
  LineListProps,
  'label' | 'besidePx' | 'isWrapped' | 'goTo' | 'shown' | 'lineClass'
> {
  readonly path: string
  readonly rows: readonly (Line | LineGap)[]
  readonly className: string
  /** The cells before the number of a line, and before a gap. */
  readonly gutter: (row: Line | LineGap) => ReactNode
  /** @param row the active one */
  readonly foot: (row: Line | LineGap | undefined) => ReactNode
  readonly onOpen: (row: Line | LineGap) => void
}

export const FileLines = <Line extends TextLine>(props: FileLinesProps<Line>): ReactNode => {
  const { path, rows, className, gutter, foot, onOpen, ...list } = props
  const [active, setActive] = useState<number | undefined>()
  const colours = useMemo(() => lineColours(rows, path), [rows, path])
  const columns = useMemo(() => widest(rows.flatMap((row) => (row.kind === 'line' ? row.text : []))), [rows])
  const draw = (row: Line | LineGap | undefined): ReactNode =>
    row === undefined ? null : (
      <>
        {gutter(row)}
        {row.kind === 'gap' ? (
          <span className="line-gap" role="gridcell">
            {sentenceCase(gapText(row))}
          </span>
        ) : (
          <>
            <span className="line-number" role="gridcell">
              {row.number}
            </span>
            <span role="gridcell">
              <CodeLine text={row.text} pieces={colours.get(row.number)} />
            </span>
          </>
        )}
      </>
    )
  return (
    <>
      <div className={`file-body ${className}`}>
        <LineList
          {...list}
          count={rows.length}
          columns={columns}
          active={active !== undefined && active < rows.length ? active : undefined}
          onActive={setActive}
          onOpen={(index) => {
            const row = rows[index]
            if (row !== undefined) onOpen(row)
          }}
          draw={(index) => draw(rows[index])}
        />
      </div>
      <div className="file-foot">{foot(active === undefined ? undefined : rows[active])}</div>
    </>
  )
}
