import fc from 'fast-check'
import { expect, test } from 'vitest'
import { followedOffset, type Stops } from '../../../../../renderer/screens/compare/scroll-pairs.ts'

const left: Stops = { starts: [0, 30, 30, 530, 1030], end: 1400 }
const right: Stops = { starts: [0, 30, 60, 160], end: 900 }

test('at the beginning both sides show their beginning', () => {
  expect(followedOffset(left, right, 0)).toBe(0)
  expect(followedOffset({ starts: [0, 0, 40], end: 100 }, { starts: [0, 0, 300], end: 400 }, 0)).toBe(0)
})

test('the prompts with the same number stand beside each other', () => {
  expect(followedOffset(left, right, 30)).toBe(60)
  expect(followedOffset(left, right, 530)).toBe(160)
  expect(followedOffset(right, left, 160)).toBe(530)
})

test('between two prompts both sides go the same part of the way', () => {
  expect(followedOffset(left, right, 280)).toBe(110)
  expect(followedOffset(right, left, 110)).toBe(280)
})

test('a side without a further prompt is at its end when the other one reaches its next, and stays there', () => {
  expect(followedOffset(left, right, 1030)).toBe(900)
  expect(followedOffset(left, right, 1300)).toBe(900)
  expect(followedOffset(right, left, 900)).toBe(1030)
})

const stops = fc.array(fc.nat(500), { minLength: 2, maxLength: 8 }).map((ways) => {
  let at = 0
  const starts = ways.map((way) => (at += way))
  return { starts: [0, ...starts], end: at + (ways[0] ?? 0) }
})

test('scrolling further never scrolls the other side back, nor beyond its end', () => {
  fc.assert(
    fc.property(stops, stops, fc.nat(4000), fc.nat(500), (from, to, offset, way) => {
      const [first, second] = [followedOffset(from, to, offset), followedOffset(from, to, offset + way)]
      expect(second).toBeGreaterThanOrEqual(first - 1e-9)
      expect(first).toBeGreaterThanOrEqual(0)
      expect(second).toBeLessThanOrEqual(to.end + 1e-9)
    }),
  )
})
