/** The page of a metric: all its rows, its picture, its grouping, its SQL. */
import { ArrowLeft } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { AnalyticsAnswer, AnalyticsMetric, AnalyticsValues } from '../../../app/contract/analytics.ts'
import type { Grouping } from '../../../app/model/metric.ts'
import { recordsBoard, type AnalyticsAddress } from './address.ts'
import { ledgerAddress } from '../ledger/address.ts'
import type { Address } from '../../ui/address/address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { go, refine } from '../../ui/address/location.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { sentenceCase } from '../../../app/model/format/sentence-case.ts'
import { Loaded, FailureNotice } from '../../ui/layout/async-states.tsx'
import type { TableSort } from '../../ui/table/table-head.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerChart } from './answer-chart.tsx'
import { AnswerNotes } from './answer-notes.tsx'
import { AnswerTable } from './answer-table.tsx'
import { askedOf, type Asked } from './query-from-address.ts'
import type { ChartSpec } from './boards.ts'
import { cardLines } from './card-words.ts'
import { MetricMeaning } from './metric-meaning.tsx'
import { MoreRows, firstRows } from './more-rows.tsx'

export interface MetricPageProps {
  readonly address: AnalyticsAddress
  readonly metric: AnalyticsMetric
  readonly by: Grouping
  readonly chart: ChartSpec
  readonly values: AnalyticsValues
}

const boardBehind = (address: AnalyticsAddress): Address =>
  address.board === recordsBoard
    ? { ...ledgerAddress, session: address.fields['session'] }
    : { ...address, metric: undefined, by: undefined }

export const MetricPage = ({ address, metric, by, chart, values }: MetricPageProps): ReactNode => {
  const asked = askedOf(metric, address, by)
  const [wanted, setWanted] = useState<{ readonly key: string; readonly rows: number }>({ key: '', rows: firstRows })
  const key = JSON.stringify(asked)
  const call = useQuery('analytics.ask', { ...asked, limit: wanted.key === key ? wanted.rows : firstRows })
  return (
    <section className="analytics-page" aria-label={metric.title}>
      <div className="bar">
        <Button
          label={address.board === recordsBoard ? 'Back to the ledger' : 'Back to the board'}
          isIconOnly
          look="quiet"
          icon={<ArrowLeft size={16} aria-hidden="true" />}
          onPress={() => go(boardBehind(address))}
        />
        <h2 title={metric.row}>{metric.title}</h2>
        <span className="spring" />
        {metric.groupings.length < 2 ? null : (
          <Segments
            label="Group by"
            chosen={by}
            choices={metric.groupings.map((each) => [each, sentenceCase(each.replace('-', ' '))])}
            onChoose={(next) => refine({ ...address, by: next === 'total' ? undefined : next })}
          />
        )}
      </div>
      <Loaded call={call} what="Counting">
        {(answer) => (
          <Shown
            answer={answer}
            chart={chart}
            values={values}
            address={address}
            by={by}
            asked={asked}
            rows={wanted.key === key ? wanted.rows : firstRows}
            onMore={(rows) => setWanted({ key, rows })}
          />
        )}
      </Loaded>
    </section>
  )
}

interface ShownProps {
  readonly answer: AnalyticsAnswer
  readonly chart: ChartSpec
  readonly values: AnalyticsValues
  readonly address: AnalyticsAddress
  readonly by: Grouping
  readonly asked: Asked
  /** How many are asked for. */
  readonly rows: number
  readonly onMore: (rows: number) => void
}

const Shown = ({ answer, chart, values, address, by, asked, rows, onMore }: ShownProps): ReactNode => {
  const figure = useRef<HTMLElement>(null)
  const [sort, setSort] = useState<TableSort>()
  const isDrawn = chart.kind !== 'table' && chart.kind !== 'tiles'
  return (
    <>
      <div className="bar">
        <span className="faint">{answer.question.row}</span>
        <span className="spring" />
        <MetricMeaning answer={answer} chart={chart} page={undefined} asked={asked} />
        <AnswerActions
          answer={answer}
          picture={
            isDrawn ? { figure, title: answer.question.title, ...cardLines({ answer, chart, fields: address.fields, values }) } : undefined
          }
        />
      </div>
      {isDrawn ? (
        <figure ref={figure} className="analytics-figure is-large">
          <AnswerChart answer={answer} spec={chart} address={address} by={by} />
        </figure>
      ) : null}
      <AnswerNotes answer={answer} />
      {answer.isCut ? <MoreRows asked={asked} shown={answer.rows.length} onMore={onMore} /> : null}
      {answer.isCut && sort !== undefined ? (
        <SortedRows answer={answer} address={address} by={by} sort={sort} onSort={setSort} asked={asked} rows={rows} />
      ) : (
        <AnswerTable answer={answer} address={address} by={by} sort={sort} isSorted={false} onSort={setSort} />
      )}
    </>
  )
}

type SortedRowsProps = Pick<ShownProps, 'answer' | 'address' | 'by' | 'asked' | 'rows'> & {
  readonly sort: TableSort
  readonly onSort: (sort: TableSort) => void
}

/** The first rows of all in another order are others than the first: they are asked for. */
const SortedRows = ({ answer, address, by, sort, onSort, asked, rows }: SortedRowsProps): ReactNode => {
  const call = useQuery('analytics.ask', { ...asked, order: { column: sort.by, descending: sort.descending }, limit: rows })
  const isSorted = call.kind === 'done'
  if (call.kind === 'failed') return <FailureNotice failure={call.failure} retry={call.retry} />
  return (
    <div className="analytics-sorted" aria-busy={!isSorted}>
      <AnswerTable answer={isSorted ? call.value : answer} address={address} by={by} sort={sort} isSorted={isSorted} onSort={onSort} />
    </div>
  )
}
