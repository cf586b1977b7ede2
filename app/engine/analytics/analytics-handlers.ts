/** Answers to questions of the tables that anybody may ask. */
import type { AnalyticsAnswer } from '../../contract/analytics-views.ts'
import type { CallParsed, Handlers } from '../../contract/calls.ts'
import type { JobParts } from '../job-handlers.ts'
import { listQuestions } from './analytics-questions.ts'
import { askAnalytics } from './ask-analytics.ts'
import { countAnswer } from './count-answer.ts'
import { listFilterValues } from './filter-values.ts'
import { saveAnswer } from './save-answer.ts'

type Input = CallParsed<'analytics.ask'>
type AnalyticsCalls = 'analytics.list' | 'analytics.ask' | 'analytics.count' | 'analytics.values' | 'analytics.save'

/** Several cards of a board may ask the same: whoever asks while it is worked out, and nothing was written since, gets the same answer. */
const askOnce = ({ context, facts }: Pick<JobParts, 'context' | 'facts'>): ((input: Input) => Promise<AnalyticsAnswer>) => {
  const running = new Map<string, Promise<AnalyticsAnswer>>()
  return (input) => {
    const key = JSON.stringify([context.store.database.writes, input])
    const known = running.get(key)
    if (known !== undefined) return known
    const answer = askAnalytics(context, facts, input).finally(() => running.delete(key))
    running.set(key, answer)
    return answer
  }
}

export const analyticsHandlers = ({ context, facts, jobs, runner }: JobParts): Pick<Handlers, AnalyticsCalls> => ({
  'analytics.list': () => Promise.resolve(listQuestions()),
  'analytics.ask': askOnce({ context, facts }),
  'analytics.count': (input) => countAnswer({ context, facts }, input),
  'analytics.values': ({ zone }) => listFilterValues(context, facts, zone),
  'analytics.save': (input) => saveAnswer({ context, facts, jobs, runner }, input),
})
