/** `strata summarize` as a person runs it, against a server on this machine. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { openEngine } from '../../../../app/engine/engine.ts'
import { startBatchServer, succeeded } from '../../../support/batch-server.ts'
import { made, turn } from '../../../support/made-commits.ts'
import { message, silence, startModelServer, type ModelServer } from '../../../support/model-server.ts'
import { startStrata } from '../../../support/running-strata.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

const key = 'sk-ant-test-abcdefghijklmnopqrstuvwxyz'

const storeOfThree = async (): Promise<string> => {
  const dir = path.join(tempDir(), 'store')
  await withEngine(dir, async (engine) => {
    for (const text of ['one', 'two', 'three']) await made(engine, { bytes: turn(text), sessionId: text })
  })
  return dir
}

const summarize = (dir: string, server: ModelServer, ...args: readonly string[]) =>
  startStrata(dir, ['-q', 'summarize', '--now', ...args], { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url })

test('nothing is sent without a key or without a yes', async () => {
  const dir = await storeOfThree()
  const server = await startModelServer(message('done'))
  const without = await startStrata(dir, ['-q', 'summarize', '--yes'], { ANTHROPIC_BASE_URL: server.url }).ended
  expect(without).toMatchObject({ code: 1, out: '' })
  expect(without.err).toContain('No API key is configured; nothing was sent (key-missing)')
  expect(without.err).toContain('Set ANTHROPIC_API_KEY')
  const looked = await summarize(dir, server, '--dry-run').ended
  expect(looked).toMatchObject({ code: 0, err: '' })
  expect(looked.out).toMatch(
    /^3 commits of 3 sessions would be sent one by one to 127\.0\.0\.1:\d+, not encrypted, for the model claude-haiku-4-5/,
  )
  expect(looked.out).toMatch(/\nEstimated cost: \$0\.00\d+, for about [\d,]+ input and 120 output tokens\.\n$/)
  const unconfirmed = await summarize(dir, server).ended
  expect(unconfirmed).toMatchObject({ code: 2, out: '' })
  expect(unconfirmed.err).toContain('3 commits of 3 sessions will be sent one by one to')
  expect(unconfirmed.err).toContain('To send without confirmation, use --yes')
  expect((await summarize(dir, server, 'one', '--all').ended).code).toBe(2)
  expect(server.requests).toEqual([])
})

test('a killed run continues where it stopped, and reports its cost', async () => {
  const dir = await storeOfThree()
  const server = await startModelServer((request, response, count) => (count === 2 ? silence : message('done'))(request, response, count))
  const killed = summarize(dir, server, '--yes', '--at-once', '1')
  await expect.poll(() => server.requests.length, { timeout: 60_000 }).toBe(2)
  killed.child.kill('SIGKILL')
  await killed.ended
  const rest = await summarize(dir, server, '--yes').ended
  expect(rest).toMatchObject({ code: 0 })
  expect(rest.out).toBe('2 summaries written by claude-haiku-4-5. Cost: $0.0022, for 2,000 input and 40 output tokens.\n')
  expect(rest.err).toContain('Not sent: 1 commit with a written summary already.')
  const again = await summarize(dir, server, '--yes', '--json').ended
  expect(again.err).toContain('No commit needs a summary.')
  expect(JSON.parse(again.out)).toMatchObject({ commits: 0, alreadyWritten: 3 })
  expect([killed.out(), killed.err(), rest.out, rest.err].join('')).not.toContain(key)
})

test('the key of the requesting process is used when another process owns the store', async () => {
  const dir = await storeOfThree()
  const server = await startModelServer(message('done'))
  const owner = await openEngine({ storeDir: dir, program: 'test', env: {}, answersOthers: true })
  try {
    expect(await summarize(dir, server, '--yes').ended).toMatchObject({ code: 0 })
    const { commits } = await owner.ask('chain.log', {})
    expect(commits.map(({ summary }) => summary)).toEqual(['done', 'done', 'done'])
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
  } finally {
    await owner.close()
  }
})

test('a run that was killed while it waited for a batch is continued: the answers are fetched, and nothing is sent twice', async () => {
  const dir = await storeOfThree()
  const server = await startBatchServer(() => succeeded('done'), false)
  const run = (...args: readonly string[]) =>
    startStrata(dir, ['-q', 'summarize', ...args], { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url })
  const killed = run('--yes')
  await expect.poll(() => server.asked.filter((asked) => asked.startsWith('GET')).length, { timeout: 60_000 }).toBeGreaterThan(0)
  killed.child.kill('SIGKILL')
  await killed.ended
  const waiting = await run('--no-wait').ended
  expect(waiting).toMatchObject({ code: 0 })
  expect(waiting.out).toContain('3 commits in batches already sent have no result yet: run strata summarize again')
  server.end()
  const rest = await run().ended
  expect(rest).toMatchObject({ code: 0 })
  expect(rest.out).toBe('3 summaries written by claude-haiku-4-5. Cost: $0.0017, for 3,000 input and 60 output tokens.\n')
  expect(server.sent).toHaveLength(1)
  expect((await run('--dry-run').ended).out).toContain('No commit needs a summary.')
  expect([killed.out(), killed.err(), rest.out, rest.err].join('')).not.toContain(key)
})
