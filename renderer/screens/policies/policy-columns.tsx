/** The columns of the tables of policies and of cases. */
import type { BacktestCase, BacktestRow } from '../../../app/contract/backtest.ts'
import { formatCompact, formatCount } from '../../../app/model/format/count.ts'
import { formatDateTime } from '../../../app/model/format/instant.ts'
import { formatUsd } from '../../../app/model/format/usd.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import type { Column } from '../../ui/table/table-head.tsx'
import { coverageMean, coverageMedian, gainText, percent } from './backtest-rows.ts'

const noCase = 'No case has a value'
const noPrice = 'No price is known for the model'
const tokens = (count: number): string => formatCompact(Math.round(count))

export const policyColumns: readonly Column<BacktestRow>[] = [
  {
    id: 'policy',
    title: 'Policy',
    width: 'minmax(150px, 1fr)',
    cell: ({ policy, isBaseline }) => (
      <>
        {policy} {isBaseline ? <Badge>baseline</Badge> : null}
      </>
    ),
  },
  {
    id: 'budget',
    title: 'Budget',
    width: '70px',
    align: 'end',
    cell: ({ budget }) => (budget === null ? 'none' : formatCompact(budget)),
  },
  {
    id: 'mean',
    title: 'Coverage, mean',
    width: '164px',
    align: 'end',
    hint: 'Share of what the agent then needed of the history that the context contains; with its 95 % interval (n/a: all cases are of one session)',
    cell: ({ intervals }) => <ValueOrNotAvailable value={intervals.coverage} reason={noCase} format={coverageMean} />,
  },
  {
    id: 'coverage',
    title: 'Median (quartiles)',
    width: '164px',
    align: 'end',
    cell: ({ intervals }) => <ValueOrNotAvailable value={intervals.coverage} reason={noCase} format={coverageMedian} />,
  },
  {
    id: 'gain',
    title: 'Over recency',
    width: '156px',
    align: 'end',
    hint: 'Coverage less that of the newest items that fit, in points, case by case; with its 95 % interval (n/a: all cases are of one session)',
    cell: ({ intervals }) => <ValueOrNotAvailable value={intervals.gain} reason="The policy has no budget" format={gainText} />,
  },
  {
    id: 'tokens',
    title: 'Tokens',
    width: '80px',
    align: 'end',
    hint: 'Median, estimated; without system prompt and tools',
    cell: (row) => <ValueOrNotAvailable value={row.tokens} reason={noCase} format={tokens} />,
  },
  {
    id: 'usd',
    title: 'First request',
    width: '100px',
    align: 'end',
    hint: 'Median: what the prompt cache has is read, the rest is written, by the prices of the day',
    cell: ({ usd }) => <ValueOrNotAvailable value={usd} reason={noPrice} format={formatUsd} />,
  },
  {
    id: 'regret',
    title: 'Regret',
    width: '72px',
    align: 'end',
    hint: 'Mean number of things that were looked at again because they were not shown',
    cell: ({ regret }) => <ValueOrNotAvailable value={regret} reason={noCase} format={(mean) => mean.toFixed(2)} />,
  },
]

const missingOf = ({ needed }: BacktestCase): string =>
  needed
    .filter(({ isMissing }) => isMissing)
    .map(({ kind, name }) => `${kind} ${name}`)
    .join(', ')

export const caseColumns: readonly Column<BacktestCase>[] = [
  {
    id: 'at',
    title: 'Time',
    width: '150px',
    cell: ({ at }) => <ValueOrNotAvailable value={at} reason="The record has no time" format={formatDateTime} />,
  },
  { id: 'commit', title: 'Commit', width: '116px', cell: ({ commitId }) => <span className="mono">{commitId}</span> },
  { id: 'coverage', title: 'Coverage', width: '84px', align: 'end', cell: ({ coverage }) => percent(coverage) },
  { id: 'needs', title: 'Needs', width: '60px', align: 'end', cell: ({ needed }) => formatCount(needed.length) },
  { id: 'tokens', title: 'Tokens', width: '76px', align: 'end', cell: (one) => tokens(one.tokens) },
  {
    id: 'usd',
    title: 'Cost',
    width: '84px',
    align: 'end',
    cell: ({ usd }) => <ValueOrNotAvailable value={usd} reason={noPrice} format={formatUsd} />,
  },
  {
    id: 'missing',
    title: 'Missing',
    width: 'minmax(200px, 2fr)',
    cell: (one) => <span title={missingOf(one)}>{missingOf(one)}</span>,
  },
  {
    id: 'regret',
    title: 'Looked at again',
    width: 'minmax(120px, 1fr)',
    hint: 'Because it was not shown',
    cell: ({ regret }) => <span title={regret.join(', ')}>{regret.join(', ')}</span>,
  },
]
