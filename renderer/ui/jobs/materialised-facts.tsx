/** The parts of a rebuilt conversation, and what was lost. */
import type { ReactNode } from 'react'
import type { MaterialisedView } from '../../../app/contract/materialise.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { LostList } from './lost-list.tsx'
import { ValueOrNotAvailable } from '../layout/not-available.tsx'
import '../forms/forms.css'

export const MaterialisedFacts = ({ view }: { readonly view: MaterialisedView }): ReactNode => (
  <>
    <dl className="facts">
      <dt>Commits</dt>
      <dd title={view.commits.join(' ')}>
        {countOf(view.commitCount, 'commit')}
        {view.commits.length > 1 ? <span className="faint mono">{` ${view.commits[0] ?? ''} … ${view.commits.at(-1) ?? ''}`}</span> : null}
      </dd>
      <dt>Tier</dt>
      <dd>
        <strong>{view.tier}</strong> <span className="faint">{tierWords[view.tier]}</span>
      </dd>
      <dt>Format</dt>
      <dd className="mono">{view.format}</dd>
      <dt>Items</dt>
      <dd>{formatCount(view.messageCount)}</dd>
      <dt>Tokens</dt>
      <dd>
        <ValueOrNotAvailable value={view.tokenCount} reason="Some commits record no token count" format={formatCount} />
      </dd>
      <dt>Size</dt>
      <dd>
        {formatBytes(view.bytes)} <span className="faint">{view.cached ? 'from the cache' : 'just rebuilt'}</span>
      </dd>
      <dt>Artifact</dt>
      <dd className="mono">
        <ValueOrNotAvailable
          value={view.artifactRef}
          reason="The conversation is empty; the store contains no empty artifacts"
          format={(ref) => ref}
        />
      </dd>
    </dl>
    <LostList lost={view.lost} />
  </>
)

/** How well a chain says itself in a format, in words. */
const tierWords: Readonly<Record<MaterialisedView['tier'], string>> = {
  native: 'as stored',
  field: 'translated field by field',
  rendered: 'translated; some parts only as text',
  raw: 'bytes in an unknown format',
}

/** How far back a conversation goes, in words. */
export const stopWords = (stop: string): string => {
  if (stop === 'compaction') return 'from the nearest compaction'
  return stop === 'root' ? 'from the root' : `from ${stop}`
}
