/** What stands around the place that is looked at, and where to go from there. */
import { ArrowRight, Filter } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TextHit } from '../../../app/contract/search.ts'
import type { SearchAddress } from './address.ts'
import { sessionAddress } from '../session/address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { projectName } from '../../ui/format/format-path.ts'
import { go, refine } from '../../ui/address/location.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import { Excerpt } from './search-columns.tsx'

export const openHit = (hit: TextHit): void =>
  go(sessionAddress(hit.sessionId, 'conversation', hit.commitId ?? undefined, recordPlaceKey(hit)))

export interface HitPaneProps {
  readonly address: SearchAddress
  readonly hit: TextHit | undefined
}

export const HitPane = ({ address, hit }: HitPaneProps): ReactNode => {
  if (hit === undefined) return <Empty title="No text selected">Move with j and k. Enter opens the commit.</Empty>
  return (
    <section className="search-pane" aria-label="Match">
      <div className="search-pane-head">
        <h2>{hit.title}</h2>
        <span className="spring" />
        {address.session === undefined ? (
          <Button
            label="Only this session"
            isSmall
            icon={<Filter size={14} aria-hidden="true" />}
            onPress={() => refine({ ...address, session: hit.sessionId, project: undefined })}
          />
        ) : null}
        {address.project === undefined && hit.project !== '' ? (
          <Button
            label={`Only ${projectName(hit.project)}`}
            isSmall
            hint={`Only sessions of ${hit.project}`}
            icon={<Filter size={14} aria-hidden="true" />}
            onPress={() => refine({ ...address, project: hit.project, session: undefined })}
          />
        ) : null}
        <Button label="Open commit" isSmall icon={<ArrowRight size={14} aria-hidden="true" />} onPress={() => openHit(hit)} />
      </div>
      <p className="search-said">
        <Excerpt hit={hit} />
      </p>
      <p className="faint">
        {hit.commitId === null ? 'In no commit' : <span className="mono">{hit.commitId}</span>}, line {formatCount(hit.line)} of its
        transcript; a text of {formatCount(hit.chars)} characters
      </p>
    </section>
  )
}
