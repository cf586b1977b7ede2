/** How often a screen asks again while the tables change. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adaptiveThrottle } from '../../../../../renderer/ui/calls/throttle.ts'

const gaps = { shortestMs: 100, longestMs: 1000 }

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** When it ran, asked for at these times. */
const runsOf = (askedAt: readonly number[]): readonly number[] => {
  const runs: number[] = []
  const slowed = adaptiveThrottle(() => runs.push(Date.now()), gaps)
  for (const at of askedAt) {
    vi.advanceTimersByTime(at - Date.now())
    slowed.request()
  }
  vi.advanceTimersByTime(5_000)
  return runs
}

test('a rare change is refreshed immediately, and a change shortly after it once the gap has passed', () => {
  expect(runsOf([0, 50, 1500, 1550, 3000])).toEqual([0, 100, 1500, 1600, 3000])
})

test('frequent refreshes run less and less often, down to the longest gap, and finally one more time', () => {
  const always = Array.from({ length: 400 }, (_, at) => at * 10)
  expect(runsOf(always)).toEqual([0, 100, 300, 700, 1500, 2500, 3500, 4500])
})

test('after a quiet time a refresh runs immediately again', () => {
  expect(runsOf([...Array.from({ length: 200 }, (_, at) => at * 10), 9_000])).toContain(9_000)
})
