/** Values that no client writes, each in a separate session next to a good one: all are imported, and every metric is computed. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { askEveryMetric, askEverything } from '../../support/ask-everything.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../support/with-engine.ts'

type Fields = Readonly<Record<string, unknown>>

const half = '\ud83d'
const most = Number.MAX_SAFE_INTEGER
const at = '2026-01-05T09:00:00.000Z'
const prompt = (more: Fields = {}): Fields => ({ type: 'user', message: { role: 'user', content: 'go' }, timestamp: at, ...more })
const reply = (id: string, message: Fields = {}, more: Fields = {}): Fields => ({
  type: 'assistant',
  requestId: `req-${id}`,
  timestamp: '2026-01-05T09:00:10.000Z',
  message: {
    id: `msg-${id}`,
    role: 'assistant',
    model: 'claude-opus-4-5-20251101',
    content: [{ type: 'text', text: 'done' }],
    usage: { input_tokens: 10, output_tokens: 5 },
    ...message,
  },
  ...more,
})
const boundary = (compactMetadata: Fields): Fields => ({ type: 'system', subtype: 'compact_boundary', timestamp: at, compactMetadata })
const usage = { input_tokens: most, output_tokens: most, cache_read_input_tokens: most, cache_creation_input_tokens: most }

const sessions: Readonly<Record<string, readonly Fields[]>> = {
  'nothing unusual': [prompt(), reply('good')],
  'a title cut within a character': [prompt(), { type: 'custom-title', customTitle: `fix ${half}` }],
  'a summary cut within a character': [prompt(), { type: 'summary', summary: half, leafUuid: half }],
  'a link cut within a character': [prompt(), { type: 'pr-link', prNumber: 3, prUrl: `https://a/${half}`, prRepository: half }],
  'a trigger cut within a character': [prompt(), boundary({ trigger: half, preTokens: 1 }), prompt()],
  'an origin cut within a character': [prompt({ forkedFrom: { sessionId: half, messageUuid: half } }), reply('forked')],
  'a path cut within a character': [prompt({ toolUseResult: { persistedOutputPath: `/a/${half}` }, cwd: `/a/${half}` }), reply('path')],
  'counts too large to be added': [prompt(), reply('most', { usage }), reply('more', { usage })],
  'costs too large to be added': [prompt(), reply('costly', {}, { costUSD: 1e308 }), reply('dear', {}, { costUSD: 1e308 })],
  'the first and the last date there is': [
    prompt({ timestamp: '-271821-04-20T00:00:00.000Z' }),
    reply('late', {}, { timestamp: '+275760-09-12T23:59:59.999Z' }),
  ],
  'the first and the last year': [
    prompt({ timestamp: '0000-01-01T00:00:00.000Z' }),
    reply('9999', {}, { timestamp: '9999-12-31T23:59:59.999Z' }),
  ],
  'very long names': [
    prompt(),
    reply('long', { model: 'm'.repeat(100_000), content: [{ type: 'tool_use', id: 't', name: 't'.repeat(100_000), input: {} }] }),
    boundary({ trigger: 'x'.repeat(300_000), preTokens: most, postTokens: 1e300 }),
    prompt(),
  ],
}

const idOf = (number: number): string => `5e55104a-0000-4000-8000-${String(number).padStart(12, '0')}`

const transcript = (records: readonly Fields[], sessionId: string): string =>
  records
    .map((record, place) => {
      const chain = { uuid: `${sessionId}-${place}`, parentUuid: place === 0 ? null : `${sessionId}-${place - 1}` }
      return `${JSON.stringify({ ...chain, sessionId, cwd: '/home/sam/shed', version: '2.1.330', isSidechain: false, ...record })}\n`
    })
    .join('')

test('values that no client writes stop neither the import nor any metric, and the good session has its figures', async () => {
  const [projects, storeDir] = [tempDir(), tempDir()]
  mkdirSync(path.join(projects, '-home-sam-shed'))
  for (const [place, records] of Object.values(sessions).entries())
    writeFileSync(path.join(projects, '-home-sam-shed', `${idOf(place)}.jsonl`), transcript(records, idOf(place)))
  await importInto(storeDir, [projects])
  await withEngine(storeDir, async (engine) => {
    expect((await engine.ask('sessions.list', { everything: true })).rows).toHaveLength(Object.keys(sessions).length)
    expect(await askEverything(engine)).toEqual([])
    expect(await askEveryMetric(engine)).toEqual([])
    const good = await engine.ask('analytics.ask', { name: 'tokens', filters: { session: idOf(0) } })
    expect(good.rows).toMatchObject([{ replies: 1, input_tokens: 10, output_tokens: 5 }])
    await runJob(engine, 'reindex.start', {})
    expect(await askEverything(engine)).toEqual([])
  })
})
