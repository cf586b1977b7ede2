/** The rows of the screen Policies. */
import type { Figure } from '../../../../app/model/backtest.ts'
import { expect, test } from 'vitest'
import type { BacktestRow, BacktestView } from '../../../../app/contract/backtest.ts'
import type { JobView } from '../../../../app/contract/jobs.ts'
import { coverageMean, gainText, inOrder, lastBacktest, rowKey } from '../../../../renderer/screens/policies/backtest-rows.ts'

const row = (policy: string, budget: number | null, mean: number): BacktestRow =>
  ({ policy, budget, intervals: { coverage: { mean } } }) as unknown as BacktestRow

test('rows are in the order of budgets, of one budget the best first, and those without a budget last', () => {
  const rows = [row('full', null, 1), row('a', 50, 0.2), row('b', 20, 0.1), row('c', 20, 0.9)]
  expect(inOrder(rows).map(rowKey)).toEqual(['20 c', '20 b', '50 a', 'none full'])
})

const job = (jobId: string, fields: Partial<JobView>): JobView => ({ jobId, kind: 'backtest', state: 'done', ...fields }) as JobView
const at = (moment: BacktestView['at'], asked: Partial<BacktestView> = {}): BacktestView =>
  ({ at: moment, project: null, isDefault: true, ...asked }) as BacktestView

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

const figure: Figure = { median: 0.5, mean: 0.5, p25: 0.4, p75: 0.6, low: 0.4, high: 0.6, meanLow: 0.45, meanHigh: 0.55, cases: 9 }

test('a backtest of one project, or of other policies and budgets, is not shown as that of all', () => {
  const jobs = [
    job('1', { result: at('prompt') }),
    job('2', { result: at('prompt', { project: '/home/dev/app' }) }),
    job('3', { result: at('prompt', { isDefault: false }) }),
  ]
  expect(lastBacktest(jobs, 'prompt')?.jobId).toBe('1')
  expect(lastBacktest(jobs.slice(1), 'prompt')).toBeUndefined()
})

test('points have a sign, and what rounds to nothing has none', () => {
  const gain = { ...figure, mean: 0.05, meanLow: -0.05, meanHigh: 0.1 }
  expect(gainText(gain)).toBe('+5.0 (-5.0 to +10.0)')
  expect(gainText({ ...gain, mean: 0, meanLow: -0.0002, meanHigh: 0.0002 })).toBe('0.0 (0.0 to 0.0)')
})

test('where all cases are of one session, there is no interval', () => {
  const none = { ...figure, low: null, high: null, meanLow: null, meanHigh: null }
  expect([coverageMean(none), coverageMean(figure), gainText(none)]).toEqual(['50.0 % (n/a)', '50.0 % (45.0–55.0)', '+50.0 (n/a)'])
})
