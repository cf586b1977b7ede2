/** A card about one compaction when none was chosen: the newest that the filters leave. */
import type { ReactNode } from 'react'
import type { AnalyticsQuestion } from '../../../app/contract/analytics.ts'
import { Answered, Empty } from '../../ui/layout/states.tsx'
import { useCall } from '../../ui/calls/use-call.ts'
import { askedOf } from './asked.ts'
import { QuestionCard, type QuestionCardProps } from './question-card.tsx'

export interface NewestCompactionProps extends QuestionCardProps {
  /** The question that lists compactions, newest first. */
  readonly list: AnalyticsQuestion
}

const mostLooked = 200

export const NewestCompaction = ({ list, ...card }: NewestCompactionProps): ReactNode => {
  const call = useCall('analytics.ask', { ...askedOf(list, card.address, 'total'), limit: mostLooked })
  return (
    <Answered call={call} what="Looking for a compaction">
      {({ rows }) => {
        const commit = rows.map((row) => row['commit_id']).find((id) => typeof id === 'string')
        if (commit === undefined) return <Empty title="No compaction">None that a commit holds fits the filters.</Empty>
        return <QuestionCard {...card} address={{ ...card.address, fields: { ...card.address.fields, commit } }} />
      }}
    </Answered>
  )
}
