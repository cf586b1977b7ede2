import { expect, test } from 'vitest'
import {
  bytesText,
  countText,
  durationText,
  percentText,
  plural,
  ratioText,
  shortCountText,
  timeText,
  usdText,
} from '../../../../app/cli/text/format.ts'

test('what is not known is n/a, and never zero', () => {
  for (const text of [countText(null), bytesText(null), shortCountText(null), durationText(null), timeText(null)]) expect(text).toBe('n/a')
  expect(ratioText(null, 'no human prompt')).toBe('n/a (no human prompt)')
  expect(percentText(0, 0, 'no session')).toBe('n/a (no session)')
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [99_949, '99.9 kB'],
  [999_499, '999 kB'],
  [999_999, '1.0 MB'],
  [999_999_999, '1.0 GB'],
  [266_000_000, '266 MB'],
  [1_910_000_000, '1.9 GB'],
])('%i bytes are written %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [999.7, '999 ms'],
  [59_900, '59 s'],
  [61_000, '1 min 1 s'],
  [3_600_000, '1 h 0 min'],
  [77 * 3_600_000, '3 d 5 h'],
])('%i milliseconds are written %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

test('a time is local and to the minute', () => {
  expect(timeText(new Date(2026, 0, 5, 9, 7, 59).getTime())).toBe('2026-01-05 09:07')
  expect(timeText(NaN)).toBe('n/a')
})

test('one is singular', () => {
  expect([plural(1, 'entry', 'entries'), plural(2, 'entry', 'entries'), plural(0, 'file')]).toEqual(['1 entry', '2 entries', '0 files'])
})

test('what costs less than a hundredth of a cent is not told as nothing', () => {
  expect([0, 0.000018, 0.00012, 0.0615, 12.345].map((usd) => usdText(usd))).toEqual(['$0.00', '<$0.0001', '$0.0001', '$0.0615', '$12.35'])
  expect([usdText(null), usdText(null, 'no price')]).toEqual(['n/a', 'n/a (no price)'])
})
