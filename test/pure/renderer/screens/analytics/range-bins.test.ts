/** Bins of histograms: their edges, what falls into none of the rows, and how wide they are. */
import { expect, test } from 'vitest'
import type { AnalyticsColumn } from '../../../../../app/contract/analytics.ts'
import type { MetricUnit } from '../../../../../app/model/metric.ts'
import { rangeBins } from '../../../../../renderer/screens/analytics/range-bins.ts'

const column = (name: string, unit: MetricUnit): AnalyticsColumn => ({ name, label: name, unit, means: '', absent: null, opens: null })
const answerOf = (edges: MetricUnit, measure: MetricUnit) => ({
  question: {
    ...{ name: 'bins', title: 'Bins?', row: '', group: '', groupings: [], cannot: {}, parameters: [], needs: [] },
    columns: [column('from', edges), column('to', edges), column('value', measure), column('chains', 'count')],
    ...{ usesZone: false, isReconciled: false },
  },
})
const names = { from: 'from', to: 'to', measure: 'value' }

test('whole numbers: a row names the largest value of its range, and ranges without a row have their place', () => {
  const rows = [
    { from: 8, to: 15, value: 2 },
    { from: 0, to: 0, value: 5 },
    { from: 2, to: 3, value: 1 },
  ]
  const bins = rangeBins(answerOf('count', 'count'), rows, names)
  expect(bins.edges).toEqual(['0', '1', '2', '4', '8', '16'])
  expect(bins.marks.map(({ label, value }) => [label, value])).toEqual([
    ['0', 5],
    ['1', 0],
    ['2 to 3', 1],
    ['4 to 7', 0],
    ['8 to 15', 2],
  ])
  expect(bins.scale).toBe('log scale from 1')
})

test('the first bin of whole numbers is that of 0, whether a row falls into it or not', () => {
  const bins = rangeBins(answerOf('count', 'count'), [{ from: 2, to: 3, value: 1 }], names)
  expect(bins.edges).toEqual(['0', '1', '2', '4'])
})

test('other ranges end before the next begins; the last is named, and each has the number of things behind it', () => {
  const rows = [
    { from: 0, to: 0.25, value: 0.5, chains: 12 },
    { from: 0.25, to: 0.5, value: null, chains: 4 },
    { from: 0.5, to: 1, value: 0.25, chains: 4 },
    { from: 1, to: null, value: 1, chains: 2 },
  ]
  const bins = rangeBins(answerOf('number', 'ratio'), rows, { ...names, n: 'chains' })
  expect(bins.edges).toEqual(['0', '0.25', '0.5', '1', 'more'])
  expect(bins.marks.map(({ label, n }) => [label, n])).toEqual([
    ['0 to below 0.25', 12],
    ['0.25 to below 0.5', 4],
    ['0.5 to below 1', 4],
    ['1 or more', 2],
  ])
  expect(bins.scale).toBe('log scale from 0.25')
})

test('bins of one width need no words, and others that do not double are named as such', () => {
  const scaleOf = (...edges: readonly number[]): string =>
    rangeBins(
      answerOf('number', 'count'),
      edges.slice(1).map((to, at) => ({ from: edges[at] ?? 0, to, value: 1 })),
      names,
    ).scale
  expect(scaleOf(0, 5, 10, 15)).toBe('')
  expect(scaleOf(0, 5, 7, 30)).toBe('bins of different widths')
})
