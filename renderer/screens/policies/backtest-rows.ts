/** Rows and cases of a backtest, as the tables of the screen need them. */
import type { Figure } from '../../../app/model/backtest.ts'
import type { BacktestCase, BacktestRow, BacktestView } from '../../../app/contract/backtest.ts'
import type { JobView } from '../../../app/contract/jobs.ts'
import { pointsText } from '../../../app/model/format/points.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'

/** A backtest that has ended. */
export interface EndedBacktest {
  readonly jobId: string
  readonly view: BacktestView
}

export const rowKey = ({ policy, budget }: Pick<BacktestRow, 'policy' | 'budget'>): string => `${budget ?? 'none'} ${policy}`

export const caseKey = ({ record }: BacktestCase): string => `${record.sourceId}:${record.line}`

const meanOf = ({ intervals }: BacktestRow): number => intervals.coverage?.mean ?? 0

/** By budget, those without one last; of one budget, the best first. */
export const inOrder = (rows: readonly BacktestRow[]): readonly BacktestRow[] =>
  [...rows].sort((a, b) => (a.budget ?? Infinity) - (b.budget ?? Infinity) || meanOf(b) - meanOf(a))

export const backtestRowSource = ({ rows }: BacktestView): RowSource<BacktestRow, undefined> => {
  const all = inOrder(rows)
  return rowSource({
    pageSize: 1000,
    fillsBeginning: false,
    fetch: (offset, limit) => Promise.resolve({ rows: all.slice(offset, offset + limit), total: all.length, extra: undefined }),
  })
}

export const caseSource = (jobId: string, { policy, budget }: BacktestRow): RowSource<BacktestCase, undefined> =>
  rowSource({
    pageSize: 200,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { cases, total } = await ask('backtest.cases', { jobId, policy, budget, offset, limit })
      return { rows: cases, total, extra: undefined }
    },
  })

/** The newest backtest that ended well and was asked for as the screen asks: these moments, all projects, the built-in policies. */
export const lastBacktest = (jobs: readonly JobView[], at: BacktestView['at']): EndedBacktest | undefined =>
  jobs
    .filter(({ kind, state, result }) => kind === 'backtest' && state === 'done' && result !== undefined)
    .map(({ jobId, result }) => ({ jobId, view: result as BacktestView }))
    .filter(({ view }) => view.at === at && view.project === null && view.isDefault)
    .at(-1)

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Without the sign, for the ends of an interval. */
const bare = (share: number): string => (100 * share).toFixed(1)

/** All values are of one session. */
const noInterval = 'n/a'

export const coverageMean = ({ mean, meanLow, meanHigh }: Figure): string =>
  `${percent(mean)} (${meanLow === null || meanHigh === null ? noInterval : `${bare(meanLow)}–${bare(meanHigh)}`})`

export const coverageMedian = ({ median, p25, p75 }: Figure): string => `${percent(median)} (${bare(p25)}–${bare(p75)})`

export const gainText = ({ mean, meanLow, meanHigh }: Figure): string =>
  `${pointsText(mean)} (${meanLow === null || meanHigh === null ? noInterval : `${pointsText(meanLow)} to ${pointsText(meanHigh)}`})`
