/** An empty result says which word or filter excludes everything. */
import { beforeAll, expect, test } from 'vitest'
import type { SearchResults, WiderSearches } from '../../../../app/contract/search.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, searchIn, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

let store = ''
beforeAll(async () => {
  const lighthouse = conversation({ sessionId: 'lighthouse', seed: 'lighthouse', cwd: '/p/lighthouse', start: '2026-01-10T09:00:00Z' })
    .human('Why does the lantern fail at dusk?')
    .runs('cat lamp.toml', 'oil_level = 3')
    .agent('The lantern is out of oil.')
  const harbour = conversation({ sessionId: 'harbour', seed: 'harbour', cwd: '/p/harbour', start: '2026-04-01T09:00:00Z' })
    .human('Count the masts')
    .agent('Forty masts, one lantern.')
  const { projects } = writeConversation(tempDir(), lighthouse, harbour)
  store = tempDir()
  await importInto(store, [projects])
})

interface Answer {
  readonly hints: readonly string[]
  readonly wider: readonly (readonly [without: string, total: number])[]
}

const explained = (text: string): Promise<Answer> =>
  withEngine(store, async (engine) => {
    const { total, query } = await searchIn(engine, text)
    expect(total).toBe(0)
    const { wider } = await engine.ask('search.wider', { text, zone: 'UTC' })
    return { hints: query.hints, wider: wider.map((one) => [one.without, one.total]) }
  })

test.each([
  ['session:xyz', ['Nothing has session:xyz.'], []],
  ['file:xyz.ts', ['Nothing has file:xyz.ts.'], []],
  ['branch:xyz', ['Nothing has branch:xyz.'], []],
  ['branch:feature/xyz', ['Nothing has branch:feature/xyz.'], []],
  ['model:xyz', ['Nothing has model:xyz.'], []],
  ['tool:Bush', ['Nothing has tool:Bush: did you mean tool:Bash?'], []],
  ['is:error', ['Nothing has is:error.'], []],
  ['kind:thinking', ['Nothing has kind:thinking.'], []],
  ['after:2030-01-01', ['Nothing has after:2030-01-01.'], []],
  ['before:2020-01-01', ['Nothing has before:2020-01-01.'], []],
  ['zeppelin', ['No text has zeppelin.'], []],
  ['"lantern fails"', ['No text has "lantern fails".'], []],
  ['/lan.{9}tern/', ['No text has /lan.{9}tern/.'], []],
  ['lantern session:xyz', ['Nothing has session:xyz.'], [['session:xyz', 2]]],
  ['lantern file:"/p/xyz file.ts"', ['Nothing has file:"/p/xyz file.ts".'], [['file:"/p/xyz file.ts"', 2]]],
  ['zeppelin kind:prompt', ['No text has zeppelin.'], [['zeppelin', 2]]],
  [
    'masts project:lighthouse',
    [],
    [
      ['masts', 1],
      ['project:lighthouse', 1],
    ],
  ],
  ['lantern after:2026-04-02 before:2026-04-03', ['Nothing has after:2026-04-02.'], [['after:2026-04-02', 2]]],
  [
    'lantern session:xyz tool:Bush',
    ['Nothing has session:xyz.', 'Nothing has tool:Bush: did you mean tool:Bash?'],
    [['session:xyz tool:Bush', 2]],
  ],
  [
    'lantern -masts -dusk',
    [],
    [
      ['-masts', 1],
      ['-dusk', 1],
    ],
  ],
])('%s', async (text, hints, wider) => {
  const found = await explained(text)
  expect([...found.hints].sort()).toEqual([...hints].sort())
  expect(found.wider).toEqual(wider)
})

test('what was found has no such hints, and an unfinished last word is found by its beginning without a filter', async () => {
  const found = await withEngine(store, (engine) => searchIn(engine, 'lantern'))
  expect(found.query.hints).toEqual([])
  const { wider } = await explained('kind:output lanter')
  expect(wider).toEqual([
    ['kind:output', 2],
    ['lanter', 1],
  ])
})

test('the command says it too, for programs as well', () => {
  expect(strata(store, 'search', 'session:xyz').out).toBe('hint: Nothing has session:xyz.\nNo matches.\n')
  expect(strata(store, 'search', 'masts', 'project:lighthouse').out).toBe(
    'No matches.\n  without masts: 1 session\n  without project:lighthouse: 1 session\n',
  )
  expect(strata(store, 'search', 'masts', '--session', 'xyz').out).toBe(
    'hint: Nothing has session:xyz.\nNo matches.\n  without session:xyz: 1 session\n',
  )
  const printed = JSON.parse(strata(store, 'search', 'masts', 'session:xyz', '--json').out) as SearchResults & WiderSearches
  expect(printed.query.hints).toEqual(['Nothing has session:xyz.'])
  expect(printed.wider).toEqual([{ without: 'session:xyz', text: 'masts', total: 1, isTotalExact: true }])
  expect(JSON.parse(strata(store, 'search', 'masts', '--json').out)).toMatchObject({ total: 1, wider: [] })
})
