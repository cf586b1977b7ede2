import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { SummariesResult } from '../../../../app/contract/summaries.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { made, turn } from '../../../support/made-commits.ts'
import { storeOf } from '../../../support/made-store.ts'
import { message, raw, refusal, replyTo, silence, startModelServer, type ModelServer } from '../../../support/model-server.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

const key = 'sk-ant-test-abcdefghijklmnopqrstuvwxyz'

const resultOf = async (engine: Engine, input: CallInput<'summaries.start'> = {}): Promise<SummariesResult> =>
  (await runJob(engine, 'summaries.start', { atOnce: 1, inBatches: false, ...input })).result as SummariesResult

const withKey = (url: string) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url })

const summarised = (dir: string, { url }: ModelServer, input: CallInput<'summaries.start'> = {}): Promise<SummariesResult> =>
  withEngine(dir, (engine) => resultOf(engine, input), withKey(url))

const historyOf = (dir: string, commitId: string) => withEngine(dir, (engine) => engine.ask('commit.summaries', { commitId }))

const filesBelow = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(dir, name))
    .filter((file) => statSync(file).isFile())

test('every commit without a written summary gets one, with the name of the model, and its cost is reported', async () => {
  const { dir, ids } = await storeOf('one', 'two')
  const server = await startModelServer(
    message((request) => (/PERSON: (\w+)/.exec(request.body.messages[0]?.content ?? '')?.[1] ?? '') + ' done'),
  )
  const result = await summarised(dir, server)
  expect(result).toMatchObject({
    commits: 2,
    sessions: 1,
    written: 2,
    problems: [],
    stopped: null,
    keyFrom: 'ANTHROPIC_API_KEY',
    isEncrypted: false,
    spent: { inputTokens: 2000, outputTokens: 40 },
  })
  expect(result.spent.usd).toBeCloseTo((2000 * 1 + 40 * 5) / 1e6, 10)
  const history = await historyOf(dir, ids[0] ?? '')
  expect(history).toMatchObject({ summary: 'one done', written: [{ text: 'one done', by: 'claude-haiku-4-5-20251001' }] })
})

test('a request contains the key in its header, the text of the commit in its body, and no secret', async () => {
  const secret = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_')
  const { dir } = await storeOf(`use ${secret} and ${key}`)
  const server = await startModelServer(message('done'))
  await summarised(dir, server, { model: 'claude-haiku-5-5' })
  const [request] = server.requests
  expect(request?.path).toBe('/v1/messages')
  expect(request?.headers).toMatchObject({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
  expect(request?.body).toMatchObject({ model: 'claude-haiku-5-5', messages: [{ role: 'user' }] })
  expect(request?.body.messages[0]?.content).toContain('PERSON: use [redacted] and [redacted]')
  expect(JSON.stringify(request?.body)).not.toContain(secret)
  expect(JSON.stringify(request?.body)).not.toContain(key)
})

test('without a key nothing is sent, and the error explains what to do', async () => {
  const { dir } = await storeOf('one')
  const server = await startModelServer(message('done'))
  await withEngine(
    dir,
    async (engine) => {
      const { jobId } = await engine.ask('summaries.start', {})
      expect(await engine.ask('job.wait', { jobId })).toMatchObject({ state: 'failed', failure: { code: 'key-missing' } })
      expect(await resultOf(engine, { dryRun: true, needKey: false })).toMatchObject({ commits: 1, keyFrom: null })
    },
    { ANTHROPIC_BASE_URL: server.url },
  )
  expect(server.requests).toEqual([])
})

test('the key is found at the place in the settings, and is in no file of the store', async () => {
  const { dir } = await storeOf('one', 'two')
  const server = await startModelServer(message(`it is ${key}`))
  const file = path.join(tempDir(), 'key.txt')
  writeFileSync(file, `${key}\n`)
  const settings = path.join(dir, 'settings.json')
  const notes = path.join(tempDir(), 'notes.txt')
  writeFileSync(notes, 'two words')
  const env = { ANTHROPIC_BASE_URL: server.url, OTHER_KEY: key }
  const from = async (apiKey: unknown, input: CallInput<'summaries.start'>) => {
    writeFileSync(settings, JSON.stringify({ watchedFolders: [], apiKey }))
    return withEngine(dir, (engine) => resultOf(engine, input), env)
  }
  expect((await from({ file }, { limit: 1 })).keyFrom).toBe(file)
  expect((await from({ env: 'OTHER_KEY' }, {})).keyFrom).toBe('OTHER_KEY')
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`, `Bearer ${key}`])
  for (const wrong of [key, { file: '/nowhere/key' }, { env: 'NOT_SET' }, { file: notes }])
    await expect(from(wrong, {})).rejects.toThrow(
      /apiKey in settings.json is neither|Cannot read the file with the API key|is not set|does not contain an API key/,
    )
  writeFileSync(settings, '{}')
  expect(filesBelow(dir).filter((one) => readFileSync(one).includes(key))).toEqual([])
})

test('a dry run sends nothing and estimates the cost; without a price the cost is n/a', async () => {
  const { dir, ids } = await storeOf('one', 'two')
  const server = await startModelServer(message('done'))
  const known = await summarised(dir, server, { dryRun: true })
  expect(known).toMatchObject({ commits: 2, sessions: 1, written: 0, noPrice: null })
  expect(known.estimate.inputTokens).toBeGreaterThan(0)
  expect(known.estimate.usd).toBeCloseTo((known.estimate.inputTokens * 1 + known.estimate.outputTokens * 5) / 1e6, 10)
  const unknown = await summarised(dir, server, { dryRun: true, model: 'some-other-model' })
  expect(unknown).toMatchObject({ estimate: { usd: null }, noPrice: 'no price for some-other-model' })
  await expect(summarised(dir, server, { model: 'some-other-model', maxCostUsd: 1 })).rejects.toThrow('Cannot limit the cost to $1')
  expect(server.requests).toEqual([])
  expect((await historyOf(dir, ids[0] ?? '')).written).toEqual([])
})

test('commits with a summary of a person are not requested, even one written meanwhile, until it is removed', async () => {
  const { dir, ids } = await storeOf('one', 'two', 'three')
  const [one = '', two = '', three = ''] = ids
  const later: { engine: Engine | undefined } = { engine: undefined }
  const server = await startModelServer((request, response, count) => {
    void later.engine
      ?.ask('commit.describe', { commitId: three, summary: 'mine' })
      .then(() => message('of the model')(request, response, count))
  })
  await withEngine(
    dir,
    async (engine) => {
      later.engine = engine
      await engine.ask('commit.describe', { commitId: one, summary: 'as I see it' })
      await engine.ask('commit.describe', { commitId: two, summary: 'wrong' })
      await engine.ask('commit.describe', { commitId: two, summary: '' })
      expect(await resultOf(engine)).toMatchObject({ commits: 2, alreadyWritten: 1, written: 1, overtaken: 1 })
    },
    withKey(server.url),
  )
  const { commits } = await withEngine(dir, (engine) => engine.ask('chain.log', {}))
  expect(commits.map(({ summary }) => summary)).toEqual(['mine', 'of the model', 'as I see it'])
})

test('a commit that was made with a summary is not requested', async () => {
  const { dir } = await storeOf('one')
  await withEngine(dir, (engine) => made(engine, { bytes: turn('two'), sessionId: 's2', summary: 'given' }))
  const server = await startModelServer(message('done'))
  expect(await summarised(dir, server)).toMatchObject({ commits: 1, alreadyWritten: 1 })
})

test('an invalid answer is a problem of its commit, and the others continue', async () => {
  const { dir, ids } = await storeOf('empty', 'endless', 'broken', 'strange', 'overloaded', 'well')
  const server = await startModelServer(
    replyTo(
      {
        'PERSON: empty': message(' '),
        'PERSON: endless': message('x'.repeat(500)),
        'PERSON: broken': raw('{"id": "msg'),
        'PERSON: strange': raw('{"hello": 1}'),
        'PERSON: overloaded': refusal(529, 'overloaded_error', 'Overloaded'),
      },
      message('done'),
    ),
  )
  const result = await summarised(dir, server)
  expect(result).toMatchObject({ commits: 6, written: 1, stopped: null, spent: { inputTokens: 3000 } })
  expect(Object.fromEntries(result.problems.map(({ commitId, reason }) => [ids.indexOf(commitId), reason]))).toEqual({
    0: 'the answer is empty',
    1: 'the answer has 500 characters; a summary has at most 200',
    2: 'the answer cannot be read',
    3: 'the answer is no message',
    4: 'the answer was an error, 529: Overloaded',
  })
})

test('a busy server is retried; a stopped run continues with the remaining commits', async () => {
  const { dir } = await storeOf('one', 'two', 'three')
  const busy = await startModelServer((request, response, count) =>
    (count === 1 ? refusal(429, 'rate_limit_error') : count === 2 ? refusal(500, 'api_error') : message('first'))(request, response, count),
  )
  expect(await summarised(dir, busy, { limit: 1 })).toMatchObject({ commits: 1, written: 1, problems: [] })
  expect(busy.requests.length).toBe(3)
  const refusing = await startModelServer((request, response, count) =>
    (count === 1 ? message('second') : refusal(401, 'authentication_error', `invalid x-api-key ${key}`))(request, response, count),
  )
  const stopped = await summarised(dir, refusing)
  expect(stopped).toMatchObject({ written: 1, alreadyWritten: 1, stopped: 'refused' })
  expect(stopped.stoppedBecause).toBe('the answer was an error, 401: invalid x-api-key [redacted]')
  const well = await startModelServer(message('third'))
  expect(await summarised(dir, well)).toMatchObject({ commits: 1, alreadyWritten: 2, written: 1, stopped: null })
  const { commits } = await withEngine(dir, (engine) => engine.ask('chain.log', {}))
  expect(commits.map(({ summary }) => summary)).toEqual(['first', 'second', 'third'])
})

test('a server that does not answer within the time limit is reported as one problem', async () => {
  const { dir } = await storeOf('one')
  const server = await startModelServer(silence)
  const result = await summarised(dir, server, { timeoutMs: 100 })
  expect(result.problems.map(({ reason }) => reason)).toEqual(['no answer within 0.1 s'])
})

test('a cancelled run ends immediately and keeps its answers', async () => {
  const { dir } = await storeOf('one', 'two')
  const server = await startModelServer((request, response, count) => (count === 1 ? message('first') : silence)(request, response, count))
  await withEngine(
    dir,
    async (engine) => {
      const { jobId } = await engine.ask('summaries.start', { atOnce: 1, inBatches: false })
      await expect.poll(() => server.requests.length, { timeout: 60_000 }).toBe(2)
      await engine.ask('job.cancel', { jobId })
      expect(await engine.ask('job.wait', { jobId })).toMatchObject({ state: 'cancelled' })
      expect(await resultOf(engine, { dryRun: true })).toMatchObject({ commits: 1, alreadyWritten: 1 })
    },
    withKey(server.url),
  )
})

test('the cost limit is never exceeded', async () => {
  const { dir } = await storeOf('one', 'two', 'three')
  const server = await startModelServer(message('done'))
  const result = await summarised(dir, server, { maxCostUsd: 0.004 })
  expect(result).toMatchObject({ stopped: 'max-cost', commits: result.written })
  expect(result.written).toBeGreaterThan(0)
  expect(result.written).toBeLessThan(3)
  expect(result.spent.usd).toBeLessThanOrEqual(0.004)
})

test('an import does not wait for a model, and written summaries survive a rebuild of the tables', async () => {
  const { dir, ids } = await storeOf('one', 'two')
  const server = await startModelServer(silence)
  await withEngine(
    dir,
    async (engine) => {
      const { jobId } = await engine.ask('summaries.start', { inBatches: false })
      await expect.poll(() => server.requests.length, { timeout: 60_000 }).toBe(2)
      await runJob(engine, 'import.start', { paths: [tempDir()] })
      await runJob(engine, 'reindex.start', {})
      await engine.ask('job.cancel', { jobId })
    },
    withKey(server.url),
  )
  const answering = await startModelServer(message('done'))
  await summarised(dir, answering)
  const before = await tableDigests(dir)
  await withEngine(dir, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(dir)).toEqual(before)
  expect((await historyOf(dir, ids[1] ?? '')).summary).toBe('done')
})
