/** Cells of a notebook: kind, source with syntax colours, outputs. */
import type { ReactNode } from 'react'
import type { CellView } from '../../../app/contract/media.ts'
import { CodeText } from './code-text.tsx'
import { FoldedText } from './folded-text.tsx'
import { InlineImage } from './inline-image.tsx'
import { Markdown } from './markdown.tsx'

export const NotebookCells = ({ name, cells }: { readonly name: string; readonly cells: readonly CellView[] }): ReactNode => (
  <ol className="notebook" aria-label="Cells of the notebook">
    {cells.map((cell, place) => (
      <li key={place} className="notebook-cell">
        <Cell name={`${name} ${place}`} cell={cell} />
      </li>
    ))}
  </ol>
)

const Cell = ({ name, cell }: { readonly name: string; readonly cell: CellView }): ReactNode => (
  <>
    <CellHead cell={cell} />
    {cell.kind === 'markdown' ? (
      <Markdown text={cell.source} />
    ) : (
      <CodeText name={name} text={cell.source} language={cell.kind === 'code' ? (cell.language ?? 'python') : undefined} lines={20} />
    )}
    {cell.outputs.map((output, place) => (
      <div key={place} className="notebook-output">
        <span className="faint">{outputName(output.kind)}</span>
        {output.text === '' ? null : <FoldedText name={`${name} output ${place}`} text={output.text} lines={10} />}
        {output.image === null ? null : <InlineImage image={output.image} about={`output of cell ${cell.id ?? ''}`.trim()} />}
      </div>
    ))}
  </>
)

const CellHead = ({ cell }: { readonly cell: CellView }): ReactNode => (
  <div className="notebook-head faint">
    {cell.kind} cell{cell.id === null ? '' : ` ${cell.id}`}
    {cell.run === null ? '' : `, run ${cell.run}`}
  </div>
)

const outputName = (kind: string): string => `Output: ${kind.replaceAll('_', ' ')}`
