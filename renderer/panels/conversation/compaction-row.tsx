/** A compaction within a conversation: how much it left of the context, and what its summary lost. */
import { ChevronDown, ChevronRight, Layers2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChainOutline } from '../../../app/contract/reader.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { CompactionSizes } from '../reader/compaction-sizes.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { compactionShare } from '../reader/compaction-share.ts'
import { useFold } from '../reader/fold-memory.tsx'

export type CompactionPlace = ChainOutline['compactions'][number]

export interface CompactionRowProps {
  readonly compaction: CompactionPlace
  /** Searches the conversation for what was lost. */
  readonly onFind: (text: string) => void
}

export const CompactionRow = (props: CompactionRowProps): ReactNode =>
  props.compaction.isMicro ? (
    <section className="compaction-row" aria-label="Microcompaction">
      <div className="compaction-row-line">
        <Layers2 size={14} aria-hidden="true" />
        <strong>Microcompaction</strong>
        <span className="faint">The client removed old tool results from the context.</span>
      </div>
    </section>
  ) : (
    <WholeCompaction {...props} />
  )

const WholeCompaction = ({ compaction, onFind }: CompactionRowProps): ReactNode => {
  const { commitId, row, trigger, preTokens, postTokens } = compaction
  const [isOpen, toggle] = useFold(`compaction ${commitId} ${row}`, false)
  const share = compactionShare({ preTokens, postTokens })
  return (
    <section className="compaction-row" aria-label="Compaction">
      <div className="compaction-row-line">
        <Layers2 size={14} aria-hidden="true" />
        <strong>Compaction</strong>
        <span className="faint">{trigger ?? ''}</span>
        <CompactionSizes {...compaction} />
        {share === undefined ? null : <span className="faint">{share.words}</span>}
        <button type="button" className="link compaction-lost" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? <ChevronDown size={12} aria-hidden="true" /> : <ChevronRight size={12} aria-hidden="true" />}
          What was lost
        </button>
      </div>
      {isOpen ? <LostItems commitId={commitId} onFind={onFind} /> : null}
    </section>
  )
}

/** Items listed, at most. */
const maxLost = 200

interface LostItemsProps {
  readonly commitId: string
  readonly onFind: (text: string) => void
}

const LostItems = ({ commitId, onFind }: LostItemsProps): ReactNode => {
  const call = useQuery('analytics.ask', { name: 'compaction-survival', parameters: { commit: commitId }, limit: 5000 })
  return (
    <Loaded call={call} what="Comparing the summary with what was before it">
      {({ rows }) => {
        const lost = rows.filter((row) => row['survives'] === false)
        if (rows.length === 0) return <p className="faint">Nothing to compare: no path, command, number or decision before it.</p>
        return (
          <>
            <p className="faint">
              The summary contains {formatCount(rows.length - lost.length)} of {formatCount(rows.length)} paths, commands, numbers and
              decisions. {lost.length === 0 ? '' : 'The others, most frequent first:'}
            </p>
            <ul className="lost-items">
              {lost.slice(0, maxLost).map((row, place) => (
                <li key={place}>
                  <span className="faint">{String(row['kind'])}</span>
                  <LostItem item={String(row['item'])} isPath={row['kind'] === 'path'} onFind={onFind} />
                  <span className="faint">{countOf(Number(row['times']), 'time')}</span>
                </li>
              ))}
            </ul>
            {lost.length > maxLost ? <p className="faint">And {formatCount(lost.length - maxLost)} more.</p> : null}
          </>
        )
      }}
    </Loaded>
  )
}

interface LostItemProps extends Pick<LostItemsProps, 'onFind'> {
  readonly item: string
  readonly isPath: boolean
}

const LostItem = ({ item, isPath, onFind }: LostItemProps): ReactNode => (
  <button type="button" className="link mono" aria-label={item} title="Find in the conversation" onClick={() => onFind(item)}>
    {isPath ? <PathText path={item} /> : item}
  </button>
)
