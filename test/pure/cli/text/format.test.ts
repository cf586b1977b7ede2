import { expect, test } from 'vitest'
import {
  bytesText,
  countText,
  durationText,
  percentText,
  ratioText,
  shortCountText,
  timeText,
  usdText,
} from '../../../../app/cli/text/format.ts'

test('a value that is not available is n/a, and never zero', () => {
  for (const text of [countText(null), bytesText(null), shortCountText(null), durationText(null), timeText(null), timeText(NaN)])
    expect(text).toBe('n/a')
  expect(ratioText(null, 'no human prompt')).toBe('n/a (no human prompt)')
  expect(percentText(0, 0, 'no session')).toBe('n/a (no session)')
  expect([usdText(null), usdText(null, 'no price')]).toEqual(['n/a', 'n/a (no price)'])
})

test('every other value is written as in the window', () => {
  expect([countText(12_345), bytesText(1_910_000_000), shortCountText(15_416_593), durationText(185_000), usdText(0.0615)]).toEqual([
    '12,345',
    '1.91 GB',
    '15.4M',
    '3 min 5 s',
    '$0.0615',
  ])
  expect(timeText(new Date(2026, 0, 5, 9, 7, 59).getTime())).toBe('2026-01-05 09:07')
})
