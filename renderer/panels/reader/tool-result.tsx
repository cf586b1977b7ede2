/** The result of a tool: text, folded when long, images, documents, cells of a notebook. */
import type { ReactNode } from 'react'
import type { ToolResultView } from '../../../app/contract/reader.ts'
import { FoldedText } from './folded-text.tsx'
import { InlineImage } from './inline-image.tsx'
import { DocumentCard } from './document-card.tsx'
import { NotebookCells } from './notebook-cells.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useFold } from './fold-memory.tsx'
import { TextPage } from './text-page.tsx'

const shownLines = 14

export interface ToolResultProps {
  readonly name: string
  readonly toolUseId: string
  readonly result: ToolResultView
  /** The source of the result, for example a path. */
  readonly about?: string
}

export const ToolResult = ({ name, toolUseId, result, about = 'a tool result' }: ToolResultProps): ReactNode => (
  <div className={`tool-result ${result.isError ? 'is-error' : ''}`}>
    {isEmpty(result) ? <span className="faint">The result is empty.</span> : null}
    {result.cells === null ? <ResultText name={name} toolUseId={toolUseId} result={result} /> : null}
    {result.persisted === null ? null : <WholeOutput name={`${name} whole`} persisted={result.persisted} />}
    {result.cells === null ? null : <NotebookCells name={`${name} cells`} cells={result.cells} />}
    {result.documents.map((document, place) => (
      <DocumentCard key={place} name={`${name} document ${place}`} document={document} />
    ))}
    {result.cells === null
      ? // Images have no identity but their place.
        result.images.map((image, place) => <InlineImage key={place} image={image} about={about} />)
      : null}
  </div>
)

const isEmpty = ({ text, images, documents, cells }: ToolResultView): boolean =>
  text === '' && images.length === 0 && documents.length === 0 && cells === null

/** The client marks its own errors for the model. */
const withoutErrorTags = (text: string): string => /^<tool_use_error>([\s\S]*)<\/tool_use_error>\s*$/.exec(text)?.[1] ?? text

const ResultText = ({ name, toolUseId, result }: Omit<ToolResultProps, 'about'>): ReactNode => {
  if (result.text === '') return null
  const text = withoutErrorTags(result.text)
  const chars = result.chars - (result.text.length - text.length)
  return (
    <FoldedText
      name={name}
      text={text}
      chars={chars}
      lines={shownLines}
      isTail={result.isError}
      place={{ recordUuid: result.recordUuid, toolUseId }}
    />
  )
}

type Persisted = NonNullable<ToolResultView['persisted']>

/** The whole output of a tool that the transcript holds the beginning of only: fetched from the file beside it on demand. */
const WholeOutput = ({ name, persisted }: { readonly name: string; readonly persisted: Persisted }): ReactNode => {
  const [isOpen, toggle] = useFold(name, false)
  if (persisted.sourceId === null) return <span className="faint">The whole output was in {persisted.path}, which was not imported.</span>
  const size = persisted.bytes === null ? '' : ` (${formatBytes(persisted.bytes)})`
  return (
    <div className="whole-output">
      <button type="button" className="fold-more" onClick={toggle} aria-expanded={isOpen}>
        {isOpen ? 'Hide the whole output' : `Show the whole output${size}`}
      </button>
      {isOpen ? <OutputText sourceId={persisted.sourceId} /> : null}
    </div>
  )
}

/** A megabyte of the output, and the next one when asked for. */
const OutputText = ({ sourceId, from = 0 }: { readonly sourceId: string; readonly from?: number }): ReactNode => (
  <TextPage
    label="Whole output"
    call={useQuery('source.text', { sourceId, from })}
    pageOf={({ bytes, ...page }) => ({ ...page, end: bytes })}
    formatLeft={formatBytes}
    next={(to) => <OutputText sourceId={sourceId} from={to} />}
  />
)
