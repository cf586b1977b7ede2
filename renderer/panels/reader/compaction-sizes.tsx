/** The sizes before and after a compaction; where the client did not record the one after, that of the next reply. */
import type { ReactNode } from 'react'
import type { CompactionFigures } from '../../../app/contract/reader.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'

export type Sizes = Pick<CompactionFigures, 'preTokens' | 'postTokens' | 'nextTokens'>

/** In a line of text. */
export const sizesText = ({ preTokens, postTokens, nextTokens }: Sizes): string => {
  const text = (tokens: Sizes['nextTokens']): string => (tokens === null ? 'n/a' : formatCount(tokens))
  return `${text(preTokens)} → ${postTokens === null && nextTokens !== null ? `${text(nextTokens)} in the next reply` : text(postTokens)}`
}

const notRecorded = 'This version of the client does not record the size after'

export const CompactionSizes = ({ preTokens, postTokens, nextTokens }: Sizes): ReactNode => (
  <span className="compaction-tokens">
    <ValueOrNotAvailable value={preTokens} reason="The client did not record the size before" format={formatCount} /> →{' '}
    {postTokens === null && nextTokens !== null ? (
      <span title={`${notRecorded}. The next reply also contains what every request carries, and what was added since.`}>
        {countOf(nextTokens, 'token')} in the next reply
      </span>
    ) : (
      <>
        <ValueOrNotAvailable value={postTokens} reason={notRecorded} format={formatCount} /> tokens
      </>
    )}
  </span>
)
