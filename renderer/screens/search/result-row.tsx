/** One row of the results: the head of a session, or a passage with what was found in it marked. */
import { promptsOnlyWords } from '../../../app/model/session-status.ts'
import { memo, type ReactNode } from 'react'
import type { SearchHit, SearchSession } from '../../../app/contract/search.ts'
import { formatDate, formatDateTime } from '../../../app/model/format/instant.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { foundPieces, kindWords, titleText, type ResultRow } from './result-rows.ts'

export interface ResultRowProps {
  readonly row: ResultRow
  readonly nameOf: (project: string) => string
  readonly onOpen: (row: ResultRow) => void
}

export const ResultRowView = memo(function ResultRowView({ row, nameOf, onOpen }: ResultRowProps): ReactNode {
  const open = (): void => onOpen(row)
  return (
    <div className="result-cell" role="gridcell">
      {row.hit === undefined ? <Head session={row.session} nameOf={nameOf} onOpen={open} /> : <Hit hit={row.hit} onOpen={open} />}
    </div>
  )
})

interface HeadProps extends Pick<ResultRowProps, 'nameOf'> {
  readonly session: SearchSession
  readonly onOpen: () => void
}

const Head = ({ session, nameOf, onOpen }: HeadProps): ReactNode => (
  <>
    <button type="button" className="result-title" tabIndex={-1} title={session.title} onClick={onOpen}>
      <Found text={titleText(session)} />
    </button>
    <span className="result-facts">
      {session.isPromptsOnly ? (
        <span title="The client deleted the transcript: only the prompts are known.">{promptsOnlyWords}</span>
      ) : null}
      {session.project === '' ? null : <span title={session.project}>{nameOf(session.project)}</span>}
      {session.lastAt === null ? null : <span>{formatDate(session.lastAt)}</span>}
    </span>
  </>
)

const Hit = ({ hit, onOpen }: { readonly hit: SearchHit; readonly onOpen: () => void }): ReactNode => (
  <>
    <div className="result-about">
      <button type="button" className="link" tabIndex={-1} onClick={onOpen}>
        {kindWords(hit)}
      </button>
      {hit.isError ? <Badge look="danger">Error</Badge> : null}
      {hit.file === null ? null : <PathText path={hit.file} />}
      <span className="spring" />
      {hit.occurredAt === null ? null : <span className="result-time">{formatDateTime(hit.occurredAt)}</span>}
    </div>
    <p className="result-passage">
      <Passage hit={hit} />
    </p>
    {hit.elsewhere.length === 0 ? null : <p className="result-note">Elsewhere in the turn: {hit.elsewhere.join(', ')}</p>}
    {hit.missing.length === 0 ? null : <p className="result-note">Not found: {hit.missing.join(', ')}</p>}
  </>
)

const Passage = ({ hit }: { readonly hit: SearchHit }): ReactNode => (
  <>
    {hit.hasMoreBefore ? '…' : ''}
    <Found text={hit} />
    {hit.hasMoreAfter ? '…' : ''}
  </>
)

const Found = ({ text }: { readonly text: Pick<SearchHit, 'text' | 'ranges'> }): ReactNode =>
  // Pieces have no identity but their place.
  foundPieces(text).map((piece, at) => (piece.isFound ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>))
