/** The table of Strata beside other programs. */
import { expect, test } from 'vitest'
import { peersText } from '../../../scripts/bench/report.mjs'

const corpus = { name: 'small', bytes: 6e6, files: ['a.jsonl'] }
const strata = { name: 'Strata', importMs: 1200, importCpuMs: 1500, importPeakBytes: 2e8, storedBytes: 3e6, startMs: 300, listMs: 400 }

const lineOf = (programs: Parameters<typeof peersText>[1], start: string): string =>
  peersText(corpus, programs)
    .split('\n')
    .find((line) => line.startsWith(start)) ?? ''

test('the last column lists the programs that need less than Strata, the best first', () => {
  const programs = [strata, { ...strata, name: 'one', importMs: 600 }, { ...strata, name: 'two', importMs: 400, listMs: 900 }]
  expect(lineOf(programs, 'first import')).toMatch(/1,200 ms +600 ms +400 ms +3\.0x two, 2\.0x one$/)
  expect(lineOf(programs, 'list of sessions')).toMatch(/400 ms +400 ms +900 ms +—$/)
})

test('a program that stores nothing is not better, and a figure that was not measured is n/a', () => {
  const programs = [strata, { ...strata, name: 'counter', storedBytes: 0, listMs: undefined }]
  expect(lineOf(programs, 'size of what is stored')).toMatch(/3\.0 MB +none +—$/)
  expect(lineOf(programs, 'list of sessions')).toMatch(/400 ms +n\/a +—$/)
})

test('a program that was not measured has its reason in place of a column', () => {
  const programs = [strata, { name: 'absent', reason: 'python3 is not installed' }]
  expect(lineOf(programs, 'what')).not.toContain('absent')
  expect(lineOf(programs, 'absent')).toBe('absent: not measured: python3 is not installed')
})
