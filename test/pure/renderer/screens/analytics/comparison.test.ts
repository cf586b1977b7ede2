/** What the boards compare, from their address. */
import { expect, test } from 'vitest'
import type { AnalyticsValues, ComparedAnswer, ComparedMeasure } from '../../../../../app/contract/analytics.ts'
import { comparedNumbers, comparisonOf } from '../../../../../renderer/screens/analytics/comparison.ts'

const values: AnalyticsValues = {
  projects: [
    { project: '/home/sam/garden', sessions: 7 },
    { project: '/home/sam/boat', sessions: 3 },
    { project: '', sessions: 1 },
  ],
  templates: [{ template: 'claude-code/cli', sessions: 11 }],
  models: [],
  agentTypes: [],
  versions: [],
  firstDay: '2026-03-01',
  lastDay: '2026-03-31',
  zone: 'UTC',
}

test('the most frequent values are compared first, and a filter of that kind is the first group', () => {
  expect(comparisonOf({ compare: 'project' }, values)).toMatchObject({
    labels: ['/home/sam/garden', '/home/sam/boat'],
    groups: [{ project: '/home/sam/garden' }, { project: '/home/sam/boat' }],
  })
  const ofBoat = comparisonOf({ compare: 'project', project: '/home/sam/boat', since: '2026-03-02' }, values)
  expect(ofBoat?.chosen).toEqual(['/home/sam/boat', '/home/sam/garden'])
  expect(ofBoat?.fields).toEqual({ project: undefined, since: '2026-03-02' })
  expect(comparisonOf({ compare: 'project', b: '(none)' }, values)?.groups[1]).toEqual({ project: '(none)' })
})

test('a day divides the time in the middle, or where the address says', () => {
  const middle = Date.parse('2026-03-16T00:00:00Z')
  expect(comparisonOf({ compare: 'day', zone: 'UTC' }, values)).toMatchObject({
    labels: ['before 2026-03-16', 'from 2026-03-16'],
    groups: [{ until: middle }, { since: middle }],
  })
  expect(comparisonOf({ compare: 'day', a: '2026-03-05', zone: 'UTC' }, values)?.chosen[0]).toBe('2026-03-05')
})

test('nothing is compared without a kind, or with one value', () => {
  expect(comparisonOf({}, values)).toBeUndefined()
  expect(comparisonOf({ compare: 'template' }, values)).toBeUndefined()
  expect(comparisonOf({ compare: 'weather' }, values)).toBeUndefined()
  expect(comparisonOf({ compare: 'day' }, { ...values, firstDay: null })).toBeUndefined()
})

test('a card shows the numbers that its chart draws, without those that no session has', () => {
  const side = { n: 6, whole: 1, mean: 1, median: 1, p25: 1, p75: 1 }
  const measure = (column: string, tool: string | null, n = 6): ComparedMeasure => ({
    of: { tool_name: tool, server: null },
    column,
    groups: [
      { ...side, n },
      { ...side, n },
    ],
    medians: null,
    means: null,
    absent: null,
  })
  const columns = ['calls', 'errors'].map((name) => ({ name, label: name, unit: 'count' as const, means: '', absent: null, opens: null }))
  const answer = {
    question: { columns },
    rows: [measure('calls', 'Bash'), measure('calls', 'Read', 0), measure('errors', 'Bash')],
  } as unknown as ComparedAnswer
  expect(comparedNumbers(answer, ['calls']).map(({ column, rows }) => [column.name, rows.map(({ label }) => label)])).toEqual([
    ['calls', ['Bash']],
  ])
  expect(comparedNumbers(answer, undefined).map(({ column }) => column.name)).toEqual(['calls', 'errors'])
})
