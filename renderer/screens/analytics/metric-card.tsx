/** One metric on a board: title, what it shows of what, its picture, its rows on request, and the actions on them. */
import { Table2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { AnalyticsAnswer, AnalyticsMetric, AnalyticsValues } from '../../../app/contract/analytics.ts'
import type { AnalyticsAddress } from './address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerChart } from './answer-chart.tsx'
import { AnswerNotes } from './answer-notes.tsx'
import { titleOf, type Card } from './boards.ts'
import { cardLines, type CardAnswer } from './card-words.ts'
import { inDrawnOrder } from './chart-marks.ts'
import { MetricMeaning } from './metric-meaning.tsx'
import { askedOf } from './query-from-address.ts'
import { ShortTable } from './short-table.tsx'

export interface MetricCardProps {
  readonly card: Card
  readonly metric: AnalyticsMetric
  readonly address: AnalyticsAddress
  readonly values: AnalyticsValues
}

/** Enough for any picture. */
const maxRows = 2000

const isDrawn = ({ chart }: Card): boolean => chart.kind !== 'tiles' && chart.kind !== 'table'

export const MetricCard = ({ card, metric, address, values }: MetricCardProps): ReactNode => {
  const { by } = card
  const figure = useRef<HTMLElement>(null)
  const asked = askedOf(metric, address, by)
  const call = useQuery('analytics.ask', { ...asked, limit: maxRows })
  const [hasRows, setHasRows] = useState(false)
  const page = { ...address, metric: metric.name, by: by === 'total' ? undefined : by }
  const title = titleOf(card)
  const answer = call.kind === 'done' ? call.value : undefined
  const textsOf = (shown: AnalyticsAnswer): CardAnswer => ({ answer: shown, chart: card.chart, fields: address.fields, values })
  return (
    <section className={`analytics-card ${isDrawn(card) ? '' : 'is-wide'}`} aria-label={title}>
      <header>
        <h2>
          <a href={`#${formatAddress(page)}`}>{title}</a>
        </h2>
        <span className="spring" />
        {answer === undefined ? null : (
          <>
            {isDrawn(card) && answer.rows.length > 0 ? (
              <Button
                label="Rows"
                hint={hasRows ? 'Hide the rows' : 'Show the rows in the order of the chart'}
                isSmall
                look="quiet"
                isPressed={hasRows}
                icon={<Table2 size={14} aria-hidden="true" />}
                onPress={() => setHasRows(!hasRows)}
              />
            ) : null}
            <MetricMeaning answer={answer} chart={card.chart} page={page} asked={asked} />
            <AnswerActions answer={answer} picture={isDrawn(card) ? { figure, title, ...cardLines(textsOf(answer)) } : undefined} />
          </>
        )}
      </header>
      <Loaded call={call} what="Counting">
        {(shown) => (
          <>
            <CardLines {...cardLines(textsOf(shown))} />
            <figure ref={figure} className="analytics-figure">
              <AnswerChart answer={shown} spec={card.chart} address={address} by={by} />
            </figure>
            {card.chart.kind === 'table' || hasRows || shown.rows.length === 0 ? (
              <ShortTable answer={shown} rows={inDrawnOrder(shown.rows, card.chart)} address={address} by={by} page={page} />
            ) : null}
            {isDrawn(card) && !hasRows && shown.rows.length > 0 ? null : <AnswerNotes answer={shown} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

const CardLines = ({ line, caveat }: ReturnType<typeof cardLines>): ReactNode => (
  <>
    <p className="analytics-line-of-card faint">{line}</p>
    {caveat === undefined ? null : <p className="analytics-caveat">{caveat}</p>}
  </>
)
