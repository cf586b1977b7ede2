/** Cache breaks with planted causes: each is found with its cause, its place and its tokens, and nothing else is called one. */
import path from 'node:path'
import { expect, test } from 'vitest'
import type { AnalyticsAnswer } from '../../../../app/contract/analytics.ts'
import { conversation } from '../../../support/conversation.ts'
import type { Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const minute = 60_000

interface Use {
  readonly read: number
  readonly written: number
  readonly input?: number
  /** Part of `written` that is kept for an hour. */
  readonly hour?: number
}

const usageOf = ({ read, written, input = 3, hour = 0 }: Use) => ({
  input_tokens: input,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: written,
  output_tokens: 50,
  cache_creation: { ephemeral_5m_input_tokens: written - hour, ephemeral_1h_input_tokens: hour },
})

/** A prompt and a reply with the given use of the cache. */
const says = (
  talk: Conversation,
  use: Use,
  { after = 1000, ...model }: { readonly after?: number; readonly model?: string } = {},
): Conversation => talk.human('continue', { after }).agent('done', { after: 1000, ...model, usage: usageOf(use) })

/** A conversation whose first request puts 20,000 tokens into the cache, and whose second 30,000 more. */
const warm = (sessionId: string, hour = false): Conversation => {
  const talk = conversation({ sessionId, seed: sessionId, version: '2.1.330' })
  says(talk, { read: 0, written: 20_000, hour: hour ? 20_000 : 0 })
  return says(talk, { read: 20_000, written: 30_000, hour: hour ? 30_000 : 0 })
}

const rowsOf = async (talk: Conversation, metric = 'cache-breaks'): Promise<AnalyticsAnswer['rows']> => {
  const dir = tempDir()
  const store = path.join(dir, 'store')
  await importInto(store, [writeConversation(dir, talk).projects])
  return withEngine(store, async (engine) => (await engine.ask('analytics.ask', { name: metric })).rows)
}

const id = 'aaaaaaaa-0000-4000-8000-00000000000'

test('requests that read what was cached are no breaks, and neither is a loss below 2,048 tokens or below a tenth', async () => {
  const talk = warm(`${id}0`)
  says(talk, { read: 50_000, written: 500 })
  says(talk, { read: 48_500, written: 2_000 })
  says(talk, { read: 46_000, written: 5_000 })
  expect(await rowsOf(talk)).toEqual([])
  expect(await rowsOf(talk, 'cache')).toMatchObject([{ replies: 4, breaks: 0, lost_tokens: 0 }])
})

test.each<[string, Conversation, object]>([
  [
    'lifetime_passed',
    says(warm(`${id}1`), { read: 0, written: 50_100 }, { after: 6 * minute }),
    { lost_from: 'everything', lost_tokens: 50_000, expected_tokens: 50_000, read_tokens: 0 },
  ],
  [
    'not_explained',
    says(warm(`${id}2`, true), { read: 20_000, written: 30_100 }, { after: 6 * minute }),
    { lost_from: 'behind the system prompt', lost_tokens: 30_000 },
  ],
  ['lifetime_passed', says(warm(`${id}3`, true), { read: 0, written: 50_100 }, { after: 61 * minute }), { lost_tokens: 50_000 }],
  ['model_changed', says(warm(`${id}4`), { read: 0, written: 50_100 }, { model: 'claude-haiku-4-5-20251001' }), { lost_tokens: 50_000 }],
  ['smaller_context', says(warm(`${id}5`), { read: 30_000, written: 5_000 }), { lost_from: 'in the conversation', lost_tokens: 20_000 }],
  ['compaction', says(warm(`${id}6`).compacts(), { read: 20_000, written: 4_000 }), { lost_tokens: 30_000 }],
  ['rewind', says(warm(`${id}7`).rewind(1), { read: 20_000, written: 31_000 }), { lost_tokens: 30_000 }],
])('%s is found as the cause', async (cause, talk, row) => {
  expect(await rowsOf(talk)).toMatchObject([{ cause, known_from: 'records', ...row }])
  expect((await rowsOf(talk, 'cache-causes')).filter(({ breaks }) => breaks !== 0)).toMatchObject([
    { group_name: 'total', cause, breaks: 1, said_by_service: 0, lost_share: 1 },
  ])
})

/** The reply that follows with the service's own reason. */
const withReason = (talk: Conversation, type: string, after: number): Conversation => {
  const message = {
    id: 'msg_01Reason',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-8',
    content: [{ type: 'text', text: 'done' }],
    stop_reason: 'end_turn',
    usage: usageOf({ read: 20_000, written: 30_100 }),
    diagnostics: { cache_miss_reason: { type, cache_missed_input_tokens: 30_000 } },
  }
  return talk.human('continue', { after }).row({ type: 'assistant', message, requestId: 'req_011Reason' })
}

test.each([
  ['tools_changed', 'tools_changed', 1000],
  ['messages_changed', 'messages_changed', 10 * minute],
  ['a_reason_of_tomorrow', 'a_reason_of_tomorrow', 1000],
  ['previous_message_not_found', 'previous_message_not_found', 1000],
  ['previous_message_not_found', 'lifetime_passed', 10 * minute],
])('the service’s own reason %s comes first: %s', async (reason, cause, after) => {
  expect(await rowsOf(withReason(warm(`${id}8`), reason, after))).toMatchObject([{ cause, known_from: 'service', lost_tokens: 30_000 }])
})

test('a sub-agent has a cache of its own: its requests between two of its caller are no break', async () => {
  const talk = conversation({ sessionId: `${id}9`, seed: 'agents', version: '2.1.330' })
    .human('look')
    .agent('looking')
    .subagent({ agentId: 'a1', prompt: 'look', type: 'Explore' }, (agent) => agent.runs('ls', 'a.ts').agent('looked'))
    .agent('all of it')
    .human('and now?')
    .agent('done')
  expect(await rowsOf(talk)).toEqual([])
})

test('a compaction of one sub-agent is no cause for another that runs at the same time', async () => {
  const talk = conversation({ sessionId: `${id}c`, seed: 'parallel', version: '2.1.330' })
    .human('look')
    .subagents([
      {
        agentId: 'a1',
        prompt: 'one',
        build: (agent) =>
          agent
            .agent('begun', { usage: usageOf({ read: 0, written: 20_000 }) })
            .runs('ls', 'a.ts')
            .agent('waited', { after: 4 * minute, usage: usageOf({ read: 0, written: 60_000 }) }),
      },
      { agentId: 'b2', prompt: 'two', build: (agent) => agent.agent('begun').compacts().agent('gone on') },
    ])
    .agent('done')
  const rows = await rowsOf(talk)
  expect(rows.filter(({ chain }) => chain === 'a1').map(({ cause }) => cause)).toEqual(['not_explained'])
})

test('the cost of a break is the difference between the request and one that hits', async () => {
  const talk = says(warm(`${id}a`), { read: 0, written: 50_100 }, { after: 6 * minute })
  const [row] = await rowsOf(talk)
  const [price] = await rowsOf(talk, 'cache-causes')
  // Opus: 6.25 USD for a million tokens that are written, 0.50 for those that are read.
  expect(row?.['usd']).toBeCloseTo((50_000 * (6.25 - 0.5)) / 1_000_000, 6)
  expect(price?.['usd']).toBeCloseTo(row?.['usd'] as number, 9)
})

test('breaks of one cause are listed when the cause is asked for, and the list shows as many as the count says', async () => {
  const talk = says(warm(`${id}b`), { read: 0, written: 50_100 }, { after: 6 * minute })
  says(talk, { read: 30_000, written: 5_000 })
  const dir = tempDir()
  const store = path.join(dir, 'store')
  await importInto(store, [writeConversation(dir, talk).projects])
  await withEngine(store, async (engine) => {
    const { rows } = await engine.ask('analytics.ask', { name: 'cache-causes' })
    expect(rows.map(({ cause }) => cause)).toEqual(['lifetime_passed', 'smaller_context', 'not_explained'])
    for (const { cause, breaks } of rows) {
      const listed = await engine.ask('analytics.ask', { name: 'cache-breaks', parameters: { cause: String(cause) } })
      expect(listed.rows).toHaveLength(Number(breaks))
    }
  })
})

test('what sessions that come one after the other used is what it is when all come at once, also where a later one owns replies of an earlier', async () => {
  const parent = warm(`${id}8`)
  const fork = says(says(parent.fork('cccccccc-0000-4000-8000-000000000008'), { read: 0, written: 50_000 }), { read: 50_000, written: 900 })
  says(parent, { read: 20_000, written: 31_000 }, { after: 2 * minute })
  const grown = warm(`${id}9`)
  const [dir, earlier] = [tempDir(), writeConversation(tempDir(), grown).projects]
  says(grown, { read: 0, written: 60_000 }, { after: 20 * minute })
  const folders = [fork, parent, grown].map((talk) => writeConversation(tempDir(), talk).projects)
  const ask = async (store: string) =>
    withEngine(store, async (engine) => ({
      breaks: (await engine.ask('analytics.ask', { name: 'cache-breaks' })).rows,
      all: (await engine.ask('analytics.ask', { name: 'cache' })).rows,
      stored: (await engine.ask('sql.run', { sql: 'SELECT count(*), count(DISTINCT reply_key) FROM cache_uses', queryId: 'stored' })).rows,
    }))
  const comparable = ({ breaks, ...rest }: Awaited<ReturnType<typeof ask>>) => ({
    ...rest,
    breaks: breaks.map(({ session_id: session, cause, lost_tokens: lost, lost_from: from, evidence }) => ({
      session,
      cause,
      lost,
      from,
      evidence,
    })),
  })
  const [slowly, atOnce] = [path.join(dir, 'slowly'), path.join(dir, 'at-once')]
  for (const folder of [earlier, ...folders]) {
    await importInto(slowly, [folder])
    await ask(slowly)
  }
  await importInto(atOnce, folders)
  const made = comparable(await ask(slowly))
  expect(made).toEqual(comparable(await ask(atOnce)))
  expect(made.breaks.map(({ cause }) => cause).sort()).toEqual(['lifetime_passed', 'resumed_or_forked', 'smaller_context'])
})
