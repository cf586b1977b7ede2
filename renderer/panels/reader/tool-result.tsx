/** What a tool answered: text, folded when long, and pictures. */
import type { ReactNode } from 'react'
import type { ToolResultView } from '../../../app/contract/reader.ts'
import { FoldedText } from './folded-text.tsx'
import { InlineImage } from './inline-image.tsx'
import { WholeOutput } from './whole-output.tsx'

const shownLines = 14

export const ToolResult = ({ name, result }: { readonly name: string; readonly result: ToolResultView }): ReactNode => (
  <div className={`tool-result ${result.isError ? 'is-error' : ''}`}>
    {result.text === '' && result.images.length === 0 ? <span className="faint">The result is empty.</span> : null}
    {result.text === '' ? null : <FoldedText name={name} text={result.text} chars={result.chars} lines={shownLines} />}
    {result.persisted === null ? null : <WholeOutput name={`${name} whole`} persisted={result.persisted} />}
    {result.images.map((image, place) => (
      <InlineImage key={place} mediaType={image.mediaType} dataUrl={image.dataUrl} />
    ))}
  </div>
)
