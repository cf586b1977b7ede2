/** Figures by name against the corpus generator's own account, and against what other parts of the program say of real sessions. */
import { expect, onTestFinished, test } from 'vitest'
import type { AnalyticsAnswer } from '../../../../app/contract/analytics.ts'
import type { CallInput } from '../../../../app/contract/calls.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { corpus, realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob } from '../../../support/with-engine.ts'

const engineWith = async (projects: string): Promise<Engine> => {
  const engine = await openEngine({ storeDir: tempDir() })
  onTestFinished(() => engine.close())
  await runJob(engine, 'import.start', { paths: [projects] })
  return engine
}

type Rows = AnalyticsAnswer['rows']
type Asked = Omit<CallInput<'analytics.ask'>, 'name'>

const asker =
  (engine: Engine) =>
  async (name: string, asked: Asked = {}): Promise<Rows> =>
    (await engine.ask('analytics.ask', { name, zone: 'UTC', limit: 100_000, ...asked })).rows

interface Truth {
  readonly userRecords: number
  readonly humanPrompts: number
  readonly toolResultRecords: number
  readonly injectedTotal: number
  readonly injected: Readonly<Record<string, number>>
  readonly toolCallsByName: Readonly<Record<string, number>>
  readonly compactions: { readonly total: number; readonly auto: number; readonly manual: number }
  readonly tokens: Readonly<
    Record<
      string,
      {
        readonly input: number
        readonly output: number
        readonly cacheCreation: number
        readonly cacheRead: number
        readonly messages: number
      }
    >
  >
  readonly results: Readonly<Record<string, number>>
  readonly [key: string]: unknown
}

const byName = (rows: Rows, name: string, value: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(rows.map((row) => [String(row[name]), row[value]]))

const corpora = [
  { profile: 'small', seed: 1 },
  { profile: 'small', seed: 2 },
  { profile: 'small', seed: 3 },
  { profile: 'small', seed: 23, sessions: 40 },
  { profile: 'seed', seed: 9, sessions: 8 },
] as const

test.for(corpora)('figures of a synthetic corpus equal the counts of its generator (%o)', async (options, context) => {
  const { projects, truth } = corpus(sharedOrSkip(context), options)
  const { totals, sessions } = truth as { readonly totals: Truth; readonly sessions: readonly (Truth & { readonly id: string })[] }
  const ask = asker(await engineWith(projects))

  const headline = (row: Rows[number] | undefined) => [
    row?.['user_records'],
    row?.['human_prompts'],
    row?.['tool_results'],
    row?.['injected'],
    row?.['compactions'],
  ]
  const stated = (of: Truth) => [
    of.userRecords,
    of.humanPrompts,
    of.toolResultRecords,
    Object.values(of.injected).reduce((a, b) => a + b, 0),
    of.compactions.total,
  ]
  const [reference] = await ask('reference')
  expect(headline(reference)).toEqual(stated(totals))
  expect(reference).toMatchObject({
    sessions: sessions.length,
    responses_per_prompt: totals['responsesPerPrompt'],
    tool_calls_per_prompt: totals['toolCallsPerPrompt'],
    output_per_input: totals['agentToHumanChars'],
    compacted_share: totals['compactedShare'],
    compacted_sessions: totals['sessionsWithCompaction'],
    most_in_a_session: totals['maxCompactionsInASession'],
  })
  const bySession = new Map((await ask('reference', { by: 'session' })).map((row) => [row['group_name'], row]))
  for (const session of sessions) expect([session.id, headline(bySession.get(session.id))]).toEqual([session.id, stated(session)])

  const ledger = (await ask('ledger')).filter((row) => row['ledger'] === 'reference')
  expect(byName(ledger, 'class', 'records')).toMatchObject({ human_prompt: totals.humanPrompts, tool_result: totals.toolResultRecords })
  const [compacted] = await ask('compactions')
  expect(compacted).toMatchObject({
    compactions: totals.compactions.total,
    auto: totals.compactions.auto,
    manual: totals.compactions.manual,
  })
  expect(byName(await ask('tools'), 'tool_name', 'calls')).toEqual(totals.toolCallsByName)
  const tokens = new Map((await ask('tokens', { by: 'model' })).map((row) => [String(row['group_name']), row]))
  for (const [model, used] of Object.entries(totals.tokens).filter(([name]) => name !== '<synthetic>'))
    expect([model, tokens.get(model)]).toEqual([
      model,
      expect.objectContaining({
        replies: used.messages,
        input_tokens: used.input,
        output_tokens: used.output,
        cache_read_tokens: used.cacheRead,
        cache_write_tokens: used.cacheCreation,
      }),
    ])
  expect((await ask('concurrency'))[0]).toMatchObject({
    peak: totals['maxConcurrentSessions'],
    peak_at: Date.parse(String(totals['maxConcurrentAt'])),
  })
})

test('in every real session the states of the main lane add up to its length, and figures equal its row and cost', async (context) => {
  const engine = await engineWith(realSessions(sharedOrSkip(context)).projects)
  const ask = asker(engine)
  const by = async (name: string, asked: Asked = {}) => {
    const groups = new Map<string, Rows[number][]>()
    for (const row of await ask(name, { by: 'session', ...asked }))
      groups.set(String(row['group_name']), [...(groups.get(String(row['group_name'])) ?? []), row])
    return groups
  }
  const states = await by('states', { filters: { chains: 'main' } })
  const amplification = await by('amplification')
  const tokens = await by('tokens')
  const cost = await by('cost')
  const { groups } = await engine.ask('cost.show', { by: 'session', timeZone: 'UTC' })
  const { rows } = await engine.ask('sessions.list', { everything: true })
  expect(rows.length).toBeGreaterThan(0)
  for (const { sessionId, humanPrompts, responses, toolCalls, outputTokens } of rows) {
    const timeline = await engine.ask('session.timeline', { sessionId })
    const spent = byName(states.get(sessionId) ?? [], 'state', 'ms')
    const none = { human: 0, agent: 0, thinking: 0, tool: 0, compaction: 0, idle: 0 }
    expect([sessionId, { ...none, ...spent }]).toEqual([sessionId, timeline.totals])
    const counted = amplification.get(sessionId)?.[0]
    expect([sessionId, counted?.['prompts'] ?? 0, counted?.['responses'] ?? 0, counted?.['tool_calls'] ?? 0]).toEqual([
      sessionId,
      humanPrompts,
      responses,
      toolCalls,
    ])
    expect([sessionId, tokens.get(sessionId)?.[0]?.['output_tokens'] ?? 0]).toEqual([sessionId, outputTokens ?? 0])
  }
  for (const group of groups) {
    const asked = cost.get(group.group)?.[0]
    expect([group.group, asked?.['usd'] ?? null, asked?.['client_usd'], asked?.['unpriced_replies']]).toEqual([
      group.group,
      group.usd === null ? null : (expect.closeTo(group.usd, 8) as unknown),
      expect.closeTo(group.clientUsd, 8),
      group.unknownReplies,
    ])
  }
})
