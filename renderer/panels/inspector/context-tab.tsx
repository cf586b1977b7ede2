/** How large the model's context was at the commit in view. */
import type { ReactNode } from 'react'
import type { ContextChain, ContextReply } from '../../../app/contract/context.ts'
import type { CommitView } from '../../../app/contract/commits.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { CompactionSizes } from '../reader/compaction-sizes.tsx'
import { compactionIn, contextAt } from './context-at.ts'
import { ContextItems } from './context-items.tsx'
import type { InspectedProps, InspectorTab } from './tab.ts'

const ContextTab = (props: InspectedProps): ReactNode => (
  <div className="inspector-scroll">
    <ContextSize {...props} />
    <ContextItems {...props} />
  </div>
)

const ContextSize = ({ detail: { commit } }: InspectedProps): ReactNode => {
  const { sessionId } = commit
  const call = useQuery('session.context', { sessionId }, sessionId)
  return (
    <Loaded call={call} what="Reading the sizes of the context">
      {({ chains, unknownBecause }) => {
        const chain = chains.find((each) => each.chain === commit.chain)
        if (chain === undefined) return <p className="faint">n/a: {unknownBecause ?? 'no usage is recorded'}.</p>
        return <ContextFacts chain={chain} commit={commit} />
      }}
    </Loaded>
  )
}

interface ContextFactsProps {
  readonly chain: ContextChain
  readonly commit: CommitView
}

const ContextFacts = ({ chain, commit }: ContextFactsProps): ReactNode => {
  const context = contextAt(chain, commit)
  if (context === undefined) return <p className="faint">n/a: no reply with usage up to this commit.</p>
  const { reply: now, before, isEarlier, largest, compactions } = context
  const compaction = compactionIn(chain, commit)
  const parts = [
    ['Read from the cache', now.cacheReadTokens],
    ['Written to the cache', now.cacheWriteTokens],
    ['Uncached input', now.inputTokens],
  ] as const
  return (
    <>
      <h3>{isEarlier ? 'Context at the last reply before this commit' : 'Context at the last reply of this commit'}</h3>
      <ContextBar parts={parts} />
      <dl className="facts">
        {compaction === undefined ? null : (
          <>
            <dt>This compaction</dt>
            <dd>
              <CompactionSizes {...compaction} />
            </dd>
          </>
        )}
        <dt>Tokens</dt>
        <dd>
          {formatCount(now.tokens)}
          {before === undefined || isEarlier ? '' : ` (${changeText(Number(now.tokens) - Number(before.tokens))} in this commit)`}
        </dd>
        {parts.map(([name, value]) => (
          <PartFact key={name} name={name} value={value} />
        ))}
        <PartFact name="Output of the reply" value={now.outputTokens} />
        <dt>Model</dt>
        <dd>{now.model === '' ? 'n/a' : now.model}</dd>
        <dt>Time</dt>
        <dd>
          <ValueOrNotAvailable value={now.at} reason="The reply has no readable time" format={formatInstant} />
        </dd>
        <dt>Largest so far</dt>
        <dd>{formatCount(largest)}</dd>
        <dt>Compactions so far</dt>
        <dd>{formatCount(compactions)}</dd>
      </dl>
    </>
  )
}

const changeText = (change: number): string => (change < 0 ? `−${formatCount(-change)}` : `+${formatCount(change)}`)

type Value = ContextReply['inputTokens']

const PartFact = ({ name, value }: { readonly name: string; readonly value: Value }): ReactNode => (
  <>
    <dt>{name}</dt>
    <dd>
      <ValueOrNotAvailable value={value} reason="The recorded value is not a valid count" format={formatCount} />
    </dd>
  </>
)

const ContextBar = ({ parts }: { readonly parts: readonly (readonly [string, Value])[] }): ReactNode => {
  const total = parts.reduce((sum, [, value]) => sum + Number(value ?? 0), 0)
  if (total === 0) return null
  return (
    <div className="context-bar" aria-hidden="true">
      {parts.map(([name, value], place) => (
        <span key={name} className={`context-part-${place}`} title={name} style={{ flexGrow: Number(value ?? 0) / total }} />
      ))}
    </div>
  )
}

export const contextTab: InspectorTab = { id: 'context', title: 'Context', component: ContextTab }
