/** A number shown in two places is equal: the figures of a session, of a project and of the store equal those of the metrics. */
import path from 'node:path'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import type { StatsView } from '../../../../app/contract/stats.ts'
import type { Grouping } from '../../../../app/model/metric.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { corpus, realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob } from '../../../support/with-engine.ts'

/** A line for each number, in an order of its own. */
const said = (lines: readonly string[]): readonly string[] => [...lines].sort()

const shown = (group: string, stats: StatsView): readonly string[] => [
  `${group} does ${stats.humanPrompts} ${stats.responses} ${stats.toolCalls} compacted ${stats.compactions}`,
  ...stats.reference.map((row) => `${group} reference ${row.class} ${row.records}`),
  ...stats.finer.map((row) => `${group} finer ${row.class} ${row.records}`),
  ...stats.tools.map((row) => `${group} tool ${row.tool === '' ? '(none)' : row.tool} ${row.calls} ${row.errors}`),
]

const asked = async (engine: Engine, by: Grouping): Promise<readonly string[]> => {
  const rows = async (name: string) => (await engine.ask('analytics.ask', { name, by, zone: 'UTC', limit: 100_000 })).rows
  const amounts = await rows('amplification')
  const compactions = new Map((await rows('compactions')).map((row) => [row['group_name'], row['compactions']]))
  return said([
    ...amounts.map((row) => {
      const compacted = String(compactions.get(row['group_name'] ?? null) ?? 0)
      return `${String(row['group_name'])} does ${[row['prompts'], row['responses'], row['tool_calls']].join(' ')} compacted ${compacted}`
    }),
    ...(await rows('ledger')).map((row) => [row['group_name'], row['ledger'], row['class'], row['records']].join(' ')),
    ...(await rows('tools')).map((row) => [row['group_name'], 'tool', row['tool_name'], row['calls'], row['errors']].join(' ')),
  ])
}

const tokensAsked = async (engine: Engine, by: Grouping): Promise<number> => {
  const { rows } = await engine.ask('analytics.ask', { name: 'tokens', by, zone: 'UTC', limit: 100_000 })
  return rows.reduce((sum, row) => sum + Number(row['output_tokens']), 0)
}

const tokensShown = (all: readonly StatsView[]): number =>
  all.flatMap(({ tokens }) => tokens).reduce((sum, { outputTokens }) => sum + Number(outputTokens), 0)

const hasAny = (stats: StatsView): boolean => stats.humanPrompts + stats.responses + stats.toolCalls + stats.compactions > 0

/** A group in which nothing happened has no row among the answers, or one of zeros. */
const withoutIdle = (lines: readonly string[]): readonly string[] => lines.filter((line) => !line.endsWith(' does 0 0 0 compacted 0'))

const inputs: Readonly<Record<string, (context: TestContext) => string>> = {
  'a synthetic corpus': (context) => corpus(sharedOrSkip(context), { profile: 'small', seed: 4 }).projects,
  'the real sessions': (context) => realSessions(sharedOrSkip(context)).projects,
  'the samples': () => path.resolve('samples/projects'),
}

test.for(Object.entries(inputs))('figures and metrics agree for %s', async ([, projectsOf], context) => {
  const projects = projectsOf(context)
  const engine = await openEngine({ storeDir: tempDir() })
  onTestFinished(() => engine.close())
  await runJob(engine, 'import.start', { paths: [projects] })
  const figures = async () => ({
    all: await engine.ask('stats.show', {}),
    bySession: await engine.ask('stats.by', { by: 'session' }),
    byProject: await engine.ask('stats.by', { by: 'project' }),
  })
  const fromRecords = await figures()
  await engine.ask('analytics.ask', { name: 'amplification' })
  const { all, bySession, byProject } = await figures()
  expect({ all, bySession, byProject }, 'the same from the facts').toEqual(fromRecords)
  expect(hasAny(all)).toBe(true)
  expect(await asked(engine, 'total')).toEqual(said(shown('total', all)))
  for (const by of ['session', 'project'] as const) {
    const groups = await engine.ask('stats.by', { by })
    expect(withoutIdle(await asked(engine, by))).toEqual(withoutIdle(said(groups.flatMap(({ group, stats }) => shown(group, stats)))))
    expect(await tokensAsked(engine, by)).toBe(tokensShown(groups.map(({ stats }) => stats)))
  }
  expect(await tokensAsked(engine, 'model')).toBe(tokensShown([all]))
})
