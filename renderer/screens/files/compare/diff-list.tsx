/** The lines of a comparison, in one column or side by side; long unchanged stretches are folded. */
import { useMemo, useState, type ReactNode } from 'react'
import { countOf } from '../../../../app/model/format/count.ts'
import { languageOf } from '../../../panels/reader/diff/coloured-lines.ts'
import { colouredSides, type ColouredSides } from '../../../panels/reader/diff/coloured-sides.ts'
import { useDiffLook } from '../../../panels/reader/diff/diff-look.ts'
import { BesideCells, UnifiedCells } from '../../../panels/reader/diff/diff-rows.tsx'
import type { DiffLine } from '../../../panels/reader/diff/edit-diff.ts'
import { linePairs, markedPair, pairedLines, type Pair } from '../../../panels/reader/diff/pair-lines.ts'
import { LineList } from '../lines/line-list.tsx'
import { maxLineLength, widest } from '../lines/line-text.ts'
import type { Comparison } from './compare-lines.ts'
import { foldLines, type Fold } from './fold-lines.ts'
import './compare.css'

export interface DiffListProps {
  readonly path: string
  readonly comparison: Comparison
}

interface ShownLines {
  readonly lines: readonly DiffLine[]
  /** Places of the lines that show folds. */
  readonly folds: ReadonlyMap<DiffLine, number>
}

const shownLines = (comparison: Comparison, opened: ReadonlySet<number>): ShownLines => {
  const folds = new Map<DiffLine, number>()
  const lines = foldLines(comparison.lines, opened).map((row): DiffLine => {
    if (row.kind !== 'fold') return row.text.length > maxLineLength ? { ...row, text: `${row.text.slice(0, maxLineLength)} …` } : row
    const line: DiffLine = { kind: 'gap', oldLine: undefined, newLine: undefined, text: foldText(row) }
    folds.set(line, row.at)
    return line
  })
  return { lines, folds }
}

const foldText = ({ count, isCompared }: Fold): string =>
  isCompared ? countOf(count, 'unchanged line') : `${countOf(count, 'line')} known in one version only`

const noColours: ColouredSides = new Map()
/** Longer comparisons stay plain. Lines. */
const maxColoured = 5000

export const DiffList = ({ path, comparison }: DiffListProps): ReactNode => {
  const look = useDiffLook()
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => new Set())
  const [active, setActive] = useState<number | undefined>()
  const { lines, folds } = useMemo(() => shownLines(comparison, opened), [comparison, opened])
  const sides = useMemo(
    () =>
      lines.length > maxColoured
        ? noColours
        : colouredSides(
            lines.filter(({ kind }) => kind !== 'gap'),
            languageOf(path),
          ),
    [lines, path],
  )
  const columns = useMemo(() => widest(lines.map(({ text }) => text)), [lines])
  const isBeside = look.isBeside && lines.some(({ kind }) => kind === 'delete') && lines.some(({ kind }) => kind === 'add')
  const beside = useMemo(() => (isBeside ? linePairs(lines) : []), [isBeside, lines])
  const unified = useMemo(() => (isBeside ? [] : pairedLines(lines)), [isBeside, lines])
  const lineAt = (index: number): DiffLine | undefined =>
    isBeside ? (beside[index]?.removed ?? beside[index]?.added) : unified[index]?.line
  const foldAt = (index: number): number | undefined => {
    const line = lineAt(index)
    return line === undefined ? undefined : folds.get(line)
  }
  const unfold = (at: number): void => setOpened(new Set([...opened, at]))
  const cells = (index: number): ReactNode => {
    const fold = foldAt(index)
    if (fold !== undefined) return <FoldCell text={lineAt(index)?.text ?? ''} onPress={() => unfold(fold)} />
    if (isBeside) return beside[index] === undefined ? null : <BesideCells row={markedPair(beside[index])} sides={sides} />
    const row = unified[index]
    return row === undefined ? null : <UnifiedCells line={markedIn(row.line, row.pair)} sides={sides} />
  }
  return (
    <div className={`file-body file-diff ${isBeside ? 'is-two' : ''}`}>
      <LineList
        label="Changed lines"
        count={isBeside ? beside.length : unified.length}
        columns={isBeside ? 2 * columns : columns}
        besidePx={isBeside ? 160 : 130}
        isWrapped={look.isWrapped}
        active={active}
        onActive={setActive}
        onOpen={(index) => {
          const fold = foldAt(index)
          if (fold !== undefined) unfold(fold)
        }}
        lineClass={(index) => (isBeside ? 'diff-line' : `diff-line is-${lineAt(index)?.kind ?? 'context'}`)}
        draw={cells}
      />
    </div>
  )
}

const markedIn = (line: DiffLine, pair: Pair) => {
  const { left, right } = markedPair(pair)
  return (line === pair.removed ? left : right) ?? { ...line, line, changed: [] }
}

const FoldCell = ({ text, onPress }: { readonly text: string; readonly onPress: () => void }): ReactNode => (
  <span className="diff-fold" role="gridcell">
    <button type="button" className="link" tabIndex={-1} onClick={onPress}>
      ⋯ {text}
    </button>
  </span>
)
