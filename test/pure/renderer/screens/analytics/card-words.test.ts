/** What a card says of itself, and in which order it draws. */
import { expect, test } from 'vitest'
import type { AnalyticsAnswer, AnalyticsColumn } from '../../../../../app/contract/analytics.ts'
import type { MetricUnit } from '../../../../../app/model/metric.ts'
import type { ChartSpec } from '../../../../../renderer/screens/analytics/boards.ts'
import { axisName, cardLines, understatedWords } from '../../../../../renderer/screens/analytics/card-words.ts'
import { inDrawnOrder, lines } from '../../../../../renderer/screens/analytics/chart-marks.ts'
import { dayTicks } from '../../../../../renderer/screens/analytics/axis-ticks.ts'
import { endOfPath } from '../../../../../renderer/ui/format/format-path.ts'

const column = (name: string, label: string, unit: MetricUnit): AnalyticsColumn => ({
  ...{ name, label, unit, means: '', absent: null, opens: null },
})

const answerOf = (columns: readonly AnalyticsColumn[], rows: AnalyticsAnswer['rows'], isCut = false): AnalyticsAnswer => ({
  question: {
    ...{ name: 'tools', title: 'Tools?', row: 'One row per tool.', group: 'tools', columns, groupings: [], cannot: {} },
    ...{ parameters: [], needs: [], usesZone: false, isReconciled: false },
  },
  ...{ rows, isCut, notes: [], sql: '', zone: 'UTC', parameters: {} },
})

const rates: ChartSpec = { kind: 'bars', label: 'tool', measure: 'rate', n: 'n', of: 'calls' }
const rateColumns = [column('tool', 'Tool', 'text'), column('rate', 'Error rate', 'share'), column('n', 'N', 'count')]
const days = { firstDay: '2026-01-05', lastDay: '2026-02-13' }

test('the line of a card names the measure, the filters, the days and n', () => {
  const answer = answerOf(rateColumns, [
    { tool: 'Bash', rate: 0.1, n: 1_200 },
    { tool: 'Read', rate: 0, n: 34 },
  ])
  expect(cardLines({ answer, chart: rates, fields: {}, values: days }).line).toBe(
    'Error rate · all projects · 2026-01-05 to 2026-02-13 · n = 1,234 calls',
  )
  const fields = { project: '/home/me/app', chains: 'main', since: '2026-01-10', agentType: 'Explore' }
  expect(cardLines({ answer, chart: rates, fields, values: days }).line).toBe(
    'Error rate · project /home/me/app · agent Explore · main chains · 2026-01-10 to 2026-02-13 · n = 1,234 calls',
  )
})

test('where rows are missing no n is said, and with a facet its things count once', () => {
  const cut = answerOf(rateColumns, [{ tool: 'Bash', rate: 0.1, n: 3 }], true)
  expect(cardLines({ answer: cut, chart: rates, fields: {}, values: days }).line).not.toContain('n =')
  const columns = [column('ledger', 'Ledger', 'text'), column('class', 'Class', 'text'), column('records', 'Records', 'count')]
  const twice = answerOf(columns, [
    { ledger: 'finer', class: 'a', records: 2 },
    { ledger: 'reference', class: 'b', records: 2 },
  ])
  const chart: ChartSpec = { kind: 'bars', label: 'class', measure: 'records', facet: 'ledger' }
  expect(cardLines({ answer: twice, chart, fields: {}, values: { firstDay: null, lastDay: null } }).line).toBe(
    'Records · all projects · n = 2 records',
  )
})

test('a line names every measure that the card draws', () => {
  const answer = answerOf([column('day', 'Day', 'text'), column('prompts', 'Prompts', 'count'), column('calls', 'Tool calls', 'count')], [])
  const chart: ChartSpec = { kind: 'lines', label: 'day', measures: ['prompts', 'calls'] }
  expect(cardLines({ answer, chart, fields: {}, values: days }).line).toBe('Prompts, Tool calls · all projects · 2026-01-05 to 2026-02-13')
})

test('things that count in several rows have no n in the line', () => {
  const answer = answerOf(rateColumns, [
    { tool: 'Bash', rate: 0.1, n: 20 },
    { tool: 'Read', rate: 0, n: 20 },
  ])
  expect(cardLines({ answer, chart: { ...rates, overlaps: true }, fields: {}, values: days }).line).not.toContain('n =')
})

test('bars of few things come after the others, and those without a value last', () => {
  const rows = [
    { tool: 'few', rate: 1, n: 1 },
    { tool: 'none', rate: null, n: 0 },
    { tool: 'low', rate: 0.1, n: 50 },
    { tool: 'high', rate: 0.4, n: 5 },
  ]
  expect(inDrawnOrder(rows, rates).map(({ tool }) => tool)).toEqual(['high', 'low', 'few', 'none'])
})

test('costs and output tokens of replies with too few output tokens are said to be too small, other measures are not', () => {
  const columns = [column('usd', 'Cost', 'usd'), column('input', 'Input', 'tokens')]
  const rows = [
    { usd: 1, input: 5, replies: 10, understated_replies: 4 },
    { usd: 1, input: 5, replies: 2, understated_replies: 0 },
  ]
  const chart = (measure: string): ChartSpec => ({ kind: 'bars', label: 'model', measure })
  expect(understatedWords(answerOf(columns, rows), chart('usd'))).toContain('for 4 of 12 replies')
  expect(understatedWords(answerOf(columns, rows), chart('input'))).toBeUndefined()
  expect(understatedWords(answerOf(columns, rows.slice(1)), chart('usd'))).toBeUndefined()
})

test('an axis has the unit of its measure unless the name says it', () => {
  expect(axisName({ label: 'Cost', unit: 'usd' })).toBe('Cost (USD)')
  expect(axisName({ label: 'Agent minutes', unit: 'minutes' })).toBe('Agent minutes')
  expect(axisName({ label: 'Median', unit: 'tokens' })).toBe('Median (tokens)')
  expect(axisName({ label: 'Calls', unit: 'count' })).toBe('Calls')
})

test('a share is not known on a day without rows', () => {
  const rows = [
    { day: '2026-01-01', share: 0.5 },
    { day: '2026-01-03', share: 0.7 },
  ]
  expect(lines(rows, 'day', ['share'], 'empty').map(({ values }) => values)).toEqual([[0.5], [null], [0.7]])
})

test('the named days of an axis are among its days and begin weeks or months where there are many', () => {
  const pointsFrom = (first: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ label: new Date(Date.parse(first) + at * 86_400_000).toISOString().slice(0, 10) }))
  expect(dayTicks(pointsFrom('2026-01-05', 1))).toEqual(['2026-01-05'])
  expect(dayTicks(pointsFrom('2026-01-05', 4))).toEqual(['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'])
  expect(dayTicks(pointsFrom('2026-01-05', 200))).toEqual(['02', '03', '04', '05', '06', '07'].map((month) => `2026-${month}-01`))
})

test('a path that is too long keeps its last two parts', () => {
  expect(endOfPath('/Users/sami/workspace/cli', 26)).toBe('/Users/sami/workspace/cli')
  expect(endOfPath('/Users/sami/workspace/cli/.worktrees/flags', 26)).toBe('…/.worktrees/flags')
  expect(endOfPath('/a/very-long-name-of-a-folder/and-another-long-name', 26)).toHaveLength(26)
  expect(endOfPath('mcp__server__a_tool_with_a_long_name', 26)).toBe('mcp__server__a_tool_with_…')
})
