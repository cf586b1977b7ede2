/** A compaction in figures: what set it off, and what it left of the context. */
import { Layers2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { analyticsAddress } from '../../screens/analytics/address.ts'
import type { AnalyticsAddress } from '../../screens/analytics/address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { CompactionSizes } from './compaction-sizes.tsx'
import type { ReadCompaction } from './reading-source.ts'
import { compactionShare } from './compaction-share.ts'

const survivalOf = (commit: string): AnalyticsAddress => ({
  ...analyticsAddress,
  board: 'compaction',
  metric: 'compaction-survival',
  fields: { commit },
})

export interface CompactionHeadProps {
  readonly compaction: ReadCompaction
  readonly preserved: number
}

export const CompactionHead = ({ compaction, preserved }: CompactionHeadProps): ReactNode => {
  const share = compactionShare(compaction)
  return (
    <section className="compaction" aria-label="Compaction">
      <div className="compaction-line">
        <Layers2 size={16} aria-hidden="true" />
        <strong>Compaction</strong>
        <span>
          <ValueOrNotAvailable value={compaction.trigger} reason="The client did not record the trigger" format={(trigger) => trigger} />
        </span>
        <CompactionSizes {...compaction} />
        {share === undefined ? null : <span className="faint">{share.words}</span>}
      </div>
      {share === undefined ? null : (
        <meter className="compaction-meter" min={0} max={1} value={share.kept} aria-label="Remaining share of the context" />
      )}
      <p className="faint">
        The summary below replaces everything before it
        {preserved === 0 ? '.' : `; ${countOf(preserved, 'message was', 'messages were')} kept word for word.`}{' '}
        <a href={`#${formatAddress(survivalOf(compaction.commitId))}`}>What the summary kept and lost</a>
      </p>
    </section>
  )
}
