/** A document in a conversation: its name, pages and size, and its text where the transcript has one. */
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentView } from '../../../app/contract/media.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { PathText } from '../../ui/layout/path-text.tsx'
import { FoldedText } from './folded-text.tsx'

const pdf = 'application/pdf'

const kindOf = (mediaType: string): string => (mediaType === pdf ? 'PDF' : mediaType)

export const DocumentCard = ({ name, document }: { readonly name: string; readonly document: DocumentView }): ReactNode => {
  const { mediaType, bytes, pages, text } = document
  const figures = [
    kindOf(mediaType),
    pages === null ? (mediaType === pdf ? 'pages n/a' : '') : countOf(pages, 'page'),
    bytes === null ? 'size n/a' : formatBytes(bytes),
  ]
    .filter((part) => part !== '')
    .join(', ')
  return (
    <div className="document-card" role="group" aria-label={`Document: ${document.name ?? 'without a name'}`}>
      <div className="document-head">
        <FileText size={14} aria-hidden="true" />
        {document.name === null ? <span>Document without a name</span> : <PathText path={document.name} />}
        <span className="faint" title={mediaType}>
          {figures}
        </span>
      </div>
      {text === null ? null : <FoldedText name={name} text={firstPage(text)} lines={8} />}
    </div>
  )
}

/** Pages of a document that is text are divided by form feeds. */
const firstPage = (text: string): string => text.replace(/^\f+/, '').split('\f', 1)[0] ?? ''
