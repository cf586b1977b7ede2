/** Numbers with similar names follow from each other: the terms that are counted for a number add up to what its metric shows. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { metricCatalog } from '../../../../app/analytics/metrics/metric-catalog.ts'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { asking, type Row } from '../../../support/asking.ts'
import { conversation } from '../../../support/conversation.ts'
import { made, prompt, reply } from '../../../support/made-commits.ts'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import { realClientScenarios, realProject, realSessions, reportShape, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { twoProjects } from '../../../support/two-projects.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

type Filters = NonNullable<CallInput<'analytics.ask'>['filters']>
type Ask = (name: string, filters?: Filters) => Promise<readonly Row[]>

const total = (rows: readonly Row[], column: string): number => rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0)
const of = (rows: readonly Row[], column: string, value: string): readonly Row[] => rows.filter((row) => row[column] === value)

/** The numbers that are no sum of a column over all rows. */
const shown: Readonly<Record<string, (ask: Ask, filters: Filters) => Promise<number>>> = {
  'Class human prompt by the finer rules': async (ask, filters) =>
    total(of(of(await ask('ledger', filters), 'ledger', 'finer'), 'class', 'human_prompt'), 'records'),
  'Turns of amplification-spread': async (ask, filters) =>
    total(of(await ask('amplification-spread', filters), 'measure', 'responses'), 'turns'),
  'Responses of all turns': async (ask, filters) => meanTimesTurns(of(await ask('amplification-spread', filters), 'measure', 'responses')),
  'Tool calls of all turns': async (ask, filters) =>
    meanTimesTurns(of(await ask('amplification-spread', filters), 'measure', 'tool calls')),
  'Turns of amplification-histogram': async (ask, filters) =>
    total(of(await ask('amplification-histogram', filters), 'measure', 'tool calls'), 'turns'),
  'Turns with characters': async (ask, filters) =>
    total(of(await ask('amplification-histogram', filters), 'measure', 'characters out per character in'), 'turns'),
  'Largest context before a compaction': async (ask, filters) =>
    Math.max(...(await ask('compaction-list', filters)).map((row) => Number(row['tokens_before'] ?? 0))),
  'Items of the part prompt': async (ask, filters) => total(of(await ask('context-fill', filters), 'part', 'prompt'), 'items'),
  'Agent-minutes': async (ask, filters) => Math.round(total(await ask('agent-minutes', filters), 'agent_minutes') * 60_000),
  Active: async (ask, filters) => Math.round(total(await ask('agent-minutes', filters), 'active_minutes') * 60_000),
}

const meanTimesTurns = (rows: readonly Row[]): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row['mean']) * Number(row['turns']), 0))

/** Each number with the sum of its terms, and with what its metric shows. */
const bothWays = async (ask: Ask, filters: Filters): Promise<readonly (readonly [string, number, number])[]> => {
  const sums = new Map<string, { metric: string; number: string; measure: string; sum: number }>()
  for (const row of await ask('reconciliation', filters)) {
    const [metric, number, measure] = [String(row['metric']), String(row['number']), String(row['measure'])]
    const key = `${metric}: ${number}`
    sums.set(key, { metric, number, measure, sum: (sums.get(key)?.sum ?? 0) + Number(row['value']) })
  }
  return Promise.all(
    [...sums].map(async ([key, { metric, number, measure, sum }]) => {
      const special = shown[number] ?? shown[`${number} of ${metric}`]
      return [key, sum, special === undefined ? total(await ask(metric, filters), measure) : await special(ask, filters)] as const
    }),
  )
}

const asker =
  (engine: Engine): Ask =>
  async (name, filters = {}) =>
    (await engine.ask('analytics.ask', { name, zone: 'UTC', filters })).rows

const chainFilters: readonly Filters[] = [{}, { chains: 'main' }, { chains: 'sidechains' }]

/** Filters of every kind, by what the store contains. */
const filtersOf = async (engine: Engine): Promise<readonly Filters[]> => {
  const { projects, models, agentTypes, firstDay, lastDay } = await engine.ask('analytics.values', { zone: 'UTC' })
  const [first, last] = [Date.parse(firstDay ?? '2026-01-01'), Date.parse(lastDay ?? '2026-01-01')]
  const middle = Math.round((first + last) / 2 / 900_000) * 900_000
  return [
    ...chainFilters,
    { since: middle },
    { until: middle },
    ...projects.slice(0, 1).map(({ project }) => ({ project: project || '(none)' })),
    ...models.slice(0, 2).map(({ model }) => ({ model })),
    ...agentTypes.slice(-1).map(({ agentType }) => ({ agentType })),
  ]
}

const expectSums = async (engine: Engine, all?: readonly Filters[]): Promise<void> => {
  for (const filters of all ?? (await filtersOf(engine)))
    for (const [number, sum, value] of await bothWays(asker(engine), filters))
      expect([filters, number, sum]).toEqual([filters, number, value])
}

const expectSumsOf = async (projects: string, filters?: readonly Filters[]): Promise<void> => {
  const storeDir = tempDir()
  await importInto(storeDir, [projects])
  await withEngine(storeDir, (engine) => expectSums(engine, filters))
}

test('copies, work before the first prompt and records without text are terms', async () => {
  const before = conversation({ seed: 'before', start: '2026-01-05T09:00:00Z' }).runs('ls', 'a').agent('I looked').human('go').agent('gone')
  await asking([before, before.fork('11111111-2222-4333-8444-555555555555').human('otherwise').agent('fine')], async (ask) => {
    const terms = async (metric: string, number: string): Promise<readonly unknown[]> =>
      (await ask('reconciliation'))
        .filter((row) => row['metric'] === metric && row['number'] === number)
        .map(({ term, value }) => [term, value])
    expect(await terms('reference', 'Human prompts by the reference rules')).toEqual([
      ['human prompts', 2],
      ['copies', 1],
    ])
    expect(await terms('amplification-spread', 'Responses of all turns')).toEqual([
      ['responses', 3],
      ['before the first prompt', -1],
    ])
    expect(await terms('reference', 'Records of replies by the reference rules')).toEqual([
      ['responses', 3],
      ['records with only thinking or tool calls', 1],
      ['copies', 3],
    ])
  })
})

test('numbers follow from each other with copies, captured sessions, sub-agents and corrections, with every filter', async () => {
  const storeDir = tempDir()
  const [garden, boat, short] = twoProjects()
  const fork = garden.fork('11111111-2222-4333-8444-555555555555').human('otherwise').agent('fine')
  await importInto(storeDir, [writeConversation(tempDir(), garden, boat, short, fork).projects])
  await withEngine(storeDir, async (engine) => {
    await made(engine, { sessionId: 'captured', bytes: encodeEvents([prompt('captured'), reply('done')]) })
    const [record] = (await engine.ask('analytics.ask', { name: 'records', parameters: { class: 'human_prompt' } })).rows
    await engine.ask('record.correct', { sourceId: String(record?.['source_id']), line: Number(record?.['line']), class: 'meta' })
    await expectSums(engine)
    const rows = await asker(engine)('reconciliation')
    expect(new Set(rows.map(({ metric }) => metric))).toEqual(
      new Set(Object.entries(metricCatalog).flatMap(([name, metric]) => (metric.isReconciled === true ? [name] : []))),
    )
  })
}, 120_000)

test('numbers of the sample sessions follow from each other', () => expectSumsOf(path.resolve('samples/projects')), 120_000)

test('numbers of real sessions follow from each other', (context) => expectSumsOf(realSessions(sharedOrSkip(context)).projects), 240_000)

test('numbers of a real project follow from each other', (context) => expectSumsOf(realProject(sharedOrSkip(context))), 240_000)

test('numbers of sessions that the real client wrote follow from each other', async (context) => {
  for (const { projects } of realClientScenarios(sharedOrSkip(context))) await expectSumsOf(projects, chainFilters)
}, 240_000)

test('numbers of reported shapes follow from each other', async (context) => {
  const shared = sharedOrSkip(context)
  for (const name of readdirSync(path.join(shared, 'fixtures/reports'))) await expectSumsOf(reportShape(shared, name).dir, chainFilters)
}, 480_000)
