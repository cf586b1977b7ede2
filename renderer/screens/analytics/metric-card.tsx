/** One metric on a board: its title, its picture, the first rows, and the actions on them. */
import { useRef, type ReactNode } from 'react'
import type { AnalyticsMetric } from '../../../app/contract/analytics.ts'
import type { Grouping } from '../../../app/model/metric.ts'
import type { AnalyticsAddress } from './address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerChart } from './answer-chart.tsx'
import { AnswerNotes } from './answer-notes.tsx'
import { askedOf } from './query-from-address.ts'
import type { ChartSpec } from './boards.ts'
import { ShortTable } from './short-table.tsx'

export interface MetricCardProps {
  readonly metric: AnalyticsMetric
  readonly by: Grouping
  readonly chart: ChartSpec
  readonly title: string
  readonly address: AnalyticsAddress
}

/** Enough for any picture. */
const maxRows = 2000

export const MetricCard = ({ metric, by, chart, title, address }: MetricCardProps): ReactNode => {
  const figure = useRef<HTMLElement>(null)
  const call = useQuery('analytics.ask', { ...askedOf(metric, address, by), limit: maxRows })
  const page = { ...address, metric: metric.name, by: by === 'total' ? undefined : by }
  return (
    <section
      className={`analytics-card ${chart.kind === 'tiles' || chart.kind === 'table' ? 'is-wide' : ''}`}
      aria-label={by === 'total' ? title : `${title} by ${by}`}
    >
      <header>
        <h2 title={metric.row}>
          <a href={`#${formatAddress(page)}`}>{title}</a>
          {by === 'total' ? null : <span className="faint"> by {by}</span>}
        </h2>
        {call.kind === 'done' ? (
          <AnswerActions answer={call.value} figure={chart.kind === 'table' || chart.kind === 'tiles' ? undefined : figure} />
        ) : null}
      </header>
      <Loaded call={call} what="Counting">
        {(answer) => (
          <>
            <figure ref={figure} className="analytics-figure">
              <AnswerChart answer={answer} spec={chart} address={address} by={by} />
            </figure>
            {chart.kind === 'tiles' ? null : <ShortTable answer={answer} address={address} by={by} page={page} />}
            <AnswerNotes answer={answer} />
          </>
        )}
      </Loaded>
    </section>
  )
}
