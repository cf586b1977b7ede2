/** Handlers of metrics. */
import type { AnalyticsAnswer, analyticsCalls, AnalyticsValues } from '../../contract/analytics.ts'
import type { CallParsed, HandlersOf } from '../../contract/calls.ts'
import { type AnalyticsParts, countAnswer, saveAnswer } from './save-answer.ts'
import { aboutAnswer } from './about-answer.ts'
import { compareGroups } from './compare-groups.ts'
import { listMetrics } from './list-metrics.ts'
import { answerMetric } from './answer-metric.ts'
import filterValues from '../../analytics/filters/filter-values.sql?raw'
import { zoneOf } from '../../analytics/time-zone.ts'
import { count, text } from '../../model/columns.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { DerivedTables } from '../derived/derived-tables.ts'

/** @throws StrataError invalid-input */
const listFilterValues = async (
  { store }: EngineContext,
  derived: DerivedTables,
  timeZone: string | undefined,
): Promise<AnalyticsValues> => {
  const zone = zoneOf(timeZone)
  await derived.ensure('facts')
  const columns = { filter: text('filter'), value: text('value'), times: count('times') }
  const rows = await store.database.query(filterValues, columns, { zone })
  const of = (name: string) => rows.filter(({ filter }) => filter === name)
  return {
    projects: of('project').map(({ value, times }) => ({ project: value, sessions: times })),
    templates: of('template').map(({ value, times }) => ({ template: value, sessions: times })),
    models: of('model').map(({ value, times }) => ({ model: value, events: times })),
    agentTypes: of('agent-type').map(({ value, times }) => ({ agentType: value, events: times })),
    versions: of('version').map(({ value, times }) => ({ version: value, sessions: times })),
    firstDay: of('first')[0]?.value ?? null,
    lastDay: of('last')[0]?.value ?? null,
    zone,
  }
}

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
  'analytics.about': (input) => aboutAnswer(context, derived, input),
  'analytics.ask': askOnce({ context, derived }),
  'analytics.compare': (input) => compareGroups(context, derived, input),
  'analytics.count': (input) => countAnswer({ context, derived }, input),
  'analytics.values': ({ zone }) => listFilterValues(context, derived, zone),
  'analytics.save': (input) => saveAnswer({ context, derived, jobs, runner }, input),
})
