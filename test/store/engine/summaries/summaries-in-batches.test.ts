/** Summaries asked for in batches: sent once, fetched whenever they are there, also by another run than the one that sent them. */
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { SummariesResult } from '../../../../app/contract/summaries.ts'
import { startBatchServer, succeeded, type BatchServer } from '../../../support/batch-server.ts'
import { storeOf } from '../../../support/made-store.ts'
import { runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

const key = 'sk-ant-test-abcdefghijklmnopqrstuvwxyz'

const summarised = (dir: string, { url }: BatchServer, input: CallInput<'summaries.start'> = {}): Promise<SummariesResult> =>
  withEngine(dir, async (engine) => (await runJob(engine, 'summaries.start', input)).result as SummariesResult, {
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: url,
  })

const summariesOf = (dir: string) =>
  withEngine(dir, async (engine) => (await engine.ask('chain.log', {})).commits.map(({ summary }) => summary).reverse())

const wordOf = (said: string): string => /PERSON: (\w+)/.exec(said)?.[1] ?? ''
const done = (said: string): unknown => succeeded(`${wordOf(said)} is done`)

test('commits are sent in batches of a fixed size, answers in any order find their commits, and the cost is half', async () => {
  const { dir } = await storeOf('one', 'two', 'three')
  const server = await startBatchServer(done)
  const plain = await summarised(dir, server, { dryRun: true, inBatches: false })
  const outlook = await summarised(dir, server, { dryRun: true })
  expect(server.asked).toEqual([])
  expect(outlook.estimate.usd).toBeCloseTo((plain.estimate.usd ?? 0) / 2, 10)
  const result = await summarised(dir, server, { batchSize: 2 })
  expect(result).toMatchObject({ commits: 3, batches: 2, written: 3, awaited: 0, problems: [], stopped: null })
  expect(result.spent).toMatchObject({ inputTokens: 3000, outputTokens: 60 })
  expect(result.spent.usd).toBeCloseTo((3000 * 1 + 60 * 5) / 2e6, 10)
  expect(server.sent.map((texts) => texts.map(wordOf))).toEqual([['three', 'two'], ['one']])
  expect([...server.keys]).toEqual([`Bearer ${key}`])
  expect(await summariesOf(dir)).toEqual(['one is done', 'two is done', 'three is done'])
  expect(await summarised(dir, server)).toMatchObject({ commits: 0, batches: 0, alreadyWritten: 3, written: 0 })
})

test('the next run fetches a batch of an earlier run, and its commits are not sent again', async () => {
  const { dir } = await storeOf('one', 'two')
  const server = await startBatchServer(done, false)
  expect(await summarised(dir, server, { wait: false, limit: 1 })).toMatchObject({ commits: 1, batches: 1, awaited: 1, written: 0 })
  expect(await summarised(dir, server, { dryRun: true })).toMatchObject({ commits: 1, awaited: 1 })
  expect(await summarised(dir, server, { wait: false, limit: 0 })).toMatchObject({ commits: 0, batches: 0, awaited: 1 })
  await withEngine(dir, (engine) => runJob(engine, 'reindex.start', {}))
  server.end()
  expect(await summarised(dir, server)).toMatchObject({ commits: 1, batches: 1, awaited: 0, written: 2 })
  expect(server.sent.map((texts) => texts.map(wordOf))).toEqual([['two'], ['one']])
  const rows = await tableDigests(dir)
  await withEngine(dir, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(dir)).toEqual(rows)
})

test('interrupted answers are fetched again, and stored ones stay unchanged and count once', async () => {
  const { dir } = await storeOf('one', 'two', 'three')
  const server = await startBatchServer(done)
  const line = JSON.stringify({ custom_id: 'c2', result: succeeded('one is done') })
  server.cutAfter(Buffer.byteLength(line) + 20)
  const first = await summarised(dir, server)
  expect(first).toMatchObject({ commits: 3, written: 1, stopped: 'refused' })
  expect(await summarised(dir, server)).toMatchObject({ commits: 0, batches: 0, written: 2, overtaken: 0, stopped: null })
  expect(server.sent).toHaveLength(1)
  expect(await summariesOf(dir)).toEqual(['one is done', 'two is done', 'three is done'])
})

test('a request that failed, was cancelled or expired is a problem of its commit, which can be requested again', async () => {
  const { dir } = await storeOf('one', 'two', 'three', 'four')
  let isWell = false
  const server = await startBatchServer((said) => {
    if (isWell || wordOf(said) === 'one') return done(said)
    if (wordOf(said) === 'two')
      return { type: 'errored', error: { type: 'error', error: { type: 'invalid_request_error', message: 'too odd' } } }
    return { type: wordOf(said) === 'three' ? 'canceled' : 'expired' }
  })
  const result = await summarised(dir, server)
  expect(result).toMatchObject({ written: 1, stopped: null })
  expect(result.problems.map(({ reason }) => reason).sort()).toEqual([
    'the answer was an error: too odd',
    'the request was canceled; ask again',
    'the request was expired; ask again',
  ])
  isWell = true
  expect(await summarised(dir, server)).toMatchObject({ commits: 3, written: 3, problems: [] })
})

test('a refused batch is reported with the reason, and its commits and those of a forgotten batch can be sent again', async () => {
  const { dir } = await storeOf('one', 'two')
  const server = await startBatchServer(done, false)
  server.refuse(401, `invalid x-api-key ${key}`)
  expect(await summarised(dir, server)).toMatchObject({
    stopped: 'refused',
    stoppedBecause: 'the answer was an error, 401: invalid x-api-key [redacted]',
    awaited: 0,
    batches: 0,
  })
  expect(await summarised(dir, server, { wait: false })).toMatchObject({ batches: 1, awaited: 2 })
  server.forget()
  const gone = await summarised(dir, server)
  expect(gone).toMatchObject({ commits: 0, written: 0, awaited: 0 })
  expect(gone.problems.map(({ reason }) => reason)).toEqual(Array(2).fill('the API no longer knows its batch msgbatch_0'))
  expect(await summarised(dir, server, { dryRun: true })).toMatchObject({ commits: 2, awaited: 0 })
})

test('a summary that a person wrote while the batch was under way stays', async () => {
  const { dir, ids } = await storeOf('one', 'two')
  const server = await startBatchServer(done, false)
  await summarised(dir, server, { wait: false })
  await withEngine(dir, (engine) => engine.ask('commit.describe', { commitId: ids[0] ?? '', summary: 'mine' }))
  server.end()
  expect(await summarised(dir, server)).toMatchObject({ written: 1, overtaken: 1 })
  expect(await summariesOf(dir)).toEqual(['mine', 'two is done'])
})

test('requests stop at the cost limit', async () => {
  const { dir } = await storeOf('one', 'two', 'three')
  const server = await startBatchServer(done)
  const result = await summarised(dir, server, { maxCostUsd: 0.002 })
  expect(result).toMatchObject({ stopped: 'max-cost', commits: result.written })
  expect(result.commits).toBeGreaterThan(0)
  expect(result.commits).toBeLessThan(3)
  expect(result.spent.usd).toBeLessThanOrEqual(0.002)
})
