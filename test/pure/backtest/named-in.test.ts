/** Paths and symbols that texts name. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameBegin, pathBegin, pathsIn, symbolsIn } from '../../../app/backtest/named-in.ts'

test('paths and names with an extension are found, wherever they begin', () => {
  const text = 'See ./src/a.ts, /etc/hosts and ../b/c. Read @docs/d.md, @e.json (f-g.test.ts) …/h/i ~/j+k and v1.2, then ....l.md.'
  expect([...pathsIn(text, '/etc')]).toEqual([
    ...['src/a.ts', 'hosts', '../b/c', '@docs/d.md', 'e.json', 'f-g.test.ts', '/h/i', '~/j+k', 'l.md'],
  ])
})

test('a name within a path is no symbol', () => {
  expect([...symbolsIn('parseLine is in src/parseAll.ts, see someName.x')]).toEqual(['parseLine', 'someName'])
})

/** Tries to begin at each character of a run, so that long runs cost the square of their length. */
const everywhere = /(?:[\w@~+-][\w.@~+-]*|\.{1,2})?(?:\/[\w.@~+-]+)+|\b[\w@-][\w.@-]*\.[A-Za-z]\w{0,7}\b/g

test('what is found is the same as if a search began at each character', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('aB1_.@~+-/ /é,.')), maxLength: 30 })
  fc.assert(
    fc.property(text, (one) => {
      const expected = [...one.matchAll(everywhere)].map(([path]) => path.replace(/\.+$/, '').replace(/\/+$/, '').replace(/^\.\//, ''))
      expect([...pathsIn(one, undefined)]).toEqual([...new Set(expected.filter((path) => path !== ''))])
    }),
    { numRuns: 2_000 },
  )
})

test('a long run of characters is read once for paths and once for names', () => {
  const begins = (run: string): readonly number[] => [pathBegin, nameBegin].map((begin) => [...run.matchAll(begin)].length)
  for (const part of ['0a', 'a-', 'a.', '@', '.a1', 'a_b'])
    for (const count of [10, 1_000]) expect(begins(part.repeat(count)).every((times) => times <= 1)).toBe(true)
  expect(begins('a+'.repeat(1_000))).toEqual([1, 1_000])
})
