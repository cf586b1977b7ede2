/** Figures of the store: boards of questions under one set of filters, and each question with all its rows. */
import { useMemo, type ReactNode } from 'react'
import type { AnalyticsQuestion } from '../../../app/contract/analytics.ts'
import type { AnalyticsAddress } from './address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { refine } from '../../ui/address/location.ts'
import { Loaded, Empty, FailureNotice } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { boards, chartFor, type Board, type Card } from './boards.ts'
import { groupingOf, wrongFilter, askedOf } from './query-from-address.ts'
import { FilterBar } from './filter-bar.tsx'
import { QuestionCard, type QuestionCardProps } from './question-card.tsx'
import { QuestionPage } from './question-page.tsx'
import './analytics.css'

export const AnalyticsScreen = ({ address }: { readonly address: AnalyticsAddress }): ReactNode => {
  const call = useQuery('analytics.list', {}, 'none')
  const wrong = wrongFilter(address)
  return (
    <div className="screen">
      <BoardTabs address={address} />
      <FilterBar address={address} onFields={(fields) => refine({ ...address, fields })} />
      {wrong === undefined ? (
        <Loaded call={call} what="Reading the questions">
          {(questions) => <Shown address={address} questions={questions} />}
        </Loaded>
      ) : (
        <FailureNotice failure={wrong} retry={undefined} />
      )}
    </div>
  )
}

/** Filters stay when the board changes; what only one question takes does not. */
const boardPlace = (address: AnalyticsAddress, board: string): AnalyticsAddress => {
  const { project, session, template, model, since, until, chains, zone } = address.fields
  const kept = Object.entries({ project, session, template, model, since, until, chains, zone }).filter(([, value]) => value !== undefined)
  return { ...address, board, question: undefined, by: undefined, fields: Object.fromEntries(kept) }
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
  readonly questions: readonly AnalyticsQuestion[]
}

const Shown = ({ address, questions }: ShownProps): ReactNode => {
  const byName = useMemo(() => new Map(questions.map((question) => [question.name, question])), [questions])
  if (address.question !== undefined) {
    const question = byName.get(address.question)
    if (question === undefined) return <Empty title="Question not found">The link may come from another version of Strata.</Empty>
    const by = groupingOf(address.by) ?? 'total'
    return <QuestionPage key={question.name} address={address} question={question} by={by} chart={chartFor(question.name, by)} />
  }
  const board = boards.find(({ id }) => id === address.board)
  if (board === undefined) return <Empty title="Board not found">The link may come from another version of Strata.</Empty>
  return <BoardCards key={board.id} board={board} address={address} byName={byName} />
}

interface BoardCardsProps {
  readonly board: Board
  readonly address: AnalyticsAddress
  readonly byName: ReadonlyMap<string, AnalyticsQuestion>
}

const BoardCards = ({ board, address, byName }: BoardCardsProps): ReactNode => (
  <div className="analytics-cards">
    {board.cards.map((card) => (
      <BoardCard key={JSON.stringify(card)} card={card} address={address} byName={byName} />
    ))}
  </div>
)

const BoardCard = ({ card, address, byName }: Omit<BoardCardsProps, 'board'> & { readonly card: Card }): ReactNode => {
  const [question, list] = [byName.get(card.question), byName.get('compaction-list')]
  if (question === undefined) return null
  const shown = { question, by: card.by, chart: card.chart, title: card.title ?? question.title, address }
  if (!question.needs.includes('commit') || address.fields['commit'] !== undefined) return <QuestionCard {...shown} />
  return list === undefined ? null : <NewestCompaction {...shown} list={list} />
}

/** A card about one compaction when none was chosen: the newest that the filters leave. */
interface NewestCompactionProps extends QuestionCardProps {
  /** The question that lists compactions, newest first. */
  readonly list: AnalyticsQuestion
}

const mostLooked = 200

const NewestCompaction = ({ list, ...card }: NewestCompactionProps): ReactNode => {
  const call = useQuery('analytics.ask', { ...askedOf(list, card.address, 'total'), limit: mostLooked })
  return (
    <Loaded call={call} what="Searching for a compaction">
      {({ rows }) => {
        const commit = rows.map((row) => row['commit_id']).find((id) => typeof id === 'string')
        if (commit === undefined) return <Empty title="No compaction">No commit with a compaction matches the filters.</Empty>
        return <QuestionCard {...card} address={{ ...card.address, fields: { ...card.address.fields, commit } }} />
      }}
    </Loaded>
  )
}
