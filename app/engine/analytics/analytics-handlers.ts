/** Answers to questions of the tables that anybody may ask. */
import type { Handlers } from '../../contract/calls.ts'
import type { JobParts } from '../job-handlers.ts'
import { listQuestions } from './analytics-questions.ts'
import { askAnalytics } from './ask-analytics.ts'
import { listFilterValues } from './filter-values.ts'
import { saveAnswer } from './save-answer.ts'

type AnalyticsCalls = 'analytics.list' | 'analytics.ask' | 'analytics.values' | 'analytics.save'

export const analyticsHandlers = ({ context, facts, jobs }: JobParts): Pick<Handlers, AnalyticsCalls> => ({
  'analytics.list': () => Promise.resolve(listQuestions()),
  'analytics.ask': (input) => askAnalytics(context, facts, input),
  'analytics.values': ({ zone }) => listFilterValues(context, facts, zone),
  'analytics.save': (input) => saveAnswer({ context, facts, jobs }, input),
})
