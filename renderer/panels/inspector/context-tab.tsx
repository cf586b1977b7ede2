/** What filled the window at the commit in view, and how large it was until then. */
import type { ReactNode } from 'react'
import type { ContextChain } from '../../../app/contract/context.ts'
import type { CommitView } from '../../../app/contract/commits.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { CompactionSizes } from '../reader/compaction-sizes.tsx'
import { ContextLens, type ContextLensProps } from '../reader/context/context-lens.tsx'
import { openPart } from '../reader/context/open-part.ts'
import { compactionIn, contextAt } from './context-at.ts'
import type { InspectedProps, InspectorTab } from './tab.ts'

const ContextTab = ({ detail: { commit }, onRecord, onHold }: InspectedProps): ReactNode => {
  const open: ContextLensProps['onPart'] = (part) =>
    openPart(part, commit, (record) => {
      onHold()
      onRecord(record)
    })
  return (
    <>
      <ThisCompaction commit={commit} />
      <ContextLens commit={commit} onPart={open}>
        <Sizes commit={commit} />
      </ContextLens>
    </>
  )
}

/** undefined while it is not known, and for a chain without usage. */
const useChain = ({ sessionId, chain }: CommitView): ContextChain | undefined => {
  const call = useQuery('session.context', { sessionId }, sessionId)
  return call.kind === 'done' ? call.value.chains.find((each) => each.chain === chain) : undefined
}

const ThisCompaction = ({ commit }: { readonly commit: CommitView }): ReactNode => {
  const chain = useChain(commit)
  const compaction = chain && compactionIn(chain, commit)
  if (compaction === undefined) return null
  return (
    <p className="inspector-compaction">
      This compaction: <CompactionSizes {...compaction} />
    </p>
  )
}

const Sizes = ({ commit }: { readonly commit: CommitView }): ReactNode => {
  const chain = useChain(commit)
  const context = chain && contextAt(chain, commit)
  if (context === undefined) return null
  const { reply: now, before, isEarlier, largest, compactions } = context
  return (
    <>
      <dt>In this commit</dt>
      <dd>{before === undefined || isEarlier ? 'n/a' : `${changeText(Number(now.tokens) - Number(before.tokens))} tokens`}</dd>
      <dt>Output of the reply</dt>
      <dd>
        <ValueOrNotAvailable value={now.outputTokens} reason="The recorded value is not a valid count" format={formatCount} />
      </dd>
      <dt>Largest so far</dt>
      <dd>{formatCount(largest)}</dd>
      <dt>Compactions so far</dt>
      <dd>{formatCount(compactions)}</dd>
    </>
  )
}

const changeText = (change: number): string => (change < 0 ? `−${formatCount(-change)}` : `+${formatCount(change)}`)

export const contextTab: InspectorTab = { id: 'context', title: 'Context', component: ContextTab }
