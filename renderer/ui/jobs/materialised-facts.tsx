/** What a rebuilt conversation is made of, and what was lost on the way. */
import type { ReactNode } from 'react'
import type { MaterialisedView } from '../../../app/contract/materialise.ts'
import { formatBytes } from '../format/format-bytes.ts'
import { countOf, formatCount } from '../format/format-count.ts'
import { LostList } from './lost-list.tsx'
import { Known } from '../layout/not-known.tsx'
import { tierWords } from './tier-words.ts'
import '../forms/forms.css'

export const MaterialisedFacts = ({ view }: { readonly view: MaterialisedView }): ReactNode => (
  <>
    <dl className="facts">
      <dt>Made of</dt>
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
        <Known value={view.tokenCount} reason="Not every commit says how many it holds" format={formatCount} />
      </dd>
      <dt>Size</dt>
      <dd>
        {formatBytes(view.bytes)} <span className="faint">{view.cached ? 'rebuilt earlier, read again' : 'rebuilt just now'}</span>
      </dd>
      <dt>Artifact</dt>
      <dd className="mono">
        <Known value={view.artifactRef} reason="It is empty, and nothing empty is stored" format={(ref) => ref} />
      </dd>
    </dl>
    <LostList lost={view.lost} />
  </>
)
