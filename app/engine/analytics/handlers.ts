/** Handlers of metrics. */
import type { AnalyticsAnswer, analyticsCalls } from '../../contract/analytics.ts'
import type { CallParsed, HandlersOf } from '../../contract/calls.ts'
import type { AnalyticsParts } from './save-answer.ts'
import { countAnswer, saveAnswer } from './save-answer.ts'
import { listMetrics } from './list-metrics.ts'
import { answerMetric } from './answer-metric.ts'
import { listFilterValues } from './filter-values.ts'

type Input = CallParsed<'analytics.ask'>

/** Answers that are being computed, by engine: each guest has separate handlers, and all of them share these answers. */
const runningAnswers = new WeakMap<AnalyticsParts['derived'], Map<string, Promise<AnalyticsAnswer>>>()

/**
 * Several cards of a board may ask for the same metric. If nothing was written since, a caller that asks while the answer is computed
 * receives the same answer.
 */
const askOnce = ({ context, derived }: Pick<AnalyticsParts, 'context' | 'derived'>): ((input: Input) => Promise<AnalyticsAnswer>) => {
  const running = runningAnswers.get(derived) ?? new Map<string, Promise<AnalyticsAnswer>>()
  runningAnswers.set(derived, running)
  return (input) => {
    const key = JSON.stringify([context.store.database.writes, input])
    const known = running.get(key)
    if (known !== undefined) return known
    const answer = answerMetric(context, derived, input).finally(() => running.delete(key))
    running.set(key, answer)
    return answer
  }
}

export const analyticsHandlers = ({ context, derived, jobs, runner }: AnalyticsParts): HandlersOf<typeof analyticsCalls> => ({
  'facts.make': () =>
    Promise.resolve(
      jobs.startParallel('facts', async () => {
        const startedAt = performance.now()
        const left = await derived.ensure('facts')
        await derived.ensure('storage')
        await derived.ensure('files')
        return { result: { left, elapsedMs: performance.now() - startedAt }, summary: 'Facts are made' }
      }),
    ),
  'analytics.list': () => Promise.resolve(listMetrics()),
  'analytics.ask': askOnce({ context, derived }),
  'analytics.count': (input) => countAnswer({ context, derived }, input),
  'analytics.values': ({ zone }) => listFilterValues(context, derived, zone),
  'analytics.save': (input) => saveAnswer({ context, derived, jobs, runner }, input),
})
