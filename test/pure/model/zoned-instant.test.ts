import { expect, test } from 'vitest'
import { zonedInstant } from '../../../app/model/zoned-instant.ts'

const at = (text: string, zone: string, end: 'end' | 'beginning' = 'beginning'): string =>
  new Date(zonedInstant(text, zone, end)).toISOString()

test('a day begins when its clocks first show it, and ends when they show the next one', () => {
  expect([at('2026-01-31', 'Asia/Kathmandu'), at('2026-01-31', 'Asia/Kathmandu', 'end')]).toEqual([
    '2026-01-30T18:15:00.000Z',
    '2026-01-31T18:15:00.000Z',
  ])
})

test('a day whose midnight the clocks skip begins after the skip, where the day before ends', () => {
  const skipped = [
    ['Atlantic/Azores', '2026-03-28', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['America/Havana', '2026-03-07', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/Santiago', '2026-09-05', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Africa/Cairo', '2026-04-23', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    // The whole of the 30th was left out.
    ['Pacific/Apia', '2011-12-29', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ] as const
  for (const [zone, before, day, begins] of skipped) expect([zone, at(before, zone, 'end'), at(day, zone)]).toEqual([zone, begins, begins])
})

test('a time that the clocks show twice means the first one', () => {
  expect(at('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  expect(at('2026-11-01', 'America/Havana')).toBe('2026-11-01T04:00:00.000Z')
  expect(at('2026-10-25', 'Atlantic/Azores')).toBe('2026-10-25T00:00:00.000Z')
  expect(at('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
})

test('a time that the clocks skip means the same duration after the skip', () => {
  expect(at('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  expect(at('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
})
