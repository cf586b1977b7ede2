/** A corpus with one planted cache break of each cause, with and without the service's own word: all are found, and nothing else is one. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const minute = 60_000

interface Use {
  readonly read: number
  readonly written: number
  readonly out?: number
}

const usageOf = ({ read, written, out = 50 }: Use) => ({
  input_tokens: 3,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: written,
  output_tokens: out,
  cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
})

interface Says {
  /** Before the prompt. */
  readonly after?: number
  /** From the prompt to the first record of the reply. */
  readonly thinks?: number
  readonly model?: string
}

const says = (talk: Conversation, use: Use, { after = 1000, thinks = 1000, ...model }: Says = {}): Conversation =>
  talk.human('continue', { after }).agent('done', { after: thinks, ...model, usage: usageOf(use) })

let made = 0

/** A conversation whose first request puts 20,000 tokens into the cache, and whose second 30,000 more. */
const warm = (begin: (talk: Conversation) => unknown = () => undefined): Conversation => {
  made += 1
  const sessionId = `bbbbbbbb-0000-4000-8000-${String(made).padStart(12, '0')}`
  const talk = conversation({ sessionId, seed: sessionId, version: '2.1.330' })
  begin(talk)
  says(talk, { read: 0, written: 20_000 })
  return says(talk, { read: 20_000, written: 30_000 })
}

/** The same, and a call whose request reads all of it. */
const calling = (name: string, input: Readonly<Record<string, unknown>>): Conversation =>
  warm()
    .human('continue', { after: 1000 })
    .calls(name, input, { usage: usageOf({ read: 50_000, written: 0, out: 1 }) })

const tool = (name: string, description = 'does it') => ({ name, description, input_schema: { type: 'object', properties: {} } })
const snapshot = (talk: Conversation, systemPrompt: readonly string[], tools: readonly object[]) =>
  talk.attachment({ type: 'prompt_snapshot', systemPrompt, tools })
const prompt = ['You help.\nToday is Monday.', 'Be brief.']

const lost = { read: 0, written: 50_100 }
const behind = { read: 20_000, written: 30_100 }

/** Without the service's word: the cause, the conversation, what its evidence says. */
const inferred: readonly (readonly [string, () => Conversation, RegExp])[] = [
  ['compaction', () => says(warm().compacts(), { read: 20_000, written: 4_000 }), /^$/],
  ['rewind', () => says(warm().rewind(1), { read: 20_000, written: 31_000 }), /^$/],
  ['model_changed', () => says(warm(), lost, { model: 'claude-haiku-4-5-20251001' }), / → claude-haiku-4-5-20251001/],
  ['effort_changed', () => says(warm().command('effort', 'high'), lost), /^\/effort/],
  [
    'tools_changed',
    () => {
      const talk = warm((begun) => snapshot(begun, prompt, [tool('Bash'), tool('Read')]))
      return says(snapshot(talk, prompt, [tool('Bash', 'runs it'), tool('mcp__crane__lift')]), lost)
    },
    /mcp__crane__lift came; Read went; Bash changed \(description\)/,
  ],
  [
    'system_changed',
    () => {
      const talk = warm((begun) => snapshot(begun, prompt, [tool('Bash')]))
      return says(snapshot(talk, ['You help.\nToday is Tuesday.', 'Be brief.'], [tool('Bash')]), lost)
    },
    /part 1, line 2: Today is Monday\. → Today is Tuesday\./,
  ],
  ['lifetime_passed', () => says(warm(), lost, { after: 6 * minute }), /6 min passed, kept for 5 min/],
  ['not_explained', () => says(warm(), lost, { thinks: 6 * minute }), /^$/],
  ['smaller_context', () => says(warm(), { read: 30_000, written: 5_000 }), /tokens were left out/],
  ['skill_began', () => says(calling('Skill', { skill: 'harbour' }).result('last', 'ok'), behind), /harbour/],
  ['mode_began', () => says(calling('EnterPlanMode', {}).result('last', 'ok'), behind), /EnterPlanMode/],
  ['not_explained', () => says(warm(), behind), /^$/],
  [
    'not_explained',
    () => says(calling('Write', { file_path: '/home/sam/CLAUDE.md', content: 'Never.' }).result('last', 'ok'), behind),
    /CLAUDE\.md edited/,
  ],
  [
    'tools_changed',
    () => {
      const talk = warm((begun) => begun.attachment({ type: 'deferred_tools_delta', addedNames: ['mcp__crane__lift'], removedNames: [] }))
      talk.attachment({ type: 'deferred_tools_delta', addedNames: [], removedNames: [], readdedNames: ['mcp__crane__lift'] })
      return says(talk, lost)
    },
    /crane reconnected \(MCP\)/,
  ],
]

/** As a client records its requests. */
const request = (
  talk: Conversation,
  id: string,
  base: string | undefined,
  keep: number,
  tail: readonly string[],
  effort = 'medium',
  shape = 's1',
) =>
  talk.bookkeeping({
    type: 'api-request',
    sessionId: talk.sessionId,
    id,
    timestamp: talk.now.toISOString(),
    version: '2.1.330',
    querySource: 'sdk',
    shapeHash: shape,
    params: { model: 'claude-opus-4-8', output_config: { effort } },
    ...(base === undefined ? {} : { base }),
    keep,
    tail,
  })

const recorded =
  (build: (talk: Conversation) => Conversation): (() => Conversation) =>
  () => {
    made += 1
    const sessionId = `bbbbbbbb-0000-4000-8000-${String(made).padStart(12, '0')}`
    const talk = conversation({ sessionId, seed: sessionId, version: '2.1.330' })
    const shape = (hash: string, tools: readonly object[]) =>
      talk.bookkeeping({
        type: 'api-request-shape',
        sessionId,
        shapeHash: hash,
        timestamp: talk.now.toISOString(),
        shape: { system: [{ type: 'text', text: 'You help.' }], tools },
      })
    talk.human('begin', { after: 1000 })
    shape('s1', [tool('Bash')])
    shape('s2', [tool('Bash'), tool('Lift')])
    request(talk, 'r1', undefined, 0, ['a'])
    talk.agent('done', { after: 1000, usage: usageOf({ read: 0, written: 20_000 }) }).human('continue', { after: 1000 })
    request(talk, 'r2', 'r1', 1, ['b', 'c'])
    talk.agent('done', { after: 1000, usage: usageOf({ read: 20_000, written: 30_000 }) }).human('continue', { after: 1000 })
    return build(talk)
  }

const fromRequests: readonly (readonly [string, () => Conversation, RegExp])[] = [
  [
    'messages_changed',
    recorded((talk) => {
      talk.bookkeeping({
        type: 'api-request-blob',
        sessionId: talk.sessionId,
        hash: 'x',
        message: { role: 'user', content: [{ type: 'text', text: 'other words' }] },
      })
      request(talk, 'r3', 'r2', 1, ['x', 'c', 'd'])
      return talk.agent('done', { after: 1000, usage: usageOf({ read: 30_000, written: 21_000 }) })
    }),
    /message 2 of 3 differs: user, text, other words/,
  ],
  [
    'effort_changed',
    recorded((talk) => {
      request(talk, 'r3', 'r2', 3, ['d'], 'high')
      return talk.agent('done', { after: 1000, usage: usageOf(lost) })
    }),
    /effort medium → high/,
  ],
  [
    'tools_changed',
    recorded((talk) => {
      request(talk, 'r3', 'r2', 3, ['d'], 'medium', 's2')
      return talk.agent('done', { after: 1000, usage: usageOf(lost) })
    }),
    /Lift came/,
  ],
]

const said =
  (reason: string, after = 1000): (() => Conversation) =>
  () => {
    const talk = warm()
    const message = {
      id: `msg_01Reason${made}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-8',
      content: [{ type: 'text', text: 'done' }],
      stop_reason: 'end_turn',
      usage: usageOf(behind),
      diagnostics: { cache_miss_reason: { type: reason, cache_missed_input_tokens: 30_000 } },
    }
    return talk.human('continue', { after }).row({ type: 'assistant', message, requestId: `req_011Reason${made}` })
  }

const fromService: readonly (readonly [string, () => Conversation, RegExp])[] = [
  ...['model_changed', 'system_changed', 'tools_changed', 'messages_changed', 'unavailable'].map(
    (reason) => [reason, said(reason), /^/] as const,
  ),
  ['previous_message_not_found', said('previous_message_not_found'), /the service may have lost it/],
  ['lifetime_passed', said('previous_message_not_found', 10 * minute), /10 min passed/],
]

const breaksOf = async (...talks: readonly Conversation[]) => {
  const dir = tempDir()
  const store = path.join(dir, 'store')
  await importInto(store, [writeConversation(dir, ...talks).projects])
  return withEngine(store, async (engine) => ({
    breaks: (await engine.ask('analytics.ask', { name: 'cache-breaks', limit: 1000 })).rows,
    causes: (await engine.ask('analytics.ask', { name: 'cache-causes' })).rows,
  }))
}

test('every planted break is found with its cause, its place and its evidence', async () => {
  const planted = [...inferred, ...fromRequests, ...fromService].map(([cause, make, evidence]) => ({ cause, evidence, talk: make() }))
  const { breaks, causes } = await breaksOf(...planted.map(({ talk }) => talk))
  const found = new Map(breaks.map((row) => [row['session_id'], row]))
  for (const { cause, evidence, talk } of planted) {
    const row = found.get(talk.sessionId)
    expect.soft([talk.sessionId, cause, row?.['cause']]).toEqual([talk.sessionId, cause, cause])
    expect.soft(String(row?.['evidence'] ?? '')).toMatch(evidence)
    expect.soft(row?.['lost_from']).toMatch(/^(?:everything|behind the system prompt|in the conversation)$/)
    expect.soft(row?.['lost_from'] !== 'in the conversation' || row['lost_line'] !== null).toBe(true)
  }
  expect(breaks).toHaveLength(planted.length)
  expect(causes.find(({ cause }) => cause === 'not_explained')).toMatchObject({ breaks: 3, lostTokens: 110_000 })
})

/** Records of one reply, each with one block. */
const inRecords = (talk: Conversation, use: Use, blocks: readonly object[]): Conversation => {
  made += 1
  for (const block of blocks)
    talk.row({
      type: 'assistant',
      requestId: `req_many${made}`,
      message: {
        id: `msg_many${made}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-4-5-20251101',
        content: [block],
        stop_reason: null,
        usage: usageOf(use),
      },
    })
  return talk
}

const text = { type: 'text', text: 'now' }
const called = (name: string, input: object) => ({ type: 'tool_use', id: `toolu_${name}${made}`, name, input })
const changing = [
  ['Skill', { skill: 'harbour' }],
  ['EnterPlanMode', {}],
  ['Edit', { file_path: '/home/sam/CLAUDE.md', old_string: 'a', new_string: 'b' }],
] as const

test.each(changing)('what a reply does itself (%s) is no cause of its own break, and no evidence of it', async (name, input) => {
  const first = inRecords(warm().human('continue', { after: 1000 }), behind, [called(name, input), text])
  const later = inRecords(warm().human('continue', { after: 1000 }), behind, [text, called(name, input), text])
  const { breaks } = await breaksOf(first, later)
  expect(breaks).toMatchObject([first, later].map(() => ({ cause: 'not_explained', evidence: null })))
})

test('what any record of the reply before did is a cause', async () => {
  const talk = inRecords(warm().human('continue', { after: 1000 }), { read: 50_000, written: 100 }, [
    called('Skill', { skill: 'harbour' }),
    text,
    text,
  ])
  const { breaks } = await breaksOf(says(talk, { read: 20_000, written: 30_300 }))
  expect(breaks).toMatchObject([{ cause: 'skill_began', evidence: 'harbour' }])
})

test('a fork never reads the cache of its parent, and that is the cause', async () => {
  const parent = warm()
  const fork = says(parent.fork('cccccccc-0000-4000-8000-000000000001'), lost)
  const { breaks } = await breaksOf(parent, fork)
  expect(breaks).toMatchObject([{ session_id: fork.sessionId, cause: 'resumed_or_forked', lost_tokens: 50_000 }])
})

test('a break in the conversation names the last request that was read, and its reply', async () => {
  const talk = warm()
  says(talk, { read: 50_000, written: 10_000 })
  says(talk, { read: 50_000, written: 10_500 })
  const { breaks } = await breaksOf(talk)
  expect(breaks).toMatchObject([{ lost_from: 'in the conversation', lost_after: 2 }])
  expect(breaks[0]?.['lost_line']).toBeLessThan(Number(breaks[0]?.['line']))
})

test('a request beside the conversation is not the last one that was read', async () => {
  const talk = warm()
  says(talk, { read: 50_000, written: 10_000 })
  says(talk, { read: 0, written: 900 })
  says(talk, { read: 60_000, written: 400 })
  says(talk, { read: 50_000, written: 10_800 })
  const { breaks } = await breaksOf(talk)
  expect(breaks).toMatchObject([{ lost_from: 'in the conversation', lost_after: 2 }])
})

/** Records of replies that overlap: each has two, the second one after the first of the other. */
const overlapping = (talk: Conversation, first: Use, second: Use): Conversation => {
  const row = (id: string, use: Use, text: string) =>
    talk.row({
      type: 'assistant',
      requestId: `req_${id}${talk.sessionId.slice(-3)}`,
      message: {
        id: `msg_${id}${talk.sessionId.slice(-3)}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-4-8',
        content: [{ type: 'text', text }],
        stop_reason: null,
        usage: usageOf(use),
      },
    })
  talk.human('both', { after: 1000 })
  row('a', first, 'one')
  row('b', second, 'two')
  row('a', first, 'three')
  return row('b', second, 'four')
}

test('requests that overlap, a side request, streaming duplicates, sub-agents and synthetic replies are no breaks', async () => {
  const parallel = overlapping(warm(), { read: 50_000, written: 20_000 }, { read: 50_000, written: 500 })
  says(parallel, { read: 50_500, written: 400 })
  const side = warm()
  says(side, { read: 0, written: 900 }, { model: 'claude-haiku-4-5-20251001' })
  says(side, { read: 50_000, written: 400 })
  const streamed = warm()
  says(overlapping(streamed, { read: 50_000, written: 400 }, { read: 50_000, written: 400 }), { read: 50_400, written: 100 })
  const agents = conversation({ sessionId: 'dddddddd-0000-4000-8000-000000000001', seed: 'agents', version: '2.1.330' })
    .human('look')
    .agent('looking')
    .subagent({ agentId: 'a1', prompt: 'look', type: 'Explore' }, (agent) => agent.runs('ls', 'a.ts').agent('looked'))
    .agent('all of it')
  const synthetic = says(warm().apiError('overloaded'), { read: 50_000, written: 600 })
  const { breaks, causes } = await breaksOf(parallel, side, streamed, agents, synthetic)
  expect(breaks).toEqual([])
  expect(causes).toEqual([])
})

test('after a compaction, only what is before the conversation counts as written again', async () => {
  const { breaks } = await breaksOf(says(warm().compacts(), { read: 15_000, written: 9_000 }))
  // Opus: 6.25 USD for a million tokens that are written, 0.50 for those that are read; 5,000 of the 9,000 had been in the cache.
  expect(breaks[0]?.['usd']).toBeCloseTo((5_000 * (6.25 - 0.5)) / 1_000_000, 6)
})
