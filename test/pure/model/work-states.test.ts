import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeStretches, activeTime, isWork } from '../../../app/model/work-states.ts'

const states = ['human', 'agent', 'thinking', 'tool', 'waiting', 'compaction', 'idle'] as const

/** A lane without overlaps: lengths of its stretches, one after the other. */
const lane = fc.array(fc.record({ state: fc.constantFrom(...states), ms: fc.integer({ min: 1, max: 9 }) }), { maxLength: 8 })

const spansOf = (parts: readonly { readonly state: string; readonly ms: number }[], from: number) => {
  let at = from
  return parts.map(({ state, ms }) => {
    at += ms
    return { state, startAt: at - ms, endAt: at }
  })
}

test('a session is active in each moment in which at least one of its lanes works, and that counts once', () => {
  fc.assert(
    fc.property(lane, fc.array(fc.tuple(lane, fc.nat(30)), { maxLength: 4 }), fc.nat(40), fc.nat(40), (main, others, from, length) => {
      const lanes = [
        { chain: 'main', spans: spansOf(main, 0) },
        ...others.map(([parts, begin], at) => ({ chain: `a${at}`, spans: spansOf(parts, begin) })),
      ]
      const works = (at: number): boolean =>
        lanes.some(({ spans }) => spans.some(({ state, startAt, endAt }) => isWork(state) && startAt <= at && at < endAt))
      const moments = Array.from({ length: 200 }, (_, at) => at).filter(works)
      const stretches = activeStretches(lanes)
      expect(activeTime(stretches)).toBe(moments.length)
      expect(activeTime(stretches, from, from + length)).toBe(moments.filter((at) => at >= from && at < from + length).length)
    }),
  )
})
