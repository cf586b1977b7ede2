/** The cost of a session by model, with the source of each number. */
import type { ReactNode } from 'react'
import type { CostGroup, CostView } from '../../../app/contract/cost.ts'
import { costWords, missingCost } from '../../ui/format/cost-words.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { formatUsd } from '../../../app/model/format/usd.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import { understatedWords } from '../../ui/layout/understated.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'

export const CostSection = ({ sessionId }: { readonly sessionId: string }): ReactNode => {
  const call = useQuery('cost.show', { by: 'model', sessionId }, sessionId)
  return (
    <Loaded call={call} what="Adding up costs">
      {(cost) => <CostTable cost={cost} />}
    </Loaded>
  )
}

const CostTable = ({ cost: { groups } }: { readonly cost: CostView }): ReactNode => {
  if (groups.length === 0) return <Empty title="No usage is recorded" />
  return (
    <table className="figures-table">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">Replies</th>
          <th scope="col">Cost</th>
          <th scope="col" className="cost-words">
            Basis
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <ModelRow key={group.group} group={group} />
        ))}
      </tbody>
    </table>
  )
}

const ModelRow = ({ group }: { readonly group: CostGroup }): ReactNode => (
  <tr>
    <th scope="row">{group.group}</th>
    <td>{formatCount(group.replies)}</td>
    <td>
      <ValueOrNotAvailable value={group.usd} reason={group.reason ?? 'No price available'} format={formatUsd} />
    </td>
    <td className="cost-words faint">
      {[costWords(group), missingCost(group), understatedWords([group])].filter((part) => part !== '').join('. ')}
    </td>
  </tr>
)
