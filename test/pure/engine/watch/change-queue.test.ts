/** When a changed file is looked at. */
import { expect, test } from 'vitest'
import { changeQueue, maxRestMs, patienceMs, quietMs, restFactor } from '../../../../app/engine/watch/change-queue.ts'

const alone = (path: string): string => path
const bySession = (path: string): string => path.split('/')[0] ?? path

/** Notices a file every `everyMs` and takes as soon as something is due; gives the times at which it was looked at. */
const looks = (everyMs: number, untilMs: number, workMs: number): readonly number[] => {
  const queue = changeQueue(alone)
  const times: number[] = []
  for (let now = 0; now <= untilMs; now += 1) {
    if (now % everyMs === 0) queue.notice('a', now)
    if (queue.nextDue !== undefined && queue.nextDue <= now) {
      times.push(now)
      queue.rest(queue.take(now), workMs, now)
    }
  }
  return times
}

test('a single change is checked as soon as the file is quiet', () => {
  const queue = changeQueue(alone)
  queue.notice('a', 1000)
  expect(queue.nextDue).toBe(1000 + quietMs)
  expect(queue.take(1000 + quietMs - 1)).toEqual([])
  expect(queue.take(1000 + quietMs)).toEqual(['a'])
  expect(queue.nextDue).toBeUndefined()
})

test('a burst of changes causes one check', () => {
  const queue = changeQueue(alone)
  for (let at = 0; at < 20; at += 1) queue.notice('a', at)
  expect(queue.take(19 + quietMs)).toEqual(['a'])
  expect(queue.nextDue).toBeUndefined()
})

test('a file that is never quiet is still checked, but not for every line', () => {
  const times = looks(5, 1000, 0)
  expect(times[0]).toBe(patienceMs)
  expect(times.length).toBeGreaterThan(5)
  expect(times.length).toBeLessThan(12)
})

test('the longer a file takes, the longer the pause before its next check, within limits', () => {
  const times = looks(5, 5000, 400)
  expect(times.slice(1).map((time, at) => time - (times[at] ?? 0))).toEqual(times.slice(1).map(() => 400 * restFactor))
  const queue = changeQueue(alone)
  queue.rest(['a'], 10 * maxRestMs, 0)
  queue.notice('a', 1)
  expect(queue.nextDue).toBe(maxRestMs)
})

test('files of one session are checked together, and those of another do not wait for them', () => {
  const queue = changeQueue(bySession)
  queue.rest(['s/one'], 1000, 0)
  queue.notice('s/one', 0)
  queue.notice('s/two', 10)
  queue.notice('t/one', 0)
  expect(queue.take(quietMs)).toEqual(['t/one'])
  expect(queue.take(1000 * restFactor)).toEqual(['s/one', 's/two'])
})
