/** The row of a session: what it is called, what kind it is, how it ended, and what it adds up to. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'

const row = async (talk: Conversation) => {
  const [session] = (await deriveConversation(talk)).rows.sessions
  if (session === undefined) throw new Error('the session has a row')
  return session
}

const titled = async (talk: Conversation) => {
  const { title, titleSource } = await row(talk)
  return [titleSource, title]
}

test('the title of a session is that of a person, else that of the client, else its first prompt, else its id', async () => {
  const talk = conversation({ sessionId: 'sample' })
  talk.bookkeeping({ type: 'mode' })
  expect(await titled(talk)).toEqual(['id', 'sample'])
  talk.command('/context')
  expect(await titled(talk)).toEqual(['prompt', '/context'])
  talk.human('\n  Fix the tide table \nplease').agent('done').human('thanks')
  expect(await titled(talk)).toEqual(['prompt', 'Fix the tide table'])
  talk.bookkeeping({ type: 'ai-title', aiTitle: 'Tides' }).bookkeeping({ type: 'agent-name', agentName: 'Tides, fixed' })
  expect(await titled(talk)).toEqual(['agent', 'Tides, fixed'])
  talk.bookkeeping({ type: 'custom-title', customTitle: 'My tides' }).bookkeeping({ type: 'ai-title', aiTitle: 'Later' })
  expect(await titled(talk)).toEqual(['custom', 'My tides'])
  talk.bookkeeping({ type: 'custom-title', customTitle: 'Moon' }).bookkeeping({ type: 'custom-title', customTitle: '  ' })
  expect(await titled(talk)).toEqual(['custom', 'Moon'])
})

test("an agent's prompt names no session", async () => {
  const talk = conversation({ sessionId: 'sample', version: '1.0.128' }).user('Look', { isSidechain: true }, { parent: null, aside: true })
  expect(await titled(talk)).toEqual(['id', 'sample'])
})

test.each([
  ['nothing was said', conversation().bookkeeping({ type: 'mode' }), 'empty'],
  ['one prompt and one reply', conversation().human('one').thinks('hm').agent('1'), 'one_shot'],
  ['one prompt without a reply', conversation().human('one'), 'one_shot'],
  ['one prompt and work', conversation().human('one').runs('ls', 'a').agent('1'), 'conversation'],
  ['two prompts', conversation().human('one').agent('1').human('two'), 'conversation'],
  [
    'an agent was asked',
    conversation()
      .human('one')
      .subagent({ prompt: 'x' }, (agent) => agent.agent('y')),
    'conversation',
  ],
  [
    'a warm-up beside a prompt',
    conversation({ version: '1.0.128' }).user('Warmup', { isSidechain: true, agentId: 'w' }, { parent: null, aside: true }).human('one'),
    'one_shot',
  ],
  [
    'nothing but a warm-up',
    conversation({ version: '1.0.128' }).user('Warmup', { isSidechain: true, agentId: 'w' }, { parent: null, aside: true }),
    'warm_up',
  ],
])('%s makes a session of its kind', async (_what, talk, kind) => {
  expect((await row(talk)).kind).toBe(kind)
})

test.each([
  ['says that it succeeded', conversation().human('one').agent('1').bookkeeping({ type: 'result', subtype: 'success' }), 'success'],
  [
    'says that it took too many turns',
    conversation().human('one').bookkeeping({ type: 'result', subtype: 'error_max_turns' }),
    'error_max_turns',
  ],
  [
    'says the last of several things',
    conversation()
      .human('one')
      .bookkeeping({ type: 'result', subtype: 'success' })
      .bookkeeping({ type: 'result', subtype: 'error_during_execution' }),
    'error_during_execution',
  ],
  ['says something new', conversation().human('one').bookkeeping({ type: 'result', subtype: 'exploded' }), 'unknown'],
  ['ends with an interruption', conversation().human('one').agent('1').interrupt(), 'interrupted'],
  ['goes on after an interruption', conversation().human('one').interrupt().human('two').agent('2'), 'unknown'],
  ['says nothing', conversation().human('one').agent('1'), 'unknown'],
])('a session that %s has that outcome', async (_what, talk, outcome) => {
  expect((await row(talk)).outcome).toBe(outcome)
})

test('it counts what happened, agents included', async () => {
  const talk = conversation({ version: '2.1.42', start: '2026-01-05T09:00:00.000Z', gitBranch: 'tide' })
    .human('one', { after: 0 })
    .thinks('hm')
    .agent('I look')
    .parallel([
      { tool: 'Bash', input: {}, result: 'ok' },
      { tool: 'Bash', input: {}, result: 'no', error: true },
    ])
    .command('/context')
    .bash('ls', 'a')
    .subagent({ prompt: 'Look' }, (agent) => agent.runs('ls', 'x').agent('seen'))
    .compacts()
    .microcompacts()
    .apiError('529')
    .raw('not json')
    .queued('two')
    .agent('2')
  const session = await row(talk)
  expect(session).toMatchObject({
    project: '/home/sam/src/lighthouse',
    folder: '-home-sam-src-lighthouse',
    cwd: '/home/sam/src/lighthouse',
    gitBranch: 'tide',
    clientVersion: '2.1.42',
    humanPrompts: 2,
    commands: 2,
    responses: 3,
    thinkingBlocks: 1,
    toolCalls: 4,
    toolErrors: 1,
    compactions: 1,
    subAgents: 1,
    errors: 2,
    malformedLines: 1,
    models: ['claude-opus-4-5-20251101'],
    firstAt: Date.parse('2026-01-05T09:00:00.000Z'),
    lastAt: talk.now.getTime(),
    durationMs: talk.now.getTime() - Date.parse('2026-01-05T09:00:00.000Z'),
    parentSessionId: null,
  })
})

test('a session without times, directory, models or usage has n/a for them', async () => {
  const talk = conversation({ sessionId: 'bare' }).bookkeeping({ type: 'user', message: { content: 'x' } })
  expect(await row(talk)).toMatchObject({
    cwd: null,
    project: '-home-sam-src-lighthouse',
    gitBranch: null,
    clientVersion: null,
    firstAt: null,
    lastAt: null,
    durationMs: null,
    models: [],
    inputTokens: null,
    outputTokens: null,
    cacheReadTokens: null,
    cacheWriteTokens: null,
  })
})

const usage = (tokens: number) => ({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_read_input_tokens: tokens,
  cache_creation_input_tokens: tokens,
})

test('the tokens of a reply count once, as its last record states them', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('one')
    .thinks('hm', { usage: usage(1), messageId: 'm1' })
    .agent('1', { usage: usage(10) })
    .human('two')
    .agent('2', { usage: usage(100) })
  expect(await row(talk)).toMatchObject({ inputTokens: 110, outputTokens: 110, cacheReadTokens: 110, cacheWriteTokens: 110 })
})

test('replies that the client made up count no tokens, even if they state some', async () => {
  const made = { type: 'assistant', message: { id: 'm', model: '<synthetic>', content: [], usage: usage(100) } }
  expect(
    (
      await row(
        conversation()
          .human('one')
          .agent('1', { usage: usage(1) })
          .bookkeeping(made),
      )
    ).inputTokens,
  ).toBe(1)
  expect((await row(conversation().human('one').bookkeeping(made))).inputTokens).toBeNull()
})

test('the last record of a reply is the last by time, else the last in the file', async () => {
  const reply = (tokens: number, timestamp?: string) => ({ type: 'assistant', timestamp, message: { id: 'm', usage: usage(tokens) } })
  const talk = conversation().bookkeeping(reply(1)).bookkeeping(reply(10))
  expect((await row(talk)).outputTokens).toBe(10)
  talk.bookkeeping(reply(1000, '2026-01-05T09:00:02Z')).bookkeeping(reply(100, '2026-01-05T09:00:01Z')).bookkeeping(reply(2))
  expect((await row(talk)).outputTokens).toBe(1000)
})

test('replies are distinguished by message and request, else by message, else by uuid, else by their place', async () => {
  const reply = (more: Readonly<Record<string, unknown>>, id?: string) => ({
    type: 'assistant',
    message: { ...(id === undefined ? {} : { id }), content: [], usage: usage(1) },
    ...more,
  })
  const inputTokens = async (...records: readonly Readonly<Record<string, unknown>>[]) => {
    const talk = conversation()
    for (const record of records) talk.bookkeeping(record)
    return (await row(talk)).inputTokens
  }
  expect(await inputTokens(reply({ requestId: 'r' }, 'm'), reply({ requestId: 'r' }, 'm'))).toBe(1)
  expect(await inputTokens(reply({ requestId: 'r' }, 'm'), reply({ requestId: 's' }, 'm'))).toBe(2)
  expect(await inputTokens(reply({ uuid: 'a' }, 'm'), reply({ uuid: 'b' }, 'm'))).toBe(1)
  expect(await inputTokens(reply({ uuid: 'a' }), reply({ uuid: 'b' }))).toBe(2)
  expect(await inputTokens(reply({}), reply({}))).toBe(2)
})

test('tokens that a progress record repeats do not count again', async () => {
  const usageOf = async (talk: Conversation) => {
    const { inputTokens, outputTokens } = await row(talk)
    return { inputTokens, outputTokens }
  }
  const plain = conversation({ version: '2.1.42', seed: 'tokens' })
    .human('one')
    .subagent({ prompt: 'Look', agentId: 'a1' }, (agent) => agent.agent('seen'))
  const before = await usageOf(plain)
  const [own] = [...plain.files()]
    .filter(([file]) => file.includes('agent-'))
    .flatMap(([, bytes]) =>
      bytes
        .toString()
        .split('\n')
        .filter((line) => line.includes('"assistant"')),
    )
  const { message } = JSON.parse(own ?? '{}') as { readonly message: object }
  const progress = (uuid: string, said: object) => ({
    type: 'progress',
    data: { type: 'agent_progress', agentId: 'a1', message: { type: 'assistant', uuid, message: said } },
  })
  plain.row(progress('c', message))
  expect(await usageOf(plain)).toEqual(before)
  // What the agent's own transcript has lost counts by what is left of it.
  plain.row(progress('d', { id: 'other', content: [{ type: 'text', text: 'seen more' }], usage: usage(1000) }))
  expect((await usageOf(plain)).inputTokens).toBe(Number(before.inputTokens) + 1000)
})

test('agents that write a summary for the client are not counted as sub-agents, but their responses and usage are', async () => {
  const asks = (agentId: string): Conversation =>
    conversation({ seed: 'compactor' })
      .human('go')
      .subagent({ prompt: 'Your task is to create a detailed summary', agentId }, (agent) => agent.agent('It was so.'))
  const [own, asked] = [await row(asks('acompact-12ab34')), await row(asks('a12ab34'))]
  expect([own.subAgents, asked.subAgents]).toEqual([0, 1])
  expect(own.outputTokens).toBe(asked.outputTokens)
})
