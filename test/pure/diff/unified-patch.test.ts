/** Differences of texts, checked by applying them. */
import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchLines } from '../../../app/diff/match-lines.ts'
import { lineChanges } from '../../../app/diff/unified-patch.ts'

const text = fc
  .tuple(fc.array(fc.constantFrom('', 'a', 'b', '  c', '\td', '}'), { maxLength: 30 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''))

test('a patch makes the second text of the first', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { patch, added, removed } = lineChanges(before, after)
      if (before === after) expect([patch, added, removed]).toEqual(['', 0, 0])
      else expect(applyPatch(before, `--- a\n+++ b\n${patch}\n`)).toBe(after)
    }),
    { numRuns: 500 },
  )
})

test('as many lines as are compared may be added or removed at once', () => {
  const many = Array.from({ length: 190_000 }, (_, at) => `line ${at}\n`).join('')
  expect(lineChanges('end\n', `${many}end\n`)).toMatchObject({ added: 190_000, removed: 0 })
  expect(lineChanges(`${many}end\n`, 'end\n')).toMatchObject({ added: 0, removed: 190_000 })
})

test('lines that are matched are equal and in order', () => {
  const lines = fc.array(fc.constantFrom('', 'a', 'b', ' c', '}'), { maxLength: 40 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      let last = -1
      matchLines(before, after).forEach((match, at) => {
        if (match === -1) return
        expect(before[match]).toBe(after[at])
        expect(match).toBeGreaterThan(last)
        last = match
      })
    }),
    { numRuns: 500 },
  )
})

test('lines before and after a new one are matched', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('', 'a', '}'), { maxLength: 40 }), fc.nat(40), (before, at) => {
      const matches = before.map((_, match) => match)
      const after = [...before.slice(0, at), 'new', ...before.slice(at)]
      expect([...matchLines(before, after)]).toEqual([...matches.slice(0, at), -1, ...matches.slice(at)])
    }),
  )
})

test('texts of many lines that have nothing, or too much, in common are compared immediately', () => {
  const lines = (length: number, of: (at: number) => string) => Array.from({ length }, (_, at) => of(at))
  expect(
    matchLines(
      lines(50_000, (at) => `a${at}`),
      lines(50_000, (at) => `b${at}`),
    ).every((match) => match === -1),
  ).toBe(true)
  const random = (at: number, seed: number) => String((Math.imul(at + seed, 2_654_435_761) >>> 16) % 50)
  expect(
    matchLines(
      lines(20_000, (at) => random(at, 1)),
      lines(20_000, (at) => random(at * 7, 5)),
    ),
  ).toHaveLength(20_000)
})
