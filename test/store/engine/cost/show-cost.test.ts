import { expect, test } from 'vitest'
import { builtInPrices } from '../../../../app/analytics/prices/built-in-prices.ts'
import type { CostGroup, CostView } from '../../../../app/contract/cost.ts'
import { showCost, type CostAsked } from '../../../../app/engine/cost/show-cost.ts'
import { priceTable } from '../../../../app/model/price-table.ts'
import type { Database } from '../../../../app/store/tables/database.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tablesOf } from '../../../support/tables-of.ts'

const million = 1_000_000
const model = 'claude-opus-4-5-20251101'

interface Used {
  readonly input?: number
  readonly output?: number
  readonly read?: number
  readonly write5m?: number
  readonly write1h?: number
  readonly searches?: number
  readonly more?: Readonly<Record<string, unknown>>
}

const usage = ({ input = 0, output = 0, read = 0, write5m = 0, write1h = 0, searches = 0, more = {} }: Used) => ({
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: write5m + write1h,
  cache_creation: { ephemeral_5m_input_tokens: write5m, ephemeral_1h_input_tokens: write1h },
  server_tool_use: { web_search_requests: searches },
  ...more,
})

const costOf = (tables: Database, asked: Partial<CostAsked> = {}): Promise<CostView> =>
  showCost(tables, [builtInPrices()], { by: 'all', session: null, timeZone: 'UTC', ...asked })
const totalOf = async (...told: readonly Conversation[]): Promise<CostGroup | undefined> =>
  (await costOf(await tablesOf(...told))).groups[0]
const asks = (): Conversation => conversation({ model, start: '2026-01-05T09:00:00Z' }).human('go')

test('each kind of token has its own price: 5 + 25 + 0.50 + 6.25 + 10 dollars a million, and a cent a search', async () => {
  const all = { input: 20_000, output: 20_000, read: 40_000, write5m: 80_000, write1h: 10_000, searches: 3 }
  // 0.10 + 0.50 + 0.02 + 0.50 + 0.10 + 0.03
  expect(await totalOf(asks().agent('ok', { usage: usage(all) }))).toEqual({
    group: '',
    replies: 1,
    inputTokens: 20_000,
    outputTokens: 20_000,
    cacheReadTokens: 40_000,
    cacheWrite5mTokens: 80_000,
    cacheWrite1hTokens: 10_000,
    webSearches: 3,
    usd: 1.25,
    clientUsd: 0,
    recordedUsd: 0,
    computedUsd: 1.25,
    unknownReplies: 0,
    understatedReplies: 0,
    reason: null,
  })
})

test('the real client 2.1.330 counts the same: 72, 447, 69,223 and 7,695 tokens cost 0.0615476', async () => {
  const used = usage({ input: 72, output: 447, read: 69_223, write5m: 7_695 })
  const told = conversation({ model: 'claude-opus-5-5', start: '2026-11-21T20:36:00Z' }).human('go').agent('ok', { usage: used })
  expect(await totalOf(told)).toMatchObject({ usd: 0.0615476 })
})

test('amounts are exact, however many replies they are added up from', async () => {
  const told = asks()
  // 0.10 each: as floating point numbers a hundred of them are not 10.
  for (let reply = 0; reply < 100; reply += 1)
    told.agent(String(reply), { usage: usage({ output: 4_000 }), messageId: `msg_${String(reply)}` })
  told.agent('dear', { usage: usage({ output: 3 }), messageId: 'msg_dear' }).human('more')
  expect(await totalOf(told)).toMatchObject({ replies: 101, usd: 10.000075, computedUsd: 10.000075 })
})

test('a cache write without a lifetime costs as much as one of five minutes', async () => {
  const told = asks().agent('ok', { usage: { cache_creation_input_tokens: 80_000, output_tokens: 0, input_tokens: 0 } })
  expect(await totalOf(told)).toMatchObject({ cacheWrite5mTokens: 80_000, cacheWrite1hTokens: 0, usd: 0.5 })
})

test('the records of one reply count once, the last one as it is', async () => {
  const told = asks()
    .thinks('hmm', { usage: usage({ output: 1 }), messageId: 'msg_1' })
    .agent('ok', { usage: usage({ output: 40_000 }), messageId: 'msg_1' })
  expect(await totalOf(told)).toMatchObject({ replies: 1, outputTokens: 40_000, usd: 1 })
})

/** Two records of one reply that state different usage. */
const statesTwice = (first: Used, last: Used): Conversation => {
  const talk = asks()
  for (const [at, used] of [first, last].entries())
    talk.row({
      type: 'assistant',
      uuid: `r${at}`,
      timestamp: `2026-01-05T09:01:0${at}.000Z`,
      message: { id: 'msg_1', model, content: [{ type: 'text', text: 'ok' }], usage: usage(used) },
    })
  return talk
}

test('the greatest complete account of a reply counts where the last record states less', async () => {
  expect(await totalOf(statesTwice({ output: 40_000 }, { output: 1 }))).toMatchObject({ replies: 1, outputTokens: 40_000, usd: 1 })
  expect(await totalOf(statesTwice({ output: 1 }, { output: 40_000 }))).toMatchObject({ replies: 1, outputTokens: 40_000, usd: 1 })
  // An account in which a count is not available is not complete.
  const voided = statesTwice({ output: 40_000 }, { output: 50_000, more: { input_tokens: -1 } })
  expect(await totalOf(voided)).toMatchObject({ replies: 1, outputTokens: 40_000 })
})

test('a count that is not available voids neither the other counts nor their cost', async () => {
  const told = asks().agent('ok', { usage: usage({ output: 40_000, more: { input_tokens: -1 } }) })
  expect(await totalOf(told)).toMatchObject({ replies: 1, inputTokens: null, outputTokens: 40_000, usd: 1 })
})

test('sums of huge counts are exact, and not available where the tables cannot contain them', async () => {
  const huge = (count: string, messageId: string) => ({
    usage: usage({ more: { input_tokens: 0, output_tokens: Number(count) } }),
    messageId,
  })
  const told = asks().agent('ok', huge('9007199254740992', 'msg_1')).agent('ok', huge('9007199254740992', 'msg_2'))
  expect(await totalOf(told)).toMatchObject({ outputTokens: '18014398509481984' })
  told.agent('ok', huge('9223372036854774784', 'msg_3'))
  expect(await totalOf(told)).toMatchObject({ outputTokens: null, inputTokens: 0 })
})

test('a prompt of more than 200,000 tokens is dearer, cached ones counted, as long as the model charged that', async () => {
  const over = usage({ input: 1, read: 200_000, output: 10_000 })
  const at = usage({ input: 0, read: 200_000, output: 10_000 })
  const sonnet = (start: string, id: string, used: object): Conversation =>
    conversation({ model: id, start, seed: start + id })
      .human('go')
      .agent('ok', { usage: { ...used } })
  const old = 'claude-sonnet-4-5-20250929'
  const cost = async (told: Conversation): Promise<number | null | undefined> => (await totalOf(told))?.usd
  expect(await cost(sonnet('2026-01-05T09:00:00Z', old, at))).toBe(0.21)
  expect(await cost(sonnet('2026-01-05T09:00:00Z', old, over))).toBe(0.345006)
  expect(await cost(sonnet('2026-03-12T09:00:00Z', 'claude-sonnet-4-6', over))).toBe(0.345006)
  expect(await cost(sonnet('2026-03-13T09:00:00Z', 'claude-sonnet-4-6', over))).toBe(0.210003)
})

test('a model without a price costs n/a, is listed, and is excluded from sums', async () => {
  const told = asks()
    .agent('ok', { usage: usage({ output: 40_000 }) })
    .human('more')
    .agent('fine', { model: 'claude-nobody-knows-1', usage: usage({ output: 7 }) })
  const { groups, unpriced } = await costOf(await tablesOf(told), { by: 'model' })
  expect(groups.map(({ group, usd, reason }) => [group, usd, reason])).toEqual([
    [model, 1, null],
    ['claude-nobody-knows-1', null, 'no price for claude-nobody-knows-1'],
  ])
  expect(unpriced).toMatchObject([{ model: 'claude-nobody-knows-1', replies: 1, outputTokens: 7 }])
  expect(await totalOf(told)).toMatchObject({ usd: 1, unknownReplies: 1 })
})

test('another speed or tier is another price, and n/a where none is known', async () => {
  const fast = usage({ output: 40_000, more: { speed: 'fast' } })
  const told = asks().agent('ok', { usage: fast }).human('again').agent('ok', { model: 'claude-opus-4-6', usage: fast })
  const { groups } = await costOf(await tablesOf(told), { by: 'model' })
  expect(groups.map(({ group, usd, reason }) => [group, usd, reason])).toEqual([
    ['claude-opus-4-6', 6, null],
    [model, null, `no price for ${model} (fast)`],
  ])
})

test('the cost in a record takes precedence over the price table', async () => {
  const told = asks().agent('ok', { usage: usage({ output: 40_000 }) })
  const lines = told.lines().map((line) => (line.includes('"assistant"') ? line.replace(/}$/, ',"costUSD":0.75}') : line))
  const recorded = conversation({ model }).human('again')
  for (const line of lines) recorded.raw(line)
  expect(await totalOf(recorded)).toMatchObject({ usd: 0.75, recordedUsd: 0.75, computedUsd: 0 })
})

test('days are those of the time zone', async () => {
  const told = conversation({ model, start: '2026-01-05T22:50:00Z' })
    .human('go')
    .agent('ok', { usage: usage({ output: 40_000 }) })
  told
    .wait(7_200_000)
    .human('more')
    .agent('ok', { usage: usage({ output: 80_000 }) })
  const tables = await tablesOf(told)
  const days = async (timeZone: string): Promise<unknown> =>
    (await costOf(tables, { by: 'day', timeZone })).groups.map(({ group, usd }) => [group, usd])
  expect(await days('UTC')).toEqual([
    ['2026-01-05', 1],
    ['2026-01-06', 2],
  ])
  expect(await days('Europe/Berlin')).toEqual([
    ['2026-01-05', 1],
    ['2026-01-06', 2],
  ])
  expect(await days('Asia/Tokyo')).toEqual([['2026-01-06', 3]])
  await expect(costOf(tables, { timeZone: 'Mars/Olympus' })).rejects.toMatchObject({ code: 'invalid-input' })
})

const account = (cost: number, used: Readonly<Record<string, number>>): Readonly<Record<string, unknown>> => ({
  type: 'cost-state',
  totalCostUSD: cost,
  modelUsage: {
    [model]: { inputTokens: 0, outputTokens: 0, cacheReadInputTokens: 0, cacheCreationInputTokens: 0, ...used, costUSD: cost },
  },
})

test('the last account of the client replaces the sum where it covers every reply: it includes unrecorded requests', async () => {
  const told = asks().agent('ok', { usage: usage({ output: 40_000 }) })
  told.bookkeeping(account(0.5, { outputTokens: 20_000 })).bookkeeping(account(1.25, { outputTokens: 50_000 }))
  expect(await totalOf(told)).toMatchObject({ replies: 1, outputTokens: 40_000, usd: 1.25, clientUsd: 1.25, computedUsd: 0 })
  const byDay = await costOf(await tablesOf(told), { by: 'day' })
  expect(byDay.groups).toMatchObject([{ group: '2026-01-05', replies: 1, usd: 1.25, clientUsd: 1.25, computedUsd: 0 }])
})

test('an account that ends before the replies is not the total', async () => {
  const told = asks().agent('ok', { usage: usage({ output: 40_000 }) })
  told.bookkeeping(account(0.5, { outputTokens: 20_000 }))
  expect(await totalOf(told)).toMatchObject({ usd: 1, clientUsd: 0, computedUsd: 1 })
})

test('the same reply in two sessions, under different uuids, costs once and belongs to the session where it first appears', async () => {
  const reply = { usage: usage({ output: 40_000 }), messageId: 'msg_1' }
  const told = (seed: string, start: string): Conversation => conversation({ model, seed, start }).human('go').agent('ok', reply)
  const [late, early] = [told('late', '2026-01-06T09:00:00Z'), told('early', '2026-01-05T09:00:00Z')]
  const sameRequest = (one: Conversation): Conversation => {
    const copy = conversation({ sessionId: one.sessionId, model, seed: `copy ${one.sessionId}` })
    for (const line of one.lines()) copy.raw(line.replace(/"requestId":"[^"]*"/, '"requestId":"req_1"'))
    return copy
  }
  const tables = await tablesOf(sameRequest(late), sameRequest(early))
  expect((await costOf(tables, { by: 'session' })).groups).toMatchObject([{ group: early.sessionId, replies: 1, usd: 1 }])
  expect((await costOf(tables, { session: late.sessionId })).groups).toEqual([])
})

test('a price of the user precedes the built-in one', async () => {
  const mine = { models: ['claude-opus-4-5'], from: '2025-01-01', input: 1, output: 10, cacheWrite5m: 1, cacheWrite1h: 1, cacheRead: 1 }
  const own = priceTable.parse({ prices: [{ ...mine, source: 'our contract' }] })
  const tables = await tablesOf(asks().agent('ok', { usage: usage({ output: million / 10 }) }))
  const view = await showCost(tables, [own, builtInPrices()], { by: 'all', session: null, timeZone: undefined })
  expect(view.groups).toMatchObject([{ usd: 1 }])
})

const groupings = ['all', 'session', 'project', 'model', 'day', 'commit'] as const

const sums = async (tables: Database): Promise<readonly number[]> =>
  Promise.all(
    groupings.map(async (by) => Number((await costOf(tables, { by })).groups.reduce((all, { usd }) => all + (usd ?? 0), 0).toFixed(6))),
  )

test('every grouping has the same sum, also where a session with an account lasts several days', async () => {
  const told = asks().agent('ok', { usage: usage({ output: 40_000 }) })
  told
    .wait(86_400_000)
    .human('more')
    .agent('ok', { usage: usage({ output: 80_000 }) })
  told.bookkeeping(account(3.5, { outputTokens: 140_000 }))
  const tables = await tablesOf(
    told,
    conversation({ model, seed: 'other' })
      .human('go')
      .agent('ok', { usage: usage({ output: 40_000 }) }),
  )
  expect(await sums(tables)).toEqual(groupings.map(() => 4.5))
  expect((await costOf(tables, { by: 'day', session: told.sessionId })).groups.map(({ group, usd }) => [group, usd])).toEqual([
    ['not split by day', 0.5],
    ['2026-01-05', 1],
    ['2026-01-06', 2],
  ])
})

test('sessions of one process, as after /clear, cost what their replies cost: their accounts include the same replies', async () => {
  const started = { startTime: 1_767_600_000_000 }
  const first = asks().agent('ok', { usage: usage({ output: 40_000 }) })
  first.bookkeeping({ ...account(1, { outputTokens: 40_000 }), ...started })
  const second = conversation({ model, seed: 'cleared', start: '2026-01-06T09:00:00Z' })
    .human('go')
    .agent('ok', { usage: usage({ output: 80_000 }) })
  second.bookkeeping({ ...account(3, { outputTokens: 120_000 }), ...started })
  expect(await sums(await tablesOf(first, second))).toEqual(groupings.map(() => 3))
})
