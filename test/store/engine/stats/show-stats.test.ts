import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showSession } from '../../../../app/engine/sessions/list-sessions.ts'
import { showStats, statsBy, type StatsSource } from '../../../../app/engine/stats/show-stats.ts'
import type { StatsView } from '../../../../app/contract/stats.ts'
import { referenceTotals } from '../../../../app/engine/stats/reference-totals.ts'
import { emptyTables } from '../../../support/empty-index.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { sameReplyTwice } from '../../../support/same-reply-twice.ts'
import { tablesOf } from '../../../support/tables-of.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const fromRecords = (tables: StatsSource['tables']): StatsSource => ({ tables, hasFacts: false })

const busy = (seed: string): Conversation =>
  conversation({ seed })
    .human('fix it')
    .thinks('hmm')
    .runs('npm test', 'ok')
    .agent('done')
    .command('/model', 'opus', 'Set')
    .calls('Bash', { command: 'false' })
    .result('last', 'Exit code 1', { error: true })
    .compacts()
    .queued('and the docs')
    .human('go on')
    .agent('ok')

test('both ledgers add up to the naive count of user records', async () => {
  const stats = await showStats(fromRecords(await tablesOf(busy('a'), busy('b'))), null)
  for (const ledger of [stats.reference, stats.finer])
    expect(ledger.reduce((sum, { records }) => sum + records, 0)).toBe(stats.naiveUserRecords)
  expect(stats.naiveUserRecords).toBeGreaterThan(10)
})

test('the figures of a session are those of its row', async () => {
  const told = busy('a')
  const tables = await tablesOf(told, busy('b'))
  const row = await showSession(tables, told.sessionId)
  const stats = await showStats(fromRecords(tables), told.sessionId)
  const { humanPrompts, responses, toolCalls, compactions } = row
  expect(stats).toMatchObject({ sessions: 1, humanPrompts, responses, toolCalls, compactions })
  expect(stats.tokens.reduce((sum, { outputTokens }) => sum + Number(outputTokens), 0)).toBe(row.outputTokens)
  expect(stats.tools).toMatchObject([{ tool: 'Bash', calls: 2, errors: 1 }])
})

test('figures by session, file and project add up to the figures of all', async () => {
  const tables = await tablesOf(busy('a'), busy('b'), conversation({ cwd: '/elsewhere' }).human('hi').agent('hello'))
  const all = await showStats(fromRecords(tables), null)
  for (const by of ['session', 'source', 'project'] as const) {
    const groups = await statsBy(fromRecords(tables), by)
    expect(groups).toHaveLength(by === 'project' ? 2 : 3)
    for (const key of ['humanPrompts', 'responses', 'toolCalls', 'compactions', 'naiveUserRecords'] as const)
      expect([by, key, groups.reduce((sum, { stats }) => sum + stats[key], 0)]).toEqual([by, key, all[key]])
  }
})

test('a reply in two sessions, not marked as a copy, counts once, for the session where it first appears', async () => {
  const [early, late] = sameReplyTwice()
  const tables = await tablesOf(late, early)
  const outputs = (stats: StatsView): readonly number[] => stats.tokens.map(({ outputTokens }) => Number(outputTokens))
  expect(outputs(await showStats(fromRecords(tables), null))).toEqual([407])
  expect(outputs(await showStats(fromRecords(tables), early.sessionId))).toEqual([400])
  expect(outputs(await showStats(fromRecords(tables), late.sessionId))).toEqual([7])
  for (const by of ['session', 'source'] as const)
    expect((await statsBy(fromRecords(tables), by)).flatMap(({ stats }) => outputs(stats)).sort((a, b) => a - b)).toEqual([7, 400])
})

test('a ratio without a denominator is n/a, not zero', async () => {
  const stats = await showStats(fromRecords(await tablesOf(conversation().meta('note').agent('hello'))), null)
  expect(stats).toMatchObject({ humanPrompts: 0, responses: 1, responsesPerPrompt: null, outputCharsPerInputChar: null })
})

test('an empty store has empty figures', async () => {
  const tables = await emptyTables()
  expect(await showStats(fromRecords(tables), null)).toMatchObject({ sessions: 0, firstAt: null, tokens: [], tools: [] })
  expect((await referenceTotals(tables, null)).totals).toMatchObject({ records: 0, first: null, byType: {}, responsesPerPrompt: null })
  expect(await statsBy(fromRecords(tables), 'source')).toEqual([])
  await tables.close()
})

test('a tool of any name is counted under it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom('__proto__', 'constructor', 'toString', 'Bash', 'hasOwnProperty', ''), { minLength: 1 }),
      async (names) => {
        const told = conversation().human('go')
        for (const name of names) told.calls(name, {})
        const { totals } = await referenceTotals(await tablesOf(told), null)
        const printed = JSON.parse(JSON.stringify(totals.toolCallsByName)) as Readonly<Record<string, number>>
        expect(Object.entries(printed).sort()).toEqual(names.map((name) => [name, 1]).sort())
      },
    ),
    { numRuns: 6 },
  )
})

test('a transcript without records is no session in the figures, as in the list of sessions', async () => {
  const { projects } = writeConversation(tempDir(), conversation({ seed: 'a' }).human('hi').agent('hello'))
  const folder = path.join(projects, '-damaged')
  mkdirSync(folder)
  for (const [name, text] of Object.entries({ empty: '', blank: '\n\n', cut: '{"type":"us', text: 'no JSON\n', list: '[]\n' }))
    writeFileSync(path.join(folder, `${name}.jsonl`), text)
  const store = path.join(tempDir(), 'store')
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    const { total } = await engine.ask('sessions.list', { everything: true })
    expect([total, (await engine.ask('stats.show', {})).sessions]).toEqual([1, 1])
    expect(await engine.ask('stats.by', { by: 'session' })).toHaveLength(1)
    expect(await engine.ask('stats.by', { by: 'project' })).toHaveLength(1)
    const files = await engine.ask('stats.by', { by: 'source' })
    expect(files.map(({ stats }) => stats.sessions).sort()).toEqual([0, 0, 0, 0, 0, 1])
  })
})
