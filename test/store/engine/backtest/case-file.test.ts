/** Cases of a backtest are in a file, and read back one by one. */
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReplayedCase } from '../../../../app/backtest/replay-session.ts'
import type { BacktestView } from '../../../../app/contract/backtest.ts'
import { CaseFile } from '../../../../app/engine/backtest/case-file.ts'
import { CaseFigures } from '../../../../app/engine/backtest/case-figures.ts'
import { KeptBacktests } from '../../../../app/engine/backtest/kept-backtests.ts'

const caseOf = (name: string, missing: readonly number[] = [], tokens = 1, usd: number | null = null): ReplayedCase => ({
  place: { commitId: 'ctx-1', sourceId: 'src-1', line: 1, fileLine: 1 } as ReplayedCase['place'],
  at: null,
  needs: [
    { kind: 'file', name },
    { kind: 'command', name: 'npm test' },
  ],
  scores: [{ tokens, usd, missing, regret: [] }],
})

const named = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('strata-cases-'))

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

test.skipIf(process.platform === 'win32')('a file that is never closed leaves no folder, and can be read', () => {
  const before = named()
  const file = new CaseFile()
  file.add(caseOf('left'))
  expect(named().filter((name) => !before.includes(name))).toEqual([])
  expect(file.at(0)).toEqual(caseOf('left'))
  file.close()
})

test('cases are kept until the next backtest, or until the engine closes: a file that is closed cannot be read', () => {
  const kept = new KeptBacktests()
  const made = () => {
    const cases = new CaseFile()
    cases.add(caseOf('a'))
    return { view: {} as BacktestView, entrants: [], cases }
  }
  const asked = { jobId: 'job-2', policy: undefined, budget: undefined, offset: 0, limit: 10 }
  const [first, second, late] = [made(), made(), made()]
  kept.keep('job-1', first)
  kept.keep('job-2', second)
  expect(kept.casesOf(asked)).toEqual({ total: 0, cases: [] })
  expect(() => kept.casesOf({ ...asked, jobId: 'job-1' })).toThrow(/last backtest/)
  kept.close()
  kept.keep('job-3', late)
  for (const { cases } of [first, second, late]) expect(() => cases.at(0)).toThrow(/EBADF|closed/)
  expect(() => kept.casesOf(asked)).toThrow(/last backtest/)
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
