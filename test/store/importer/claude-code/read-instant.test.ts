/** Times mean the same on every machine, or are no times. */
import { expect, test } from 'vitest'
import { parseRecord } from '../../../support/parse-text.ts'

const prompt = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'user',
  uuid: 'u',
  message: { role: 'user', content },
  ...more,
})
const codes = (record: unknown): readonly string[] => parseRecord(record).problems.map((problem) => problem.code)

test.each([
  ['2026-01-05T09:00:00.123Z', '2026-01-05T09:00:00.123Z'],
  ['2026-01-05T09:00:00.123456Z', '2026-01-05T09:00:00.123Z'],
  ['2026-01-05T09:00:00+02:00', '2026-01-05T07:00:00.000Z'],
  ['2026-01-05T09:00:00', '2026-01-05T09:00:00.000Z'],
  ['2026-01-05T09:00', '2026-01-05T09:00:00.000Z'],
  ['2026-01-05', '2026-01-05T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['0000-01-01T00:00:00.000Z', '0000-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('the time %s is %s, in every time zone', (timestamp, instant) => {
  expect(parseRecord(prompt('x', { timestamp }))).toMatchObject({ occurredAt: Date.parse(instant), problems: [] })
})

test.each([
  'yesterday',
  '',
  '2026-13-05T09:00:00Z',
  '2026-02-30T10:00:00Z',
  '2026-04-31T10:00:00',
  '2025-02-29',
  '5 January 2026',
  '2026-01-05 09:00:00',
  '+275760-09-12T23:59:59.999Z',
  '-271821-04-20T00:00:00.000Z',
  '9999-12-31T23:59:59-00:01',
  '0000-01-01T00:00:00+00:01',
  1762160000000,
  {},
  true,
])('%j is not a time and is a problem', (timestamp) => {
  expect(codes(prompt('x', { timestamp }))).toEqual(['bad-timestamp'])
  expect(parseRecord(prompt('x', { timestamp })).occurredAt).toBe(undefined)
})

test('a missing time is not a problem', () => {
  expect(codes(prompt('x'))).toEqual([])
  expect(codes(prompt('x', { timestamp: null }))).toEqual([])
})
