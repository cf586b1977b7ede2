/** Cases of a backtest are in a file, and read back one by one. */
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReplayedCase } from '../../../../app/backtest/replay-session.ts'
import { CaseFile } from '../../../../app/engine/backtest/case-file.ts'
import { CaseFigures } from '../../../../app/engine/backtest/case-figures.ts'

const caseOf = (name: string, missing: readonly number[] = [], tokens = 1, usd: number | null = null): ReplayedCase => ({
  place: { commitId: 'ctx-1', sourceId: 'src-1', line: 1, fileLine: 1 } as ReplayedCase['place'],
  at: null,
  needs: [
    { kind: 'file', name },
    { kind: 'command', name: 'npm test' },
  ],
  scores: [{ tokens, usd, missing, regret: [] }],
})

const named = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('strata-'))

test('what was added is read back in any order, also between what is added later', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 30 }), (names) => {
      const file = new CaseFile()
      const cases = names.map((name) => caseOf(name))
      for (const [at, one] of cases.entries()) {
        file.add(one)
        expect(file.at(at)).toEqual(one)
      }
      expect(names.map((_, at) => file.at(at)).reverse()).toEqual([...cases].reverse())
      expect([file.count, file.at(names.length)]).toEqual([names.length, undefined])
      file.close()
    }),
    { numRuns: 30 },
  )
})

test('more than is written at once is read back, and no folder is left', () => {
  const before = named()
  const file = new CaseFile()
  for (let at = 0; at < 3000; at += 1) file.add(caseOf(`${at} ${'ü'.repeat(500)}`))
  for (const at of [2999, 0, 1500]) expect(file.at(at)?.needs[0]?.name).toBe(`${at} ${'ü'.repeat(500)}`)
  file.close()
  file.close()
  expect(named().filter((name) => !before.includes(name))).toEqual([])
})

test('the figures of cases are those of their scores, and what has no value is none of them', () => {
  const figures = new CaseFigures(1)
  for (let at = 0; at < 200; at += 1) figures.add(at % 3, caseOf('a', at % 2 === 0 ? [0] : [], at, at === 7 ? 0.5 : null))
  expect([figures.cases, figures.sessions]).toEqual([200, 3])
  expect(figures.values(0, 'tokens').map(({ value }) => value)).toEqual(Array.from({ length: 200 }, (_, at) => at))
  expect(figures.values(0, 'usd')).toEqual([{ session: 1, value: 0.5 }])
  expect(figures.values(0, 'coverage').slice(0, 2)).toEqual([
    { session: 0, value: 0.5 },
    { session: 1, value: 1 },
  ])
  expect(figures.byKind(0)).toEqual({ file: 0.5, command: 1, path: null, symbol: null, error: null })
  expect([figures.gains(0, 0).length, figures.gains(0, -1)]).toEqual([200, []])
})
