/** Figures of the store: boards of metrics under one set of filters, and each metric with all its rows. */
import { useMemo, type ReactNode } from 'react'
import type { AnalyticsMetric } from '../../../app/contract/analytics.ts'
import type { AnalyticsAddress } from './address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { refine } from '../../ui/address/location.ts'
import { Loaded, Empty, FailureNotice } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { boards, chartFor, type Board, type Card } from './boards.ts'
import { groupingOf, wrongFilter, askedOf } from './query-from-address.ts'
import { FilterBar } from './filter-bar.tsx'
import { MetricCard, type MetricCardProps } from './metric-card.tsx'
import { MetricPage } from './metric-page.tsx'
import './analytics.css'

export const AnalyticsScreen = ({ address }: { readonly address: AnalyticsAddress }): ReactNode => {
  const call = useQuery('analytics.list', {}, 'none')
  const wrong = wrongFilter(address)
  return (
    <div className="screen">
      <BoardTabs address={address} />
      <FilterBar address={address} onFields={(fields) => refine({ ...address, fields })} />
      {wrong === undefined ? (
        <Loaded call={call} what="Reading the metrics">
          {(metrics) => <Shown address={address} metrics={metrics} />}
        </Loaded>
      ) : (
        <FailureNotice failure={wrong} retry={undefined} />
      )}
    </div>
  )
}

/** Filters stay when the board changes; parameters of one metric do not. */
const boardPlace = (address: AnalyticsAddress, board: string): AnalyticsAddress => {
  const { project, session, template, model, since, until, chains, zone } = address.fields
  const kept = Object.entries({ project, session, template, model, since, until, chains, zone }).filter(([, value]) => value !== undefined)
  return { ...address, board, metric: undefined, by: undefined, fields: Object.fromEntries(kept) }
}

const BoardTabs = ({ address }: { readonly address: AnalyticsAddress }): ReactNode => (
  <nav className="bar analytics-tabs" aria-label="Boards">
    {boards.map(({ id, name }) => (
      <a key={id} href={`#${formatAddress(boardPlace(address, id))}`} aria-current={id === address.board ? 'page' : undefined}>
        {name}
      </a>
    ))}
  </nav>
)

interface ShownProps {
  readonly address: AnalyticsAddress
  readonly metrics: readonly AnalyticsMetric[]
}

const Shown = ({ address, metrics }: ShownProps): ReactNode => {
  const byName = useMemo(() => new Map(metrics.map((metric) => [metric.name, metric])), [metrics])
  if (address.metric !== undefined) {
    const metric = byName.get(address.metric)
    if (metric === undefined) return <Empty title="Metric not found">The link may come from another version of Strata.</Empty>
    const by = groupingOf(address.by) ?? 'total'
    return <MetricPage key={metric.name} address={address} metric={metric} by={by} chart={chartFor(metric.name, by)} />
  }
  const board = boards.find(({ id }) => id === address.board)
  if (board === undefined) return <Empty title="Board not found">The link may come from another version of Strata.</Empty>
  return <BoardCards key={board.id} board={board} address={address} byName={byName} />
}

interface BoardCardsProps {
  readonly board: Board
  readonly address: AnalyticsAddress
  readonly byName: ReadonlyMap<string, AnalyticsMetric>
}

const BoardCards = ({ board, address, byName }: BoardCardsProps): ReactNode => (
  <div className="analytics-cards">
    {board.cards.map((card) => (
      <BoardCard key={JSON.stringify(card)} card={card} address={address} byName={byName} />
    ))}
  </div>
)

const BoardCard = ({ card, address, byName }: Omit<BoardCardsProps, 'board'> & { readonly card: Card }): ReactNode => {
  const [metric, list] = [byName.get(card.metric), byName.get('compaction-list')]
  if (metric === undefined) return null
  const shown = { metric, by: card.by, chart: card.chart, title: card.title ?? metric.title, address }
  if (!metric.needs.includes('commit') || address.fields['commit'] !== undefined) return <MetricCard {...shown} />
  return list === undefined ? null : <NewestCompaction {...shown} list={list} />
}

/** A card about one compaction when none was chosen: the newest that the filters leave. */
interface NewestCompactionProps extends MetricCardProps {
  /** The metric that lists compactions, newest first. */
  readonly list: AnalyticsMetric
}

const maxSearched = 200

const NewestCompaction = ({ list, ...card }: NewestCompactionProps): ReactNode => {
  const call = useQuery('analytics.ask', { ...askedOf(list, card.address, 'total'), limit: maxSearched })
  return (
    <Loaded call={call} what="Searching for a compaction">
      {({ rows }) => {
        const commit = rows.map((row) => row['commit_id']).find((id) => typeof id === 'string')
        if (commit === undefined) return <Empty title="No compaction">No commit with a compaction matches the filters.</Empty>
        return <MetricCard {...card} address={{ ...card.address, fields: { ...card.address.fields, commit } }} />
      }}
    </Loaded>
  )
}
