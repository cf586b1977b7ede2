/** What the boards of figures work out without a page: marks of pictures, where numbers lead, what an address asks. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnalyticsColumn, AnalyticsMetric } from '../../../../../app/contract/analytics.ts'
import { axisWords, cellWords } from '../../../../../renderer/ui/format/cell-words.ts'
import { askedOf, wrongFilter } from '../../../../../renderer/screens/analytics/query-from-address.ts'
import { boards } from '../../../../../renderer/screens/analytics/boards.ts'
import { bars, facetsOf, keptByKind, lines } from '../../../../../renderer/screens/analytics/chart-marks.ts'
import { groupFilter, openedBy } from '../../../../../renderer/screens/analytics/drill-down.ts'
import type { MetricUnit } from '../../../../../app/model/metric.ts'
import { marksOf } from '../../../../../renderer/screens/analytics/axis-ticks.ts'
import { analyticsAddress } from '../../../../../renderer/screens/analytics/address.ts'
import { formatAddress } from '../../../../../renderer/ui/address/address.ts'

const column = (opens: AnalyticsColumn['opens']): AnalyticsColumn => ({
  name: 'n',
  label: 'N',
  unit: 'count',
  means: 'A number.',
  absent: null,
  opens,
})
const metric: AnalyticsMetric = {
  name: 'tools',
  title: 'Tools?',
  row: 'One row per tool.',
  group: 'tools',
  columns: [],
  groupings: ['total', 'project'],
  cannot: {},
  parameters: ['tool'],
  needs: [],
  usesZone: false,
  isReconciled: false,
}

test('the longest bars come first, n/a values are not drawn, and omitted bars are counted', () => {
  const rows = [
    { name: 'a', n: 1 },
    { name: 'b', n: null },
    { name: '', n: 3 },
  ]
  const drawn = bars(rows, { label: 'name', measure: 'n' })
  expect(drawn.marks.map(({ label, value }) => [label, value])).toEqual([
    ['(none)', 3],
    ['a', 1],
  ])
  expect(drawn.left).toBe(1)
  expect(
    bars(
      Array.from({ length: 40 }, (_, n) => ({ name: String(n), n })),
      { label: 'name', measure: 'n' },
    ),
  ).toMatchObject({ left: 24 })
})

test('bars with the same name show more detail, where there is any', () => {
  const rows = [
    { part: 'tool_result', tool: 'Read', n: 2 },
    { part: 'prompt', tool: null, n: 1 },
  ]
  expect(bars(rows, { label: 'part', measure: 'n', detail: 'tool' }).marks.map(({ label }) => label)).toEqual([
    'tool result: Read',
    'prompt',
  ])
})

test('surviving parts are counted by kind, in the order of the kinds', () => {
  const rows = [
    { kind: 'path', survives: true },
    { kind: 'path', survives: false },
    { kind: 'number', survives: false },
  ]
  expect(keptByKind(rows)).toEqual([
    { kind: 'path', kept: 1, lost: 1 },
    { kind: 'number', kept: 0, lost: 1 },
  ])
})

test('days keep their order, and rows without a day are omitted', () => {
  const rows = [
    { day: '2026-01-02', n: 2 },
    { day: null, n: 9 },
    { day: '(no time)', n: 3 },
    { day: '2026-01-01', n: 1 },
  ]
  expect(lines(rows, 'day', ['n'], 'zero')).toEqual([
    { label: '2026-01-01', row: rows[3], values: [1] },
    { label: '2026-01-02', row: rows[0], values: [2] },
  ])
})

test('a day without events is shown between the others, unless rows are missing', () => {
  const rows = [
    { day: '2024-02-28', n: 1, usd: null },
    { day: '2024-03-01', n: 2, usd: 3 },
  ]
  expect(lines(rows, 'day', ['n', 'usd'], 'zero')).toEqual([
    { label: '2024-02-28', row: rows[0], values: [1, null] },
    { label: '2024-02-29', row: { day: '2024-02-29' }, values: [0, 0] },
    { label: '2024-03-01', row: rows[1], values: [2, 3] },
  ])
  expect(lines(rows, 'day', ['n'], 'unknown')).toHaveLength(2)
  expect(
    lines(
      [
        { day: '1970-01-01', n: 1 },
        { day: '2026-03-01', n: 2 },
      ],
      'day',
      ['n'],
      'zero',
    ),
  ).toHaveLength(2)
})

test('an axis of durations has marks at usual units, and includes the longest duration', () => {
  const hour = 3_600_000
  expect(marksOf('ms', [hour, null, 80 * hour]).ticks).toEqual([0, 24, 48, 72, 96].map((hours) => hours * hour))
  expect(marksOf('ms', [140_000]).ticks).toEqual([0, 30_000, 60_000, 90_000, 120_000, 150_000])
  expect(marksOf('ms', [0]).ticks).toEqual([0, 1])
})

test('an axis of numbers has marks at round numbers, those of things at whole ones', () => {
  expect(marksOf('count', [1_200, 370]).ticks).toEqual([0, 500, 1_000, 1_500])
  expect(marksOf('count', [3]).ticks).toEqual([0, 1, 2, 3])
  expect(marksOf('count', []).ticks).toEqual([0, 1])
  expect(marksOf('ratio', [1 / 3]).ticks.map((mark) => mark.toFixed(2))).toEqual(['0.00', '0.10', '0.20', '0.30', '0.40'])
  expect(marksOf('share', [0.9]).ticks.map((mark) => mark.toFixed(1))).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'])
})

test('an axis includes its largest value and has few marks, of every unit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<MetricUnit[]>('ms', 'count', 'share', 'bytes', 'usd'),
      fc.double({ min: 0, max: 1e15, noNaN: true }),
      (unit, most) => {
        const { ticks, domain } = marksOf(unit, [most])
        expect(domain[1]).toBeGreaterThanOrEqual(most)
        expect(ticks.length).toBeLessThanOrEqual(7)
      },
    ),
  )
})

test('a facet has the rows of its value; without a facet there is one', () => {
  const rows = [
    { of: 'x', n: 1 },
    { of: 'y', n: 2 },
    { of: 'x', n: 3 },
  ]
  expect(facetsOf(rows, 'of').map(({ name, rows: own }) => [name, own.length])).toEqual([
    ['x', 2],
    ['y', 1],
  ])
  expect(facetsOf(rows, undefined)).toEqual([{ name: '', rows }])
})

test('a number links to what it counts, with the current filters and those of its row', () => {
  const address = { ...analyticsAddress, board: 'tools', fields: { project: '/garden' } }
  const opens = {
    to: 'question',
    name: 'tool-calls',
    filters: { tool: { column: 'tool' }, outcome: { value: 'error' }, group: { column: 'group_name' } },
  } as const
  const place = openedBy(column(opens), { tool: 'Bash', group_name: '2026-01-31' }, address, 'day')
  expect(place === undefined ? '' : formatAddress(place)).toBe(
    '/analytics/tools?q=tool-calls&project=%2Fgarden&since=2026-01-31&until=2026-01-31&tool=Bash&outcome=error',
  )
})

test('a class of the reference ledger opens records by the reference rules', () => {
  const opens = { to: 'question', name: 'records', filters: { class: { column: 'class' }, reference: { column: 'class' } } } as const
  const open = (ledger: string): string => {
    const place = openedBy(column(opens), { ledger, class: 'human_prompt' }, analyticsAddress, 'total')
    return place === undefined ? '' : formatAddress(place)
  }
  expect(open('reference')).toBe('/analytics/overview?q=records&reference=human_prompt')
  expect(open('finer')).toBe('/analytics/overview?q=records&class=human_prompt')
})

test('the name of a group links to its filter where such a filter exists', () => {
  expect(groupFilter('project', '/garden')).toEqual({ project: '/garden' })
  expect(groupFilter('day', '2026-01-31')).toEqual({ since: '2026-01-31', until: '2026-01-31' })
  expect(groupFilter('total', 'total')).toBeUndefined()
  expect(groupFilter('day', '(no time)')).toBeUndefined()
})

test('an address asks with the filters that the metric accepts, with days of the time zone', () => {
  const fields = {
    project: '/garden',
    since: '2026-03-29',
    until: '2026-03-29',
    zone: 'Europe/Berlin',
    tool: 'Bash',
    outcome: 'error',
    chains: 'main',
  }
  expect(askedOf(metric, { fields }, 'day')).toEqual({
    name: 'tools',
    by: 'total',
    zone: 'Europe/Berlin',
    filters: { project: '/garden', since: Date.UTC(2026, 2, 28, 23), until: Date.UTC(2026, 2, 29, 22), chains: 'main' },
    parameters: { tool: 'Bash' },
  })
})

test('an invalid day or time zone is reported and not sent to the engine', () => {
  expect(wrongFilter({ fields: { since: '2026-02-31' } })).toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('2026-02-31') as unknown,
  })
  expect(wrongFilter({ fields: { zone: 'Mars/Base' } })).toMatchObject({ message: expect.stringContaining('Mars/Base') as unknown })
  expect(wrongFilter({ fields: { since: '2026-02-28', zone: 'Asia/Kathmandu' } })).toBeUndefined()
})

test('cells contain their unit, and labels of an axis are short', () => {
  expect(cellWords(0.4246, 'share')).toBe('42.5 %')
  expect(cellWords(90_000, 'ms')).toBe('1 min 30 s')
  expect(cellWords(true, 'text')).toBe('yes')
  expect(axisWords(1_250_000, 'tokens')).toBe('1.25M')
  expect(axisWords(0.25, 'ratio')).toBe('0.25')
  expect([0, 30_000, 60_000, 90_000, 172_800_000].map((time) => axisWords(time, 'ms'))).toEqual(['0', '30 s', '1 min', '1 min 30 s', '2 d'])
})

test('no board shows the same picture twice', () => {
  for (const { cards } of boards) expect(new Set(cards.map((card) => JSON.stringify(card))).size).toBe(cards.length)
})

test('codes of closed lists are shown in words, and names of tools and models unchanged', () => {
  const row = { class: 'human_prompt', tool_name: 'mcp__harbour__measure', ledger: 'finer_rules', records: 3 }
  expect(bars([row], { label: 'class', measure: 'records' }).marks[0]?.label).toBe('human prompt')
  expect(bars([row], { label: 'tool_name', measure: 'records' }).marks[0]?.label).toBe('mcp__harbour__measure')
  expect(facetsOf([row], 'ledger')[0]?.name).toBe('finer rules')
})
