/** What the store knows of captured agents beside their words: sub-agents, compactions, models, folders, costs; and at which points they are cut. */
import { expect, test } from 'vitest'
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
  turn,
  user,
} from '../../../support/scripted-agent.ts'
import { cli, strata } from '../../../support/strata-command.ts'
import { tableDigests, withEngine } from '../../../support/with-engine.ts'

const init = (more: object = {}): string =>
  JSON.stringify({
    type: 'system',
    subtype: 'init',
    session_id: 's-1',
    cwd: '/home/me/garden',
    model: 'claude-sonnet-4-5',
    claude_code_version: '2.1.9',
    tools: ['Read'],
    ...more,
  })
const ofModel = (line: string, model: string): string => {
  const parsed = JSON.parse(line) as { readonly message: object }
  return JSON.stringify({ ...parsed, message: { ...parsed.message, model } })
}
const task = (id: string, type: string): object => ({ type: 'tool_use', id, name: 'Task', input: { subagent_type: type, prompt: 'Count' } })

const run = async (store: string, lines: readonly string[], ...args: readonly string[]): Promise<void> => {
  const running = capture(store, agent(saying(lines)), ...args)
  running.child.stdin.end()
  expect(await running.ended).toMatchObject({ code: 0 })
}

const withSubAgents = [
  init(),
  ofModel(reply('m1', said('I ask two.')), 'claude-sonnet-4-5'),
  ofModel(reply('m1', task('call-1', 'Explore')), 'claude-sonnet-4-5'),
  ofModel(reply('m1', task('call-2', 'general-purpose')), 'claude-sonnet-4-5'),
  user([said('Count')], { parent_tool_use_id: 'call-1' }),
  user([said('Count more')], { parent_tool_use_id: 'call-2' }),
  ofModel(reply('a1', said('One.'), 'call-1'), 'claude-haiku-4-5'),
  ofModel(reply('b1', said('Two.'), 'call-2'), 'claude-haiku-4-5'),
  result('call-1', 'one'),
  result('call-2', 'two'),
  ofModel(reply('m2', said('Three.')), 'claude-sonnet-4-5'),
  ended(0.5),
]

test('sub-agents of a captured session have separate chains, refs and kinds, and count as sub-agents', async () => {
  const store = newStore()
  await run(store, withSubAgents)
  const look = () =>
    withEngine(store, async (engine) => {
      const session = await engine.ask('session.show', { sessionId: 'live/s-1' })
      const refs = await engine.ask('refs.list', {})
      const { commits } = await engine.ask('chain.log', { limit: 100 })
      const amplification = await engine.ask('cost.show', { by: 'all', timeZone: 'UTC' })
      return { session, refs, commits, amplification }
    })
  const { session, refs, commits, amplification } = await look()
  expect(session).toMatchObject({ subAgents: 2, responses: 4, outcome: 'success', standing: 'ended' })
  expect(refs.map(({ name, kind }) => `${kind} ${name}`).sort()).toEqual([
    'agent agent/live/s-1/call-1',
    'agent agent/live/s-1/call-2',
    'session session/live/s-1',
  ])
  const main = commits.filter(({ chain }) => chain === 'main')
  expect(
    commits
      .filter(({ chain }) => chain !== 'main')
      .map(({ chain, branchOf, agentType }) => [chain, branchOf ?? '', agentType])
      .sort(),
  ).toEqual([
    ['call-1', '', 'Explore'],
    ['call-1', 'spawn', 'Explore'],
    ['call-2', '', 'general-purpose'],
    ['call-2', 'spawn', 'general-purpose'],
  ])
  expect(session.tipCommitId).toBe(main[0]?.commitId)
  // The cost of a turn includes its sub-agents.
  expect(amplification.groups).toMatchObject([{ usd: 0.5 }])
  expect(amplification.unpriced).toEqual([])
  expect(JSON.parse(strata(store, 'sql', "SELECT count(*) AS events FROM events WHERE chain <> 'main'", '--json').out)).toEqual([
    { events: 6 },
  ])
  const before = await tableDigests(store)
  expect(strata(store, 'reindex').code).toBe(0)
  expect(await tableDigests(store)).toEqual(before)
})

test('the reported model, folder and version of a captured agent apply to its sessions, commits, replies and costs', async () => {
  const store = newStore()
  const metric = JSON.stringify({ type: 'result', subtype: 'success', input_tokens: 100_000, output_tokens: 10_000, num_turns: 1 })
  await run(store, [init(), JSON.stringify({ type: 'assistant', subtype: 'text', text: 'Hello.' }), metric], '--session', 'flat')
  await run(
    store,
    [
      init({ model: 'claude-opus-4-1' }),
      ofModel(reply('m1', said('Hi.')), 'claude-sonnet-4-5'),
      ofModel(reply('m2', said('Ho.')), 'claude-haiku-4-5'),
      ended(0.25),
    ],
    '--session',
    'nested',
  )
  await withEngine(store, async (engine) => {
    const flat = await engine.ask('session.show', { sessionId: 'live/flat' })
    expect(flat).toMatchObject({
      models: ['claude-sonnet-4-5'],
      cwd: '/home/me/garden',
      project: '/home/me/garden',
      clientVersion: '2.1.9',
    })
    const nested = await engine.ask('session.show', { sessionId: 'live/nested' })
    expect(nested).toMatchObject({ models: ['claude-haiku-4-5', 'claude-sonnet-4-5'], cwd: '/home/me/garden' })
    const { commits } = await engine.ask('chain.log', { of: 'live/nested' })
    expect(commits.map(({ models, cwd, clientVersion }) => [models, cwd, clientVersion])).toEqual([
      [[], '/home/me/garden', '2.1.9'],
      [['claude-haiku-4-5'], '/home/me/garden', '2.1.9'],
      [['claude-sonnet-4-5'], '/home/me/garden', '2.1.9'],
    ])
    const cost = await engine.ask('cost.show', { by: 'model', timeZone: 'UTC' })
    expect(cost.groups.map(({ group, usd }) => [group, usd])).toEqual(
      expect.arrayContaining([
        ['claude-sonnet-4-5', 0.45],
        ['(none)', 0.25],
      ]),
    )
    expect(cost.unpriced).toEqual([])
  })
})

test('a captured compaction has its trigger and its tokens in every view', async () => {
  const store = newStore()
  const lines = [
    ...turn,
    JSON.stringify({ type: 'system', subtype: 'compact_boundary', compact_metadata: { trigger: 'auto', pre_tokens: 128_000 } }),
    user('This session is being continued', { isSynthetic: true }),
    reply('m4', said('Going on.')),
    JSON.stringify({ type: 'system', subtype: 'compact_boundary', trigger: 'manual', pre_tokens: 9 }),
    ended(0.1),
  ]
  await run(store, lines)
  const { commits } = JSON.parse(strata(store, 'log', '--json', '--type', 'compaction').out) as {
    readonly commits: readonly { readonly commitId: string }[]
  }
  expect(strata(store, 'show', commits[0]?.commitId ?? '').out).toContain('auto, from 128,000')
  expect(strata(store, 'log').out).toContain('Compaction (manual, 9 tokens)')
  expect(strata(store, 'context', 'live/s-1').out).toContain('128,000')
  const detail = JSON.parse(strata(store, 'ask', 'compaction-list', '--json').out) as object
  expect(JSON.stringify(detail)).toMatch(/"auto".*128000|128000.*"auto"/)
})

test.each([
  [
    'response',
    [
      'turn_boundary: system prompt response',
      'turn_boundary: tool_call tool_result response',
      'session_end: metric',
      'turn_boundary: prompt response',
      'session_end: metric',
    ],
  ],
  [
    'tool',
    [
      'turn_boundary: system prompt response',
      'tool_call: tool_call tool_result',
      'turn_boundary: response',
      'session_end: metric',
      'turn_boundary: prompt response',
      'session_end: metric',
    ],
  ],
  ['turn', ['session_end: system prompt response tool_call tool_result response metric', 'session_end: prompt response metric']],
  ['2', ['session_end: system prompt response tool_call tool_result response metric prompt response metric']],
] as const)('capture --granularity %s cuts there', async (granularity, kinds) => {
  const store = newStore()
  await run(
    store,
    [...turn, reply('m2', said('Done.')), ended(0.5), user('Next'), reply('m3', said('Next done.')), ended(0.75)],
    '--granularity',
    granularity,
  )
  expect(kindsOf(await commitsOf(store))).toEqual(kinds)
  expect(strata(store, 'capture', '--granularity', 'never', '--', 'true')).toMatchObject({ code: 2 })
})

test('a tool that requests the current commit of the agent gets a new one each time, with everything that the agent knew', async () => {
  const store = newStore()
  const calls = ['t1', 't2'].flatMap((id) => [reply('m1', called(id, 'Bash')), result(id, `result of ${id}`)])
  const asks = `
    const { execFileSync } = require('node:child_process')
    const current = () => process.stderr.write('[' + execFileSync(process.execPath, [${JSON.stringify(cli)}, 'current'], { encoding: 'utf8' }).trim() + ']')
    const lines = ${JSON.stringify([turn[0], ...calls])}
    say(lines[0]); say(lines[1]); setTimeout(() => { current(); say(lines[2]); say(lines[3]); setTimeout(() => { current(); say(lines[4]) }, 200) }, 200)`
  const running = capture(store, agent(asks))
  running.child.stdin.end()
  const { err, code } = await running.ended
  expect(code).toBe(0)
  const ids = [...err.matchAll(/\[(ctx-[0-9a-f]+)\]/g)].map(([, id]) => id)
  const commits = await commitsOf(store)
  expect(ids).toHaveLength(2)
  expect(commits.filter(({ commitId }) => ids.includes(commitId)).map(({ commitId }) => commitId)).toEqual(ids)
  expect(kindsOf(commits).slice(0, 2)).toEqual(['explicit: system prompt tool_call', 'explicit: tool_result tool_call'])
})
