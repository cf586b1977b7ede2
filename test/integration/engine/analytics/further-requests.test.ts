/** A reply for which the service made several requests is one reply, in every count; each request has its tokens and its price. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const session = '11111111-2222-4333-8444-555555555555'

const row = (at: number, fields: object): string =>
  `${JSON.stringify({
    parentUuid: at === 0 ? null : `a${at - 1}`,
    uuid: `a${at}`,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/ana/x',
    sessionId: session,
    version: '2.1.237',
    timestamp: `2026-08-10T09:00:0${at}.000Z`,
    ...fields,
  })}\n`

const counts = (input: number, output: number) => ({
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
})

const reply = (iterations: readonly object[]): object => ({
  type: 'assistant',
  requestId: 'req_1',
  message: {
    id: 'msg_1',
    model: 'claude-sonnet-4-5',
    role: 'assistant',
    stop_reason: 'end_turn',
    content: [{ type: 'text', text: 'It reads ports.' }],
    usage: { ...counts(1000, 100), iterations },
  },
})

const note = {
  type: 'system',
  subtype: 'model_refusal_fallback',
  content: 'Safeguards flagged this message; switched to Sonnet',
  originalModel: 'claude-opus-4-5',
  fallbackModel: 'claude-sonnet-4-5',
}

const storeOfRows = (rows: readonly object[]): string => {
  const dir = tempDir()
  const folder = path.join(dir, 'projects', '-home-ana-x')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${session}.jsonl`), rows.map((fields, at) => row(at, fields)).join(''))
  const store = path.join(dir, 'store')
  expect(strata(store, 'import', path.join(dir, 'projects')).code).toBe(0)
  return store
}

const storeOf = (...iterations: readonly object[]): string =>
  storeOfRows([{ type: 'user', message: { role: 'user', content: 'Explain the scanner' } }, note, reply(iterations)])

const answer = (store: string, ...args: readonly string[]): unknown => JSON.parse(strata(store, ...args, '--json').out)

test('the share from the cache is of the tokens of every request', () => {
  const request = (type: string, input: number, read: number) => ({ type, ...counts(input, 6), cache_read_input_tokens: read })
  const several = [
    { ...request('message', 10, 100), model: 'claude-sonnet-4-5' },
    { ...request('advisor_message', 900, 100), model: 'claude-opus-4-5' },
    { ...request('message', 12, 120), model: 'claude-sonnet-4-5' },
  ]
  const store = storeOfRows([
    { type: 'user', message: { role: 'user', content: 'Decide' } },
    {
      type: 'assistant',
      requestId: 'req_1',
      message: {
        id: 'msg_1',
        model: 'claude-sonnet-4-5',
        role: 'assistant',
        stop_reason: 'end_turn',
        content: [{ type: 'text', text: 'Two tables.' }],
        usage: { ...counts(22, 12), cache_read_input_tokens: 220, iterations: several },
      },
    },
  ])
  expect(answer(store, 'ask', 'tokens', '--by', 'model')).toMatchObject([
    { group_name: 'claude-opus-4-5', input_tokens: 900, cache_read_tokens: 100, cache_hit_share: 0.1 },
    { group_name: 'claude-sonnet-4-5', input_tokens: 22, cache_read_tokens: 220, cache_hit_share: 220 / 242 },
  ])
})

interface Cost {
  readonly groups: readonly { readonly group: string; readonly replies: number; readonly usd: number; readonly unknownReplies: number }[]
}

const own = { type: 'message', model: 'claude-sonnet-4-5', ...counts(1000, 100) }

test.each([
  [
    'an attempt of another model before it',
    [
      { type: 'message', model: 'claude-opus-4-5', ...counts(10, 1000) },
      { ...own, type: 'fallback_message' },
    ],
  ],
  ['a question to an advisor', [own, { type: 'advisor_message', model: 'claude-opus-4-5', ...counts(10, 1000) }]],
])('a reply with %s counts once in cost, metrics and statistics', (_, iterations) => {
  const store = storeOf(...iterations)
  const { groups } = answer(store, 'cost') as Cost
  expect(groups).toMatchObject([{ replies: 1, unknownReplies: 0 }])
  expect(groups[0]?.usd).toBeCloseTo(0.0045 + 0.02505, 6)
  const byModel = (answer(store, 'cost', '--by', 'model') as Cost).groups.map(({ group, replies }) => [group, replies])
  expect(byModel).toEqual([
    ['claude-opus-4-5', 0],
    ['claude-sonnet-4-5', 1],
  ])
  expect(answer(store, 'ask', 'cost')).toMatchObject([{ replies: 1 }])
  expect(answer(store, 'ask', 'tokens')).toMatchObject([{ replies: 1, output_tokens: 1100, cache_hit_share: 0 }])
  expect(answer(store, 'ask', 'replies')).toHaveLength(2)
})

test('a further request without a price is counted as unpriced', () => {
  const store = storeOf(own, { type: 'advisor_message', model: 'somebody-else-1', ...counts(10, 1000) })
  expect((answer(store, 'cost') as Cost).groups).toMatchObject([{ replies: 1, unknownReplies: 1 }])
  expect(strata(store, 'cost').out).toContain('somebody-else-1')
  expect(answer(store, 'ask', 'cost')).toMatchObject([{ replies: 1, unpriced_replies: 1 }])
})

test('pages for people say where the client changed the model after a refusal', () => {
  const store = storeOf(own)
  for (const form of ['markdown', 'html']) {
    const out = path.join(tempDir(), 'page')
    expect(strata(store, 'export', session, '--for', form, '--out', out).code).toBe(0)
    const page = readFileSync(out, 'utf8')
    const place = page.indexOf('switched to Sonnet (claude-opus-4-5 → claude-sonnet-4-5)')
    expect(place).toBeGreaterThan(page.lastIndexOf('Explain the scanner'))
    expect(page.indexOf('It reads ports.')).toBeGreaterThan(place)
  }
})

test('the log names the model that refused and the one that replied, by the requests of a reply or by the client', () => {
  const fallback = { ...own, type: 'fallback_message' }
  const first = { type: 'message', model: 'claude-opus-4-5', ...counts(10, 1000) }
  const fallbacksOf = (rows: readonly object[]): unknown => {
    const store = storeOfRows(rows)
    const { commits } = answer(store, 'log', session) as { readonly commits: readonly { readonly fallbacks: unknown }[] }
    return [commits.flatMap(({ fallbacks }) => fallbacks), /fallback:\S+/.exec(strata(store, 'log', session).out)?.[0]]
  }
  const asked = { type: 'user', message: { role: 'user', content: 'Explain the scanner' } }
  const both = [[{ from: 'claude-opus-4-5', to: 'claude-sonnet-4-5' }], 'fallback:claude-opus-4-5→claude-sonnet-4-5']
  expect(fallbacksOf([asked, note, reply([own])])).toEqual(both)
  expect(fallbacksOf([asked, reply([first, fallback])])).toEqual(both)
  expect(fallbacksOf([asked, note, reply([first, fallback])])).toEqual(both)
  const { model: _, ...unnamed } = first
  expect(fallbacksOf([asked, reply([unnamed, fallback])])).toEqual([
    [{ from: null, to: 'claude-sonnet-4-5' }],
    'fallback:claude-sonnet-4-5',
  ])
  expect(fallbacksOf([asked, reply([own, { type: 'advisor_message', model: 'claude-opus-4-5', ...counts(10, 1000) }])])).toEqual([
    [],
    undefined,
  ])
  // A skill may have any name.
  expect(fallbacksOf([asked, { ...reply([own]), attributionSkill: 'fallback' }])).toEqual([[], undefined])
})

test('a commit that was replaced after the session grew keeps the change of the model, with a name and without one', () => {
  const store = storeOf(own)
  const content = [{ type: 'text', text: 'And it prints them.' }]
  const more = { type: 'assistant', requestId: 'req_2', message: { id: 'msg_2', model: 'claude-sonnet-4-5', role: 'assistant', content } }
  const tip = (answer(store, 'log', session) as { readonly commits: readonly { readonly commitId: string }[] }).commits[0]?.commitId ?? ''
  expect(strata(store, 'tag', tip, '--name', 'held').code).toBe(0)
  const file = path.join(path.dirname(store), 'projects', '-home-ana-x', `${session}.jsonl`)
  writeFileSync(file, `${readFileSync(file, 'utf8')}${row(3, more)}`)
  expect(strata(store, 'import', path.join(path.dirname(store), 'projects')).code).toBe(0)
  const all = [{ from: 'claude-opus-4-5', to: 'claude-sonnet-4-5' }]
  interface Log {
    readonly commits: readonly { readonly commitId: string; readonly chain: string; readonly fallbacks: unknown }[]
  }
  const held = (answer(store, 'log', 'tag/held') as Log).commits.find(({ commitId }) => commitId === tip)
  expect([held?.chain, held?.fallbacks]).toEqual(['replaced', all])
  expect(strata(store, 'tag', '--remove', 'held').code).toBe(0)
  expect((answer(store, 'log', tip) as Log).commits[0]).toMatchObject({ chain: 'replaced', fallbacks: all })
})
