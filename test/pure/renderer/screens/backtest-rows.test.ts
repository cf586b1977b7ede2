/** The rows of the screen Policies. */
import { expect, test } from 'vitest'
import type { BacktestRow, BacktestView } from '../../../../app/contract/backtest.ts'
import type { JobView } from '../../../../app/contract/jobs.ts'
import { inOrder, lastBacktest, points, rowKey } from '../../../../renderer/screens/policies/backtest-rows.ts'

const row = (policy: string, budget: number | null, mean: number): BacktestRow =>
  ({ policy, budget, intervals: { coverage: { mean } } }) as unknown as BacktestRow

test('rows are in the order of budgets, of one budget the best first, and those without a budget last', () => {
  const rows = [row('full', null, 1), row('a', 50, 0.2), row('b', 20, 0.1), row('c', 20, 0.9)]
  expect(inOrder(rows).map(rowKey)).toEqual(['20 c', '20 b', '50 a', 'none full'])
})

const job = (jobId: string, fields: Partial<JobView>): JobView => ({ jobId, kind: 'backtest', state: 'done', ...fields }) as JobView
const at = (moment: BacktestView['at']): BacktestView => ({ at: moment }) as BacktestView

test('the newest backtest of these moments that ended well is shown', () => {
  const jobs = [
    job('1', { result: at('prompt') }),
    job('2', { result: at('prompt') }),
    job('3', { result: at('reply') }),
    job('4', { state: 'cancelled' }),
    job('5', { kind: 'gc', result: {} }),
  ]
  expect(lastBacktest(jobs, 'prompt')?.jobId).toBe('2')
  expect(lastBacktest([], 'prompt')).toBeUndefined()
})

test('points have a sign', () => {
  expect([points(0.05), points(-0.05), points(0)]).toEqual(['+5.0', '-5.0', '0.0'])
})
