/** Handlers of the calls that backtest policies. */
import { builtInPolicies } from '../../backtest/policy.ts'
import type { backtestCalls } from '../../contract/backtest.ts'
import type { HandlersOf } from '../../contract/calls.ts'
import type { JobView } from '../../contract/jobs.ts'
import { countOf } from '../../model/format/count.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { isBaseline } from './backtest-rows.ts'
import type { KeptBacktests } from './kept-backtests.ts'
import { policiesOf, runBacktest } from './run-backtest.ts'

export interface BacktestParts extends HandlerParts {
  readonly backtests: KeptBacktests
}

export const backtestHandlers = ({ context, jobs, backtests }: BacktestParts): HandlersOf<typeof backtestCalls> => ({
  'backtest.start': (input) => {
    // A wrong policy is refused before anything is read.
    policiesOf(input.policies)
    const job: JobView<Awaited<ReturnType<typeof runBacktest>>['view']> = jobs.startParallel('backtest', async (progress) => {
      const backtested = await runBacktest(context, input, progress)
      backtests.keep(job.jobId, backtested)
      return {
        result: backtested.view,
        summary: `${countOf(backtested.view.cases, 'case')} of ${countOf(backtested.view.sessions, 'session')}`,
      }
    })
    return Promise.resolve(job)
  },
  'backtest.cases': (input) => Promise.resolve(backtests.casesOf(input)),
  'backtest.policies': () => Promise.resolve(builtInPolicies.map(({ name, about }) => ({ name, about, isBaseline: isBaseline(name) }))),
})
