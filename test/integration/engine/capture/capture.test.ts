/** Capturing an agent while it runs, by the command: what it writes passes through, and is in the store as commits. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { turn as madeTurn } from '../../../support/made-commits.ts'
import { startStrata } from '../../../support/running-strata.ts'
import {
  agent,
  called,
  capture,
  commitsOf,
  ended,
  kindsOf,
  newStore,
  reply,
  result,
  said,
  saying,
  spoolsOf,
  turn,
  user,
} from '../../../support/scripted-agent.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

const until = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 120_000, interval: 50 })

test('output of an agent passes through byte for byte with its exit code, and is cut at turns and at its end', async () => {
  const store = newStore()
  const lines = [...turn, reply('m2', said('It is ü.')), ended(0.5)]
  const running = capture(store, agent(saying(lines, 'process.exitCode = 7')))
  running.child.stdin.end()
  expect(await running.ended).toMatchObject({ code: 7, out: `${lines.join('\n')}\n` })
  const commits = await commitsOf(store)
  expect(kindsOf(commits)).toEqual([
    'turn_boundary: system prompt response',
    'turn_boundary: tool_call tool_result response',
    'session_end: metric',
  ])
  expect(commits.map(({ parentId }) => parentId)).toEqual([null, commits[0]?.commitId, commits[1]?.commitId])
  const events = commits.flatMap((commit) => commit.events)
  expect(events.map(({ payload }) => payload)).toMatchObject([
    { subtype: 'init' },
    { source: 'initial', content: 'What is in a?' },
    { content: 'I look.' },
    { id: 't1', name: 'Read' },
    { id: 't1', output: 'a\nb' },
    { content: 'It is ü.' },
    {
      status: 'success',
      cost_usd: 0.5,
      turn_count: 2,
      input_tokens: 10,
      output_tokens: 40,
      cache_read_tokens: 5,
      cache_write_tokens: 3,
      duration_seconds: 1.5,
    },
  ])
  expect(spoolsOf(store)).toEqual([])
  await withEngine(store, async (engine) => {
    expect(await engine.ask('session.show', { sessionId: 'live/s-1' })).toMatchObject({ humanPrompts: 1, responses: 2, toolCalls: 1 })
  })
})

test('the input is passed on and is the prompt, alone or after that of the command; input messages are separate prompts', async () => {
  const store = newStore()
  const echo = agent(`process.stdin.on('data', (piece) => process.stderr.write('got ' + piece)).on('end', () => { ${saying(turn)} })`)
  const running = capture(store, echo)
  running.child.stdin.end('and in b?\n')
  expect(await running.ended).toMatchObject({ code: 0, err: expect.stringContaining('got and in b?\n') as unknown })
  expect((await commitsOf(store))[0]?.events[1]?.payload).toEqual({ source: 'initial', content: 'What is in a?\nand in b?\n' })

  const other = newStore()
  const answering = agent(
    `let n = 0; process.stdin.on('data', () => { n++; say(n === 1 ? ${JSON.stringify(reply('m1', said('one')))} : ${JSON.stringify(reply('m2', said('two')))}); say(n === 1 ? ${JSON.stringify(ended(0.5))} : ${JSON.stringify(ended(0.75))}) })`,
  )
  const talk = startStrata(other, ['capture', '--', answering, '-p', '--input-format', 'stream-json'])
  talk.child.stdin.write(`${user('first')}\n`)
  await until(() => expect(talk.out()).toContain('"total_cost_usd":0.5'))
  talk.child.stdin.end(`${user([said('second')])}\n`)
  await talk.ended
  const events = (await commitsOf(other)).flatMap((commit) => commit.events)
  expect(
    events.map(({ type, payload }) => [type, 'source' in payload ? payload.source : '', 'cost_usd' in payload ? payload.cost_usd : '']),
  ).toEqual([
    ['prompt', 'initial', ''],
    ['response', '', ''],
    ['metric', '', 0.5],
    ['prompt', 'user', ''],
    ['response', '', ''],
    ['metric', '', 0.25],
  ])
})

test('a sub-agent has a separate chain that starts at its caller; a compaction replaces the earlier conversation', async () => {
  const store = newStore()
  const lines = [
    reply('m1', called('call-1', 'Task')),
    user([said('Count')], { parent_tool_use_id: 'call-1' }),
    reply('m2', called('t2', 'Bash'), 'call-1'),
    result('call-1', 'two'),
    reply('m3', said('Two.')),
    JSON.stringify({ type: 'system', subtype: 'compact_boundary', compact_metadata: { trigger: 'auto', pre_tokens: 9 } }),
    user('This session is being continued', { isSynthetic: true }),
    reply('m4', said('Going on.')),
  ]
  const running = capture(store, agent(saying(lines)))
  running.child.stdin.end()
  await running.ended
  const commits = await commitsOf(store)
  const main = commits.filter(({ events }) => !JSON.stringify(events.map(({ payload }) => payload)).includes('Count'))
  expect(kindsOf(main)).toEqual([
    'tool_call: prompt tool_call',
    'turn_boundary: tool_result response',
    'compaction: system',
    'compaction: prompt',
    'turn_boundary: response',
    'session_end: metric',
  ])
  expect(main[3]).toMatchObject({ commitType: 'compaction', events: [{ payload: { source: 'injected' } }] })
  const sub = commits.filter((commit) => !main.includes(commit))
  expect(kindsOf(sub)).toEqual(['session_end: prompt tool_call metric'])
  expect(sub[0]?.parentId).toBe(main[0]?.commitId)
  // Without totals the tokens of each reply count, once each: m1, m3 and m4 of the agent itself.
  expect(main.at(-1)?.events[0]?.payload).toEqual({ input_tokens: 30, cache_read_tokens: 15, cache_write_tokens: 9 })
})

test('tools of the agent find its current commit on a socket', async () => {
  const store = newStore()
  const ask = `
    const net = require('node:net')
    const ask = () => new Promise((done) => {
      const socket = net.connect(process.env.BUREAU_AGENT_CONTEXT_SOCKET)
      const pieces = []
      socket.on('data', (piece) => pieces.push(piece)).on('end', () => done(Buffer.concat(pieces).toString('hex')))
      socket.end(Buffer.from('a166616374696f6e6f63757272656e742d636f6e74657874', 'hex'))
    })
    ask().then(async (before) => {
      ${saying(turn.slice(0, 2))}
      let after = before
      while (after === before) after = await ask()
      process.stderr.write(before + ' ' + after + '\\n')
    })`
  const running = capture(store, agent(ask))
  running.child.stdin.end()
  const { err } = await running.ended
  const [commit] = await commitsOf(store)
  const data = (id: string): string =>
    `a2626f6bf56464617461a16a636f6e746578745f6964${Buffer.of(0x60 + id.length, ...Buffer.from(id)).toString('hex')}`
  expect(err).toContain(`${data('')} ${data(commit?.commitId ?? '')}`)
})

test('a capture continues a commit, the newest of its principal, or a fork that follows', async () => {
  const store = newStore()
  const [once, again] = [agent(saying(turn.slice(0, 2))), agent(saying([reply('m9', said('Again.')), ended(1)]))]
  const run = async (...args: readonly string[]): Promise<void> => {
    const running = capture(store, args.length === 0 ? once : again, ...args)
    running.child.stdin.end()
    expect((await running.ended).code).toBe(0)
  }
  await run()
  const first = (await commitsOf(store)).at(-1)?.commitId ?? ''
  await run('--continue', '--session', 's-2')
  await run('--parent', first, '--session', 's-3')
  const parents = (await commitsOf(store)).filter(({ events }) => events[0]?.type === 'prompt').map(({ parentId }) => parentId)
  expect(parents).toEqual([first, first])
  expect(strata(store, 'capture', '--parent', 'ctx-00000000', '--', again)).toMatchObject({
    code: 1,
    err: expect.stringContaining('not-found') as unknown,
  })
  expect(strata(store, 'capture', '--', path.join(store, 'no-such-agent'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('Cannot start ') as unknown,
  })
})

test('without a command capture stores its input and passes it on', () => {
  const store = newStore()
  const running = startStrata(store, ['capture', '--prompt', 'Hello', '--session', 'piped'])
  const text = `${turn.join('\n')}\n`
  running.child.stdin.end(text)
  return running.ended.then(async ({ out, code }) => {
    expect([code, out]).toEqual([0, text])
    expect((await commitsOf(store))[0]?.events[1]?.payload).toEqual({ source: 'initial', content: 'Hello' })
    expect(readFileSync(path.join(store, 'journal.jsonl'), 'utf8')).toContain('"session_id":"piped"')
  })
})

test('captures onto a fork continue each other, and the fork is at the last commit', async () => {
  const store = newStore()
  const delta = path.join(tempDir(), 'begun.cbor')
  writeFileSync(delta, madeTurn('begun by hand'))
  const root = strata(store, 'checkpoint', delta, '--format', 'events-v1', '--session', 'begun', '--json')
  const { commitId } = (JSON.parse(root.out) as { readonly commit: { readonly commitId: string } }).commit
  expect(strata(store, 'fork', commitId, '--name', 'try').code).toBe(0)
  const tips = [commitId]
  for (let run = 0; run < 3; run++) {
    const running = capture(store, agent(saying([...turn, ended(0.1)])), '--onto', 'try')
    running.child.stdin.end()
    expect(await running.ended).toMatchObject({ code: 0 })
    const { commits } = JSON.parse(strata(store, 'history', 'try', '--json').out) as {
      readonly commits: readonly { readonly commitId: string }[]
    }
    const ids = commits.map((commit) => commit.commitId)
    // The whole line of the runs before is below what this one added.
    expect(ids.slice(-tips.length)).toEqual(tips)
    expect(ids.length).toBeGreaterThan(tips.length)
    tips.splice(0, tips.length, ...ids)
  }
  expect((await commitsOf(store)).filter(({ parentId }) => parentId === null)).toHaveLength(1)
  expect(strata(store, 'fork').out).toContain(tips[0])
  expect(strata(store, 'verify').code).toBe(0)
})
