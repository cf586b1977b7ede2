/** The cost of a session, with how it is known. */
import type { ReactNode } from 'react'
import { useQuery } from '../calls/use-query.ts'
import { costWords, missingCost, noCost } from '../format/cost-words.ts'
import { ValueOrNotAvailable } from '../layout/not-available.tsx'
import { formatUsd } from '../../../app/model/format/usd.ts'

export interface SessionCostProps {
  readonly sessionId: string
  /** Without why a part is missing, where there is little room: the tooltip has it. */
  readonly isShort?: boolean
}

export const SessionCost = ({ sessionId, isShort = false }: SessionCostProps): ReactNode => {
  const call = useQuery('cost.show', { sessionId }, sessionId)
  if (call.kind === 'pending') return <span className="faint">…</span>
  if (call.kind === 'failed') return <ValueOrNotAvailable value={null} reason={call.failure.message} format={formatUsd} />
  const [cost] = call.value.groups
  if (cost === undefined) return <ValueOrNotAvailable value={null} reason={noCost} format={formatUsd} />
  const missing = missingCost(cost)
  const words = [costWords(cost), missing].filter((part) => part !== '').join('. ')
  return (
    <span title={words}>
      <ValueOrNotAvailable value={cost.usd} reason={cost.reason ?? noCost} format={formatUsd} />
      {cost.usd === null ? null : <span className="visually-hidden"> {words}</span>}
      {missing === '' || cost.usd === null ? null : <span className="faint"> and more{isShort ? '' : `. ${missing}`}</span>}
    </span>
  )
}
