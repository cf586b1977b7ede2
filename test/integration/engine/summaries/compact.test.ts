/** `strata compact` as a person runs it, against a server on this machine. */
import path from 'node:path'
import { expect, test } from 'vitest'
import type { CompactResult } from '../../../../app/contract/compact.ts'
import { formats } from '../../../../app/engine/kernel/chain-formats.ts'
import { conversation } from '../../../support/conversation.ts'
import { made, turn } from '../../../support/made-commits.ts'
import { message, refusal, silence, startModelServer, type ModelServer } from '../../../support/model-server.ts'
import { startStrata } from '../../../support/running-strata.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const key = 'sk-ant-test-abcdefghijklmnopqrstuvwxyz'

const compact = (dir: string, server: ModelServer, ...args: readonly string[]) =>
  startStrata(dir, ['-q', 'compact', ...args], { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url }).ended

const forkOfTwo = async (): Promise<{ dir: string; tip: string }> => {
  const dir = path.join(tempDir(), 'store')
  const tip = await withEngine(dir, async (engine) => {
    const first = await made(engine, { bytes: turn(`hide ${key}`), sessionId: 'work' })
    const second = await made(engine, { bytes: turn('two', 60), sessionId: 'work', parent: first })
    await engine.ask('ref.set', { kind: 'fork', commitId: second, name: 'again' })
    return second
  })
  return { dir, tip }
}

test('a dry run and a missing confirmation send nothing', async () => {
  const { dir } = await forkOfTwo()
  const server = await startModelServer(message('summary'))
  const looked = await compact(dir, server, 'again', '--dry-run')
  expect(looked).toMatchObject({ code: 0, err: '' })
  expect(looked.out).toMatch(
    /^The conversation at ctx-\w+, 2 commits, would be sent to 127\.0\.0\.1:\d+, not encrypted, for the model claude-/,
  )
  const unconfirmed = await compact(dir, server, 'again')
  expect(unconfirmed).toMatchObject({ code: 2, out: '' })
  expect(unconfirmed.err).toContain('Nothing was sent')
  expect(server.requests).toEqual([])
})

test('the summary of a model becomes a compaction commit, and a conversation continues from it alone', async () => {
  const { dir, tip } = await forkOfTwo()
  const server = await startModelServer(message('# Task\nTwo things were done.'))
  const run = await compact(dir, server, 'again', '--onto', 'again', '--yes', '--json', '--model', 'claude-opus-4-8')
  expect(run).toMatchObject({ code: 0 })
  const result = JSON.parse(run.out) as CompactResult
  expect(result).toMatchObject({ parent: tip, commits: 2, fork: 'fork/again', spent: { inputTokens: 1000, outputTokens: 20 } })
  const [request] = server.requests
  expect(request?.body).toMatchObject({ model: 'claude-opus-4-8' })
  expect(request?.body.messages[0]?.content).toContain('PERSON: two')
  expect(JSON.stringify(request?.body)).not.toContain(key)
  await withEngine(dir, async (engine) => {
    const { commit } = await engine.ask('commit.show', { commitId: 'again' })
    expect(commit).toMatchObject({ commitId: result.commitId, parentId: tip, commitType: 'compaction', checkpoint: 'compaction' })
    const view = await engine.ask('commit.materialise', { commitId: 'again' })
    const { events } = formats.get('events-v1').readEvents(await engine.ask('artifact.bytes', { ref: view.artifactHash ?? '' }))
    expect(events.map(({ type }) => type)).toEqual(['system', 'prompt'])
    expect(JSON.stringify(events)).toContain('Two things were done.')
    const whole = await engine.ask('commit.materialise', { commitId: 'again', stop: 'root' })
    expect(whole.messageCount).toBe(4)
  })
})

test('a transcript that is compacted exports as a transcript that begins with the summary', async () => {
  const talk = conversation({ seed: 'compact' }).human('Rename the parser').agent('It is renamed')
  const root = tempDir()
  writeConversation(root, talk)
  const dir = path.join(root, 'store')
  await importInto(dir, [root])
  const server = await startModelServer(message('The parser was renamed.'))
  const run = await compact(dir, server, talk.sessionId, '--yes', '--json')
  expect(run).toMatchObject({ code: 0 })
  const { commitId } = JSON.parse(run.out) as CompactResult
  await withEngine(dir, async (engine) => {
    const { content } = await engine.ask('export.make', { commitId: commitId ?? '', target: 'markdown' })
    const text = Buffer.from(content ?? []).toString()
    expect(text).toContain('The parser was renamed.')
    expect(text).not.toContain('Rename the parser')
    const { commit } = await engine.ask('commit.show', { commitId: commitId ?? '' })
    expect(commit.format).toBe('claude-code-v1')
  })
})

test('a refused, cut-off or empty answer makes no commit', async () => {
  for (const [reply, reason] of [
    [refusal(401, 'authentication_error'), 'the answer was an error, 401'],
    [message('half', { stop_reason: 'max_tokens' }), 'cut off'],
    [message('', { stop_reason: 'refusal' }), 'declined'],
    [message(' '), 'is empty'],
  ] as const) {
    const { dir, tip } = await forkOfTwo()
    const run = await compact(dir, await startModelServer(reply), 'again', '--onto', 'again', '--yes')
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain(reason)
    await withEngine(dir, async (engine) => {
      expect((await engine.ask('commit.show', { commitId: 'again' })).commit.commitId).toBe(tip)
      expect((await engine.ask('chain.log', {})).total).toBe(2)
    })
  }
})

test('a request that may cost more than the limit is not sent', async () => {
  const { dir } = await forkOfTwo()
  const server = await startModelServer(silence)
  const run = await compact(dir, server, 'again', '--yes', '--max-cost', '0.0001')
  expect(run).toMatchObject({ code: 2 })
  expect(run.err).toContain('more than --max-cost 0.0001; nothing was sent')
  expect(server.requests).toEqual([])
})
