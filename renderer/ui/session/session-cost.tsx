/** The cost of a session, with how it is known. */
import type { ReactNode } from 'react'
import { useQuery } from '../calls/use-query.ts'
import { costWords, isLowCost, missingCost, noCost } from '../format/cost-words.ts'
import { NotAvailable, ValueOrNotAvailable } from '../layout/not-available.tsx'
import { understatedWords } from '../layout/understated.tsx'
import type { CostGroup } from '../../../app/contract/cost.ts'
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
  return (
    <>
      <AmountOfCost cost={cost} format={formatUsd} />
      {missing === '' || cost.usd === null || isShort ? null : <span className="faint"> {missing}</span>}
    </>
  )
}

/** The value, with a sign where the real cost is higher, and the words that say how it is known. */
export const AmountOfCost = ({
  cost,
  format,
}: {
  readonly cost: CostGroup | undefined
  readonly format: (usd: number) => string
}): ReactNode => {
  if (cost?.usd === undefined || cost.usd === null) return <NotAvailable reason={cost?.reason ?? noCost} />
  const words = [costWords(cost), missingCost(cost), understatedWords([cost])].filter((part) => part !== '').join('. ')
  return (
    <span title={words}>
      {isLowCost(cost) ? <span aria-hidden="true">≥ </span> : null}
      {format(cost.usd)}
      <span className="visually-hidden"> {words}</span>
    </span>
  )
}
