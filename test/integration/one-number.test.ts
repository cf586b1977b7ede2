/** One number has one value in every place that shows it, in every set of sessions that there is. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openEngine, type Engine } from '../../app/engine/engine.ts'
import { realClientScenarios, realSessions, reportShape, sharedOrSkip } from '../support/strata-inputs.ts'
import { tempDir } from '../support/temp-dir.ts'
import { runJob } from '../support/with-engine.ts'

type Counts = Readonly<Record<string, readonly number[]>>

const numbersIn = (row: Readonly<Record<string, unknown>>, ...names: readonly string[]): readonly number[] =>
  names.map((name) => Number(row[name]))

/** Sessions in which anything of the kind happened: others have no row in some places. */
const busy = (counts: readonly (readonly [string, readonly number[]])[]): Counts =>
  Object.fromEntries(counts.filter(([, numbers]) => numbers.some((number) => number > 0)))

/** Human prompts, responses, tool calls, compactions, failed tool results and errors of each session, by place. */
const placesOf = async (engine: Engine): Promise<Readonly<Record<string, Counts>>> => {
  const asked = async (name: string) => (await engine.ask('analytics.ask', { name, by: 'session', zone: 'UTC', limit: 100_000 })).rows
  const listing = async (name: string) => (await engine.ask('analytics.ask', { name, zone: 'UTC', limit: 100_000 })).rows
  const listed = (await engine.ask('sessions.list', { everything: true, limit: 10_000 })).rows
  const fromRecords = await engine.ask('stats.by', { by: 'session' })
  const sessions = await listing('sessions')
  const compactions = new Map((await asked('compactions')).map((row) => [row['group_name'], Number(row['compactions'])]))
  const failed = new Map(sessions.map((row) => [row['session_id'], Number(row['failed_results'])]))
  const errors = new Map(sessions.map((row) => [row['session_id'], Number(row['errors'])]))
  const fromFacts = await engine.ask('stats.by', { by: 'session' })
  const ofStats = (groups: typeof fromFacts): Counts =>
    busy(
      groups.map(({ group, stats }) => [
        group,
        [stats.humanPrompts, stats.responses, stats.toolCalls, stats.compactions, failed.get(group) ?? 0, errors.get(group) ?? 0],
      ]),
    )
  return {
    'the list of sessions': busy(
      listed.map((row) => [row.sessionId, [row.humanPrompts, row.responses, row.toolCalls, row.compactions, row.toolErrors, row.errors]]),
    ),
    'stats, from records': ofStats(fromRecords),
    'stats, from facts': ofStats(fromFacts),
    'ask sessions': busy(
      sessions.map((row) => [
        String(row['session_id']),
        numbersIn(row, 'prompts', 'responses', 'tool_calls', 'compactions', 'failed_results', 'errors'),
      ]),
    ),
    'ask amplification': busy(
      (await asked('amplification')).map((row) => [
        String(row['group_name']),
        [
          ...numbersIn(row, 'prompts', 'responses', 'tool_calls'),
          compactions.get(row['group_name'] ?? null) ?? 0,
          failed.get(row['group_name'] ?? null) ?? 0,
          errors.get(row['group_name'] ?? null) ?? 0,
        ],
      ]),
    ),
  }
}

const expectOneValue = async (...paths: readonly string[]): Promise<void> => {
  const engine = await openEngine({ storeDir: tempDir() })
  try {
    await runJob(engine, 'import.start', { paths })
    const { 'the list of sessions': expected, ...others } = await placesOf(engine)
    for (const [place, counts] of Object.entries(others)) expect([place, counts]).toEqual([place, expected])
  } finally {
    await engine.close()
  }
}

test('counts of the samples are the same in every place', async () => {
  await expectOneValue(path.resolve('samples/projects'))
})

test('counts of the real sessions are the same in every place', async (context) => {
  await expectOneValue(realSessions(sharedOrSkip(context)).projects)
})

test('counts of the sessions of the real client are the same in every place', async (context) => {
  for (const { projects } of realClientScenarios(sharedOrSkip(context))) await expectOneValue(projects)
})

test('counts of the shapes from public reports are the same in every place', async (context) => {
  const shared = sharedOrSkip(context)
  const names = readdirSync(path.join(shared, 'fixtures/reports'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  await expectOneValue(...names.map(({ name }) => reportShape(shared, name).projects).filter((projects) => existsSync(projects)))
})
