/** What a session cost: a row of its facts. */
import type { ReactNode } from 'react'
import type { CallState } from '../../ui/calls/use-call.ts'
import type { CostView } from '../../../app/contract/cost.ts'
import { costWords, missingCost, noCost } from '../../ui/format/cost-words.ts'
import { formatUsd } from '../../ui/format/format-usd.ts'
import { Known } from '../../ui/layout/not-known.tsx'
import { useCall } from '../../ui/calls/use-call.ts'

export const SessionCost = ({ sessionId }: { readonly sessionId: string }): ReactNode => {
  const call = useCall('cost.show', { sessionId }, sessionId)
  return (
    <>
      <dt>Cost</dt>
      <dd>
        <Cost call={call} />
      </dd>
    </>
  )
}

const Cost = ({ call }: { readonly call: CallState<CostView> }): ReactNode => {
  if (call.kind === 'pending') return <span className="faint">…</span>
  if (call.kind === 'failed') return <Known value={null} reason={call.failure.message} format={formatUsd} />
  const [cost] = call.value.groups
  if (cost === undefined) return <Known value={null} reason={noCost} format={formatUsd} />
  const missing = missingCost(cost)
  return (
    <span title={costWords(cost)}>
      <Known value={cost.usd} reason={cost.reason ?? noCost} format={formatUsd} />
      {cost.usd === null ? null : <span className="visually-hidden"> {costWords(cost)}</span>}
      {missing === '' || cost.usd === null ? null : <span className="faint"> and more. {missing}</span>}
    </span>
  )
}
