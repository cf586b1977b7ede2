/** The surroundings of the selected text, with links to its places. */
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReasoningHit } from '../../../app/contract/reasoning.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import { Excerpt, openHit } from '../../ui/reasoning/reason-excerpt.tsx'

export const HitPane = ({ hit }: { readonly hit: ReasoningHit | undefined }): ReactNode => {
  if (hit === undefined) return <Empty title="No text selected">Move with j and k. Enter opens the conversation.</Empty>
  return (
    <section className="search-pane" aria-label="Match">
      <div className="search-pane-head">
        <h2>{hit.title}</h2>
        <span className="spring" />
        <Button label="Open" isSmall icon={<ArrowRight size={14} aria-hidden="true" />} onPress={() => openHit(hit)} />
      </div>
      <p className="search-said">
        <Excerpt hit={hit} />
      </p>
      <p className="faint">
        {hit.commitId === null ? 'In no commit' : <span className="mono">{hit.commitId}</span>}, line {formatCount(hit.fileLine)} of its
        transcript; a text of {formatCount(hit.chars)} characters
      </p>
    </section>
  )
}
