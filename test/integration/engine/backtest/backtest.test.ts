/** Backtests through the command line and the engine: rows, cases, problems, and cancellation. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { BacktestCase, BacktestRow, BacktestView } from '../../../../app/contract/backtest.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const idOf = (digit: number): string => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`

/** The second prompt needs a file of the first turn; the third turn runs its command again. */
const talk = (digit: number): Conversation =>
  conversation({ sessionId: idOf(digit), seed: String(digit), cwd: '/home/dev/app', start: `2026-01-0${digit}T10:00:00Z` })
    .human('Look at the parser')
    .reads('/home/dev/app/src/parse.ts', 'export const parseLine = 1\n'.repeat(40))
    .runs('npm test', `TypeError: boom is undefined${' at somewhere'.repeat(40)}`, { error: true })
    .agent('It fails.')
    .human('Repair it')
    .edits('/home/dev/app/src/parse.ts', 'parseLine = 1', 'parseLine = 2')
    .agent('Done.')
    .human('Check it')
    .runs('npm test', 'passed')
    .agent('It passes.')

const imported = async (...talks: readonly Conversation[]): Promise<string> => {
  const home = tempDir()
  const store = path.join(home, 'store')
  await importInto(store, [writeConversation(home, ...talks).projects])
  return store
}

const rowOf = ({ rows }: BacktestView, policy: string, budget: number | null): BacktestRow => {
  const row = rows.find((one) => one.policy === policy && one.budget === budget)
  if (row === undefined) throw new Error(`no row ${policy}`)
  return row
}

const backtest = (store: string, ...args: readonly string[]): BacktestView & { readonly listed?: readonly BacktestCase[] } => {
  const { code, out, err } = strata(store, 'backtest', ...args, '--json')
  expect([code, err.replaceAll(/^(?!strata: ).*\n/gm, '')]).toEqual([0, ''])
  return JSON.parse(out) as BacktestView
}

test('the full context has what the newest compaction kept word for word, and nothing else from before its summary', async () => {
  const last = (preserved: number): Conversation =>
    conversation({ sessionId: idOf(4), seed: '4', cwd: '/home/dev/app', version: '2.1.330' })
      .human('Look at the parser')
      .reads('/home/dev/app/src/parse.ts', 'export const parseLine = 1\n')
      .compacts({ summary: 'The files were read.', preserved })
      .human('Repair it')
      .edits('/home/dev/app/src/parse.ts', 'parseLine = 1', 'parseLine = 2')
      .agent('Done.')
  for (const [preserved, coverage] of [
    [0, 0],
    [2, 1],
  ] as const)
    expect(rowOf(backtest(await imported(last(preserved))), 'full', null)).toMatchObject({ cases: 1, coverage })
})

test('one row for each policy and budget, baselines beside it, with the scores that the records give', async () => {
  const store = await imported(talk(1), talk(2), talk(3))
  const file = path.join(path.dirname(store), 'none.json')
  writeFileSync(file, JSON.stringify({ name: 'none kept', outputsPerTurn: 0, turnsBack: 0 }))
  const view = backtest(store, file, '--budget', '20k,50k')
  expect(view).toMatchObject({ at: 'prompt', sessions: 3, cases: 6, problems: [] })
  expect(view.rows.map(({ policy, budget, isBaseline }) => `${policy} ${budget ?? 'none'} ${isBaseline}`)).toEqual([
    'none kept 20000 false',
    'none kept 50000 false',
    'full none true',
    ...['recency', 'masking', 'summary', 'words'].flatMap((name) => [`${name} 20000 true`, `${name} 50000 true`]),
  ])
  expect(rowOf(view, 'full', null)).toMatchObject({ coverage: 1, regret: 0, cases: 6, sessions: 3 })
  expect(rowOf(view, 'recency', 20_000)).toMatchObject({ coverage: 1, intervals: { gain: { mean: 0 } } })
  // Edit: its file and the symbol are gone with the output. Check: the command stays, and the error with the output is gone.
  const none = rowOf(view, 'none kept', 20_000)
  expect(none.coverageOf).toMatchObject({ file: 0, command: 1, error: 0 })
  expect(none.regret).toBeCloseTo(0.5)
  expect(none.intervals.coverage?.low).toBeLessThanOrEqual(none.coverage ?? 0)
  expect(none.tokens ?? 0).toBeLessThan(rowOf(view, 'full', null).tokens ?? 0)
  expect(none.usd ?? 0).toBeGreaterThan(0)
})

test('two runs give the same rows', async () => {
  const store = await imported(talk(1), talk(2), talk(3))
  const plain = (view: BacktestView): unknown => ({ ...view, ms: 0 })
  expect(plain(backtest(store))).toEqual(plain(backtest(store)))
})

test('each case names its session, commit and record, what was needed, and what was missing', async () => {
  const store = await imported(talk(1))
  const { listed = [] } = backtest(store, 'recency', '--budget', '20k', '--cases')
  const summary = listed.filter(({ policy }) => policy === 'summary')
  expect(summary).toHaveLength(2)
  const [first] = summary
  expect(first?.sessionId).toBe(idOf(1))
  expect(first?.needed).toContainEqual({ kind: 'file', name: 'src/parse.ts', isMissing: true })
  const place = `${first?.record.sourceId.slice(0, 12) ?? ''}:${first?.record.fileLine ?? 0}`
  const text = strata(store, 'backtest', 'recency', '--budget', '20k', '--cases', '--limit', '3').out
  expect(text).toContain(place)
  expect(text).toContain('3 of 10 cases')
  // The record is that of the prompt.
  expect(strata(store, 'read', idOf(1), '--record', place).out).toContain('Repair it')
  expect(strata(store, 'show', first?.commitId ?? '').code).toBe(0)
})

test('one session has no interval, and the table says why', async () => {
  const store = await imported(talk(1))
  expect(rowOf(backtest(store, 'recency'), 'recency', 20_000).intervals.coverage).toMatchObject({ median: 1, low: null, high: null })
  const { out } = strata(store, 'backtest', 'recency')
  expect(out).toContain('it is n/a where all are of one')
})

test('a policy that cannot be read is refused with the field, and a name that does not exist with all names', async () => {
  const store = await imported(talk(1))
  const file = path.join(path.dirname(store), 'wrong.json')
  writeFileSync(file, JSON.stringify({ name: 'x', outputsPerTurn: 'five', turnsBack: 1 }))
  const wrong = strata(store, 'backtest', file)
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('outputsPerTurn must be a number')])
  const unknown = strata(store, 'backtest', 'newest')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('full, recency, masking')])
  expect(strata(store, 'backtest', '--budget', 'much').code).toBe(2)
})

test('a session whose artifacts are damaged is a problem, and the others are replayed', async () => {
  const home = tempDir()
  const store = path.join(home, 'store')
  const dir = path.join(home, 'files')
  writeConversation(dir, talk(1))
  await importInto(store, [dir])
  const pack = path.join(store, 'packs', readdirSync(path.join(store, 'packs'))[0] ?? '')
  const { size } = statSync(pack)
  writeConversation(dir, talk(2))
  await importInto(store, [dir])
  const bytes = readFileSync(pack)
  for (let at = size + 40; at < bytes.length; at += 40) bytes[at] = 255 - (bytes[at] ?? 0)
  writeFileSync(pack, bytes)
  const view = backtest(store, 'recency')
  expect(view).toMatchObject({ sessions: 1, cases: 2 })
  expect(view.problems.map(({ sessionId }) => sessionId)).toEqual([idOf(2)])
})

test('a project that no session has gives no case, and says so', async () => {
  const store = await imported(talk(1))
  expect(backtest(store, '--project', '/home/dev/app').sessions).toBe(1)
  const { out, err } = strata(store, 'backtest', '--project', '/nowhere')
  expect(out).toContain('No cases in 0 sessions')
  expect(err).toContain('No session has the project /nowhere')
})

test('a backtest says of which project it is, and whether policies and budgets were given', async () => {
  const store = await imported(talk(1))
  const plain = backtest(store)
  expect([plain.project, plain.isDefault]).toEqual([null, true])
  expect(backtest(store, '--project', '/home/dev/app')).toMatchObject({ project: '/home/dev/app', isDefault: true })
  expect(backtest(store, 'recency').isDefault).toBe(false)
  expect(backtest(store, '--budget', '20k').isDefault).toBe(false)
})

test('a backtest can be cancelled, reports its progress, and keeps the cases of the last that ended', async () => {
  const store = await imported(...[1, 2, 3, 4, 5, 6].map(talk))
  await withEngine(store, async (engine) => {
    const { jobId } = await engine.ask('backtest.start', { policies: ['learned'] })
    await engine.ask('job.cancel', { jobId })
    expect(await engine.ask('job.wait', { jobId })).toMatchObject({ state: 'cancelled' })
    await expect(engine.ask('backtest.cases', { jobId })).rejects.toThrow('run it again')
    const again = await engine.ask('backtest.start', { policies: ['learned'] })
    const ended = await engine.ask('job.wait', { jobId: again.jobId })
    expect(ended).toMatchObject({ state: 'done', kind: 'backtest' })
    const page = await engine.ask('backtest.cases', { jobId: again.jobId, policy: 'learned', budget: 20_000, limit: 5 })
    expect([page.total, page.cases.length]).toEqual([12, 5])
    const { jobId: later } = await engine.ask('backtest.start', { policies: ['recency'] })
    expect(await engine.ask('job.wait', { jobId: later })).toMatchObject({ state: 'done' })
    expect((await engine.ask('backtest.cases', { jobId: later, limit: 1 })).cases).toHaveLength(1)
    await expect(engine.ask('backtest.cases', { jobId: again.jobId })).rejects.toThrow('Only the cases of the last backtest are kept')
  })
})
