/** What the numbers of a card mean: its question, its measures, and where its SQL and rows are. */
import { Info } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import type { AnalyticsAnswer, AnalyticsColumn } from '../../../app/contract/analytics.ts'
import type { AnalyticsAddress } from './address.ts'
import { AnswerNotes } from './answer-notes.tsx'
import type { ChartSpec } from './boards.ts'
import { countedBy, leastN } from './card-words.ts'
import { shownColumns } from './shown-columns.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { sumsOf } from '../../ui/format/sum-words.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import type { Asked } from './query-from-address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { go } from '../../ui/address/location.ts'

export interface MetricMeaningProps {
  readonly answer: AnalyticsAnswer
  readonly chart: ChartSpec
  /** Where all rows are; undefined: here. */
  readonly page: AnalyticsAddress | undefined
  readonly asked: Asked
}

/** The columns that are drawn; of tiles and tables, all. */
const drawnColumns = (answer: AnalyticsAnswer, chart: ChartSpec): readonly AnalyticsColumn[] => {
  const names = chart.kind === 'lines' ? chart.measures : 'measure' in chart ? [chart.measure] : undefined
  if (names === undefined) return shownColumns(answer)
  const counted = countedBy(answer, chart)
  const drawn = answer.question.columns.filter(({ name }) => names.includes(name))
  return counted === undefined || drawn.includes(counted) ? drawn : [...drawn, counted]
}

/** With parameters the numbers are of a part only. */
const hasParameters = ({ parameters }: Asked): boolean => Object.values(parameters ?? {}).some((value) => value !== undefined)

const hasN = (chart: ChartSpec): boolean => (chart.kind === 'bars' || chart.kind === 'histogram') && chart.n !== undefined

/** How totals follow from numbers with similar names, under the same filters. */
const Sums = ({ metric, asked: { filters, zone } }: { readonly metric: string; readonly asked: Asked }): ReactNode => {
  const call = useQuery('analytics.ask', { name: 'reconciliation', filters, zone })
  return (
    <Loaded call={call} what="Counting">
      {({ rows }) => {
        const sums = sumsOf(rows, metric)
        return sums.length === 0 ? null : (
          <>
            <p>
              <strong>How it follows from other numbers</strong>
            </p>
            <dl>
              {sums.map(({ number, words }) => (
                <div key={number}>
                  <dt>{number}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </>
        )
      }}
    </Loaded>
  )
}

export const MetricMeaning = ({ answer, chart, page, asked }: MetricMeaningProps): ReactNode => (
  <Popover.Root>
    <Popover.Trigger asChild>
      <button type="button" className="button is-quiet is-small" aria-label="What the numbers mean" title="What the numbers mean">
        <Info size={14} aria-hidden="true" />
      </button>
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Content className="analytics-meaning" align="end" sideOffset={4} collisionPadding={8}>
        <p>
          <strong>{answer.question.title}</strong> {answer.question.row}
        </p>
        {answer.question.isReconciled && !hasParameters(asked) ? <Sums metric={answer.question.name} asked={asked} /> : null}
        <dl>
          {drawnColumns(answer, chart).map(({ name, label, means, absent }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                {means}
                {absent === null ? '' : ` n/a: ${absent}.`}
              </dd>
            </div>
          ))}
        </dl>
        {hasN(chart) ? <p className="faint">Bars of fewer than {leastN} are grey: n is too small.</p> : null}
        <AnswerNotes answer={answer} />
        <p className="analytics-meaning-links">
          {page === undefined ? null : <a href={`#${formatAddress(page)}`}>All rows</a>}
          <button type="button" className="link" onClick={() => go({ view: 'sql', sql: answer.sql })}>
            Open SQL in the console
          </button>
        </p>
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
)
