/** Two conversations beside each other: what they have in common, and from where they part, row beside row. */
import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ComparisonView } from '../../../app/contract/commits.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { go } from '../../ui/address/location.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { useJobQuery } from '../../ui/jobs/use-job-query.ts'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { conversationPlace } from '../session/address.ts'
import type { CompareAddress } from './address.ts'
import { CompareReadings } from './compare-readings.tsx'
import '../../panels/reader/reader.css'
import '../../panels/conversation/conversation.css'
import './compare.css'

export const CompareScreen = ({ address }: { readonly address: CompareAddress }): ReactNode => {
  const { left, right } = address
  const call = useJobQuery('compare.start', { left, right })
  const swap = (): void => go({ ...address, left: right, right: left })
  useCommands([
    { id: 'compare.swap', title: 'Swap sides', group: 'Comparison', keys: ['x'], run: swap },
    { id: 'compare.back', title: 'Close comparison', group: 'Comparison', keys: ['Esc'], run: () => window.history.back() },
  ])
  return (
    <section className="screen" aria-label="Comparison">
      <Loaded call={call} what="Comparing">
        {(comparison) => <Comparison key={`${comparison.left} ${comparison.right}`} comparison={comparison} onSwap={swap} />}
      </Loaded>
    </section>
  )
}

interface ComparisonProps {
  readonly comparison: ComparisonView
  readonly onSwap: () => void
}

const Comparison = ({ comparison, onSwap }: ComparisonProps): ReactNode => {
  const { left, right, onlyLeft, onlyRight } = comparison
  const bar = (controls: ReactNode): ReactNode => (
    <div className="bar compare-bar">
      <h1>Comparison</h1>
      <Common comparison={comparison} />
      <span className="spring" />
      {controls}
      <Button label="Swap" isSmall chord="x" icon={<ArrowLeftRight size={14} aria-hidden="true" />} onPress={onSwap} />
    </div>
  )
  if (onlyLeft.commits.length > 0 && onlyRight.commits.length > 0) return <CompareReadings comparison={comparison} bar={bar} />
  return (
    <>
      {bar(null)}
      <Contained comparison={comparison} />
      <NextCommand label="Run in a terminal" command={shellCommand('strata', 'diff', left, right)} />
    </>
  )
}

const Common = ({ comparison: { mergeBase, common } }: Pick<ComparisonProps, 'comparison'>): ReactNode =>
  mergeBase === null ? (
    <span className="faint">No commits in common</span>
  ) : (
    <span className="compare-common">
      <span>{countOf(common, 'commit')} in common, up to</span>
      <button type="button" className="link" title={mergeBase.summary} onClick={() => go(conversationPlace(mergeBase))}>
        <span className="mono">{mergeBase.commitId}</span> {mergeBase.summary}
      </button>
    </span>
  )

/** One side is the beginning of the other one, or the same. */
const Contained = ({ comparison: { left, right, onlyLeft, onlyRight } }: Pick<ComparisonProps, 'comparison'>): ReactNode => {
  const [longer, shorter, only] = onlyLeft.commits.length > 0 ? [left, right, onlyLeft] : [right, left, onlyRight]
  const first = only.commits.at(-1)
  if (first === undefined) return <Empty title="Both sides are the same commit">{`Nothing differs from ${left}.`}</Empty>
  return (
    <Empty
      title={`${longer} continues ${shorter}: ${countOf(only.commits.length, 'commit')}`}
      actions={<Button label="Read what was added" onPress={() => go(conversationPlace(first))} />}
    >
      {[countOf(only.humanPrompts, 'prompt'), countOf(only.toolCalls, 'tool call'), countOf(only.errors, 'error')].join(', ')}
    </Empty>
  )
}
