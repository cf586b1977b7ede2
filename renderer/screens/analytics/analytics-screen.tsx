/** Figures of the store: boards of metrics under one set of filters, and each metric with all its rows. */
import { useMemo, type ReactNode } from 'react'
import type { AnalyticsMetric, AnalyticsValues } from '../../../app/contract/analytics.ts'
import type { AnalyticsAddress } from './address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { refine } from '../../ui/address/location.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import { shortSessionName } from '../../../app/model/session-name.ts'
import { Loaded, Empty, FailureNotice } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { boards, chartFor, overviewBoard, type Board, type Card } from './boards.ts'
import { groupingOf, wrongFilter, askedOf } from './query-from-address.ts'
import { FilterBar } from './filter-bar.tsx'
import { MetricCard, type MetricCardProps } from './metric-card.tsx'
import { MetricPage } from './metric-page.tsx'
import { CompareBar } from './compare-bar.tsx'
import { ComparedCard } from './compared-card.tsx'
import { comparedColumns, comparisonOf, type Comparison } from './comparison.ts'
import { OverviewCards } from './overview-cards.tsx'
import './analytics.css'

export const AnalyticsScreen = ({ address }: { readonly address: AnalyticsAddress }): ReactNode => {
  const call = useQuery('analytics.list', {}, 'none')
  const wrong = wrongFilter(address)
  const possible = useQuery('analytics.values', { zone: address.fields['zone'] ?? machineZone() })
  const values = possible.kind === 'done' ? possible.value : noValues
  const compares = wrong === undefined && address.metric === undefined && address.board !== overviewBoard
  // Which groups are compared is known with the values only.
  const isWaiting = compares && address.fields['compare'] !== undefined && possible.kind !== 'done'
  return (
    <div className="screen">
      <BoardTabs address={address} />
      <FilterBar address={address} values={values} onFields={(fields) => refine({ ...address, fields })}>
        {compares && !isWaiting ? (
          <CompareBar
            fields={address.fields}
            comparison={comparisonOf(address.fields, values)}
            values={values}
            onFields={(fields) => refine({ ...address, fields })}
          />
        ) : null}
      </FilterBar>
      {wrong === undefined ? null : <FailureNotice failure={wrong} retry={undefined} />}
      {isWaiting ? (
        <Loaded call={possible} what="Reading the groups">
          {() => null}
        </Loaded>
      ) : null}
      {wrong === undefined && !isWaiting ? (
        <Loaded call={call} what="Reading the metrics">
          {(metrics) => <Shown address={address} metrics={metrics} values={values} />}
        </Loaded>
      ) : null}
    </div>
  )
}

/** Filters stay when the board changes; parameters of one metric do not. */
const boardPlace = (address: AnalyticsAddress, board: string): AnalyticsAddress => {
  const { project, session, template, model, since, until, chains, zone, compare, a, b } = address.fields
  const kept = Object.entries({ project, session, template, model, since, until, chains, zone, compare, a, b }).filter(
    ([, value]) => value !== undefined,
  )
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

const noValues: AnalyticsValues = {
  projects: [],
  templates: [],
  models: [],
  agentTypes: [],
  versions: [],
  firstDay: null,
  lastDay: null,
  zone: '',
}

interface ShownProps {
  readonly address: AnalyticsAddress
  readonly values: AnalyticsValues
  readonly metrics: readonly AnalyticsMetric[]
}

const Shown = ({ address, metrics, values }: ShownProps): ReactNode => {
  const byName = useMemo(() => new Map(metrics.map((metric) => [metric.name, metric])), [metrics])
  if (address.metric !== undefined) {
    const metric = byName.get(address.metric)
    if (metric === undefined) return <Empty title="Metric not found">The link may come from another version of Strata.</Empty>
    const by = groupingOf(address.by) ?? 'total'
    return <MetricPage key={metric.name} address={address} metric={metric} by={by} chart={chartFor(metric.name, by)} values={values} />
  }
  const board = boards.find(({ id }) => id === address.board)
  if (board === undefined) return <Empty title="Board not found">The link may come from another version of Strata.</Empty>
  if (board.id === overviewBoard) return <OverviewCards address={address} values={values} byName={byName} />
  return <BoardCards key={board.id} board={board} address={address} byName={byName} values={values} />
}

interface BoardCardsProps {
  readonly board: Board
  readonly address: AnalyticsAddress
  readonly values: AnalyticsValues
  readonly byName: ReadonlyMap<string, AnalyticsMetric>
}

const BoardCards = ({ board, address, byName, values }: BoardCardsProps): ReactNode => {
  const comparison = comparisonOf(address.fields, values)
  if (comparison !== undefined) return <ComparedCards board={board} byName={byName} comparison={comparison} />
  return (
    <div className="analytics-cards">
      {board.cards.map((card) => (
        <BoardCard key={JSON.stringify(card)} card={card} address={address} byName={byName} values={values} />
      ))}
    </div>
  )
}

interface ComparedCardsProps extends Pick<BoardCardsProps, 'board' | 'byName'> {
  readonly comparison: Comparison
}

/** A card for each number of the board, without groupings: the groups are those that are compared. */
const ComparedCards = ({ board, byName, comparison }: ComparedCardsProps): ReactNode => {
  const cards = new Map(board.cards.map((card) => [JSON.stringify([card.metric, comparedColumns(card.chart)]), card]))
  return (
    <div className="analytics-cards">
      {[...cards].map(([key, card]) => {
        const metric = byName.get(card.metric)
        return metric === undefined ? null : <ComparedCard key={key} card={card} metric={metric} comparison={comparison} />
      })}
    </div>
  )
}

const BoardCard = ({ card, address, byName, values }: Omit<BoardCardsProps, 'board'> & { readonly card: Card }): ReactNode => {
  const [metric, list] = [byName.get(card.metric), byName.get('compaction-list')]
  if (metric === undefined) return null
  const shown = { card, metric, address, values }
  if (!metric.needs.includes('commit') || address.fields['commit'] !== undefined) return <MetricCard {...shown} />
  return list === undefined ? null : <NewestCompaction {...shown} list={list} />
}

/** A card about one compaction when none was chosen: the newest that the filters leave. */
interface NewestCompactionProps extends MetricCardProps {
  /** The metric that lists compactions, newest first. */
  readonly list: AnalyticsMetric
}

const maxSearched = 200

const NewestCompaction = ({ list, ...shown }: NewestCompactionProps): ReactNode => {
  const call = useQuery('analytics.ask', { ...askedOf(list, shown.address, 'total'), limit: maxSearched })
  return (
    <Loaded call={call} what="Searching for a compaction">
      {({ rows }) => {
        const newest = rows.find(({ commit_id: id }) => typeof id === 'string')
        if (newest === undefined) return <Empty title="No compaction">No commit with a compaction matches the filters.</Empty>
        const commit = String(newest['commit_id'])
        const title = `${shown.card.title}: ${shortSessionName(String(newest['session_id']))}, ${commit}`
        const address = { ...shown.address, fields: { ...shown.address.fields, commit } }
        return <MetricCard {...shown} card={{ ...shown.card, title }} address={address} />
      }}
    </Loaded>
  )
}
