/** One number has one value in every place that shows it, in every set of sessions that there is. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { laneIndexes } from '../../../../renderer/panels/timeline/lane-index.ts'
import type { MarkKind } from '../../../../renderer/panels/timeline/lane-marks.ts'
import { rangeFigures } from '../../../../renderer/panels/timeline/range-figures.ts'
import { realClientScenarios, realSessions, reportShape, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob } from '../../../support/with-engine.ts'

type Counts = Readonly<Record<string, readonly number[]>>

const numbersIn = (row: Readonly<Record<string, unknown>>, ...names: readonly string[]): readonly number[] =>
  names.map((name) => Number(row[name]))

/** Sessions in which anything of the kind happened: others have no row in some places. */
const busy = (counts: readonly (readonly [string, readonly number[]])[]): Counts =>
  Object.fromEntries(counts.filter(([, numbers]) => numbers.some((number) => number > 0)))

/** Prompts, responses, tool calls, errors, compactions and commands of each session. */
type PlaceCounts = Readonly<Record<string, readonly number[]>>

const listRows = async (engine: Engine, name: string, parameters: Readonly<Record<string, unknown>> = {}) => {
  const { rows, isCut } = await engine.ask('analytics.ask', { name, zone: 'UTC', limit: 1_000_000, parameters })
  if (isCut) throw new Error(`${name} is cut`)
  return rows
}

/** How many rows of a list each session has. */
const perSession = (rows: Awaited<ReturnType<typeof listRows>>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(String(row['session_id']), (counts.get(String(row['session_id'])) ?? 0) + 1)
  return counts
}

/** The places that show one session, or lists of what a session contains. Records without times are in no timeline. */
const placesOfEach = async (engine: Engine): Promise<readonly (readonly [string, PlaceCounts])[]> => {
  const list = async (name: string, parameters?: Readonly<Record<string, unknown>>) => perSession(await listRows(engine, name, parameters))
  const turns = await list('turns')
  const lists = {
    prompts: await list('events', { kind: 'typed prompt' }),
    responses: await list('events', { kind: 'response' }),
    calls: await list('tool-calls'),
    failed: await list('events', { kind: 'tool_result', failed: true }),
    requests: await list('events', { kind: 'error' }),
    compactions: await list('compaction-list'),
  }
  const ledgers = new Map((await engine.ask('ledger.show', { by: 'session' })).map(({ group, prompts }) => [group, prompts]))
  const { rows } = await engine.ask('sessions.list', { everything: true, limit: 10_000 })
  const each = rows.map(async (row) => {
    const { sessionId } = row
    const page = await engine.ask('session.show', { sessionId })
    const { commits } = await engine.ask('chain.log', { of: sessionId, limit: 100_000 })
    const own = commits.filter((commit) => commit.sessionId === sessionId && commit.chain !== 'replaced')
    const sum = (pick: (commit: (typeof own)[number]) => number) => own.reduce((total, commit) => total + pick(commit), 0)
    const timeline = await engine.ask('session.timeline', { sessionId })
    const context = await engine.ask('session.context', { sessionId })
    const lanes = laneIndexes(timeline)
    const marked = (kind: MarkKind) => lanes.reduce((total, { marks }) => total + marks.filter((mark) => mark.kind === kind).length, 0)
    const range = rangeFigures(lanes, -Infinity, Infinity, timeline.usage)
    const stats = await engine.ask('session.stats', { sessionId })
    const of = (counts: ReadonlyMap<string, number>) => counts.get(sessionId) ?? 0
    const ledger = ledgers.get(sessionId)
    const counts: PlaceCounts = {
      'the list of sessions': [row.humanPrompts, row.responses, row.toolCalls, row.errors, row.compactions, row.commands],
      'the page of the session': [page.humanPrompts, page.responses, page.toolCalls, page.errors, page.compactions, page.commands],
      'the figures of the session': [stats.humanPrompts, stats.responses, stats.toolCalls, row.errors, stats.compactions, row.commands],
      'the sum of its commits': [
        sum((commit) => commit.humanPrompts),
        sum((commit) => commit.responses),
        sum((commit) => commit.toolCalls),
        sum((commit) => commit.errors),
        sum((commit) => Number(commit.commitType === 'compaction')),
        sum((commit) => commit.commands),
      ],
      'lists of events, calls and compactions': [
        of(lists.prompts),
        of(lists.responses),
        of(lists.calls),
        of(lists.failed) + of(lists.requests),
        of(lists.compactions),
        row.commands,
      ],
      'the turns': [of(turns), row.responses, row.toolCalls, row.errors, row.compactions, row.commands],
      'the ledger': [ledger?.humanPrompts ?? 0, row.responses, row.toolCalls, row.errors, row.compactions, ledger?.commands ?? 0],
      'the sizes of its context': [
        row.humanPrompts,
        row.responses,
        row.toolCalls,
        row.errors,
        context.chains.reduce((total, chain) => total + chain.compactions.length, 0),
        row.commands,
      ],
      'the range of its timeline': [
        range.marks.prompt,
        range.replies,
        range.toolCalls,
        range.marks.error,
        range.marks.compaction,
        range.marks.command,
      ],
      'the marks of its timeline': [
        marked('prompt'),
        row.responses,
        row.toolCalls,
        marked('error'),
        marked('compaction'),
        marked('command'),
      ],
    }
    return [sessionId, counts] as const
  })
  return Promise.all(each)
}

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

/** The sums of metrics whose rows are not sessions; where rows are days or hours, what has no time is added. */
const sumsOf = async (engine: Engine): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> => {
  const { rows } = await engine.ask('sessions.list', { everything: true, limit: 10_000 })
  const undated = async (kind: string) => (await listRows(engine, 'events', { kind })).filter((row) => row['occurred_at'] === null).length
  const sum = (list: Awaited<ReturnType<typeof listRows>>, column: string) => list.reduce((total, row) => total + Number(row[column]), 0)
  const [days, hours, outcomes] = [
    await listRows(engine, 'days'),
    await listRows(engine, 'activity-hours'),
    await listRows(engine, 'outcomes'),
  ]
  const [noTimePrompts, noTimeResponses] = [await undated('typed prompt'), await undated('response')]
  const spread = (await listRows(engine, 'amplification-spread')).find((row) => row['measure'] === 'responses')
  const histogram = (await listRows(engine, 'amplification-histogram')).filter((row) => row['measure'] === 'responses')
  const weighted = (column: string) => Math.round(outcomes.reduce((total, row) => total + Number(row['sessions']) * Number(row[column]), 0))
  const prompts = rows.reduce((total, row) => total + row.humanPrompts, 0)
  const responses = rows.reduce((total, row) => total + row.responses, 0)
  return {
    prompts: {
      sessions: prompts,
      days: sum(days, 'prompts') + noTimePrompts,
      hours: sum(hours, 'prompts') + noTimePrompts,
      outcomes: weighted('turns_mean'),
      spread: Number(spread?.['turns'] ?? 0),
      histogram: sum(histogram, 'turns'),
    },
    responses: { sessions: responses, days: sum(days, 'responses') + noTimeResponses, hours: sum(hours, 'responses') + noTimeResponses },
  }
}

/** Replies whose output tokens are understated, of each session that has any. */
const understatedOf = async (engine: Engine): Promise<Readonly<Record<string, Counts>>> => {
  const { rows } = await engine.ask('sessions.list', { everything: true, limit: 10_000 })
  const tokens = await engine.ask('analytics.ask', { name: 'tokens', by: 'session', zone: 'UTC', limit: 100_000 })
  const stats = await engine.ask('stats.by', { by: 'session' })
  return {
    list: busy(rows.map((row) => [row.sessionId, [row.understatedReplies]])),
    stats: busy(stats.map(({ group, stats: of }) => [group, [of.tokens.reduce((sum, row) => sum + row.understatedReplies, 0)]])),
    tokens: busy(tokens.rows.map((row) => [String(row['group_name']), numbersIn(row, 'understated_replies')])),
  }
}

/** Tokens and states of each session: as it is listed and timed, and as its whole timeline adds up. */
const timelinesOf = async (engine: Engine): Promise<readonly (readonly [listed: unknown, added: unknown])[]> => {
  const { rows } = await engine.ask('sessions.list', { everything: true, limit: 10_000 })
  return Promise.all(
    rows.map(async ({ sessionId, inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens }) => {
      const timeline = await engine.ask('session.timeline', { sessionId })
      const { readTokens, writtenTokens, states } = rangeFigures(laneIndexes(timeline), -Infinity, Infinity, timeline.usage)
      const read = Number(inputTokens ?? 0) + Number(cacheReadTokens ?? 0) + Number(cacheWriteTokens ?? 0)
      return [
        [sessionId, read, Number(outputTokens ?? 0), timeline.totals],
        [sessionId, readTokens, writtenTokens, states],
      ] as const
    }),
  )
}

const expectOneValue = async (...paths: readonly string[]): Promise<void> => {
  const engine = await openEngine({ storeDir: tempDir() })
  try {
    await runJob(engine, 'import.start', { paths })
    const { list, ...elsewhere } = await understatedOf(engine)
    for (const [place, counts] of Object.entries(elsewhere)) expect([place, counts]).toEqual([place, list])
    for (const [what, places] of Object.entries(await sumsOf(engine)))
      for (const [place, total] of Object.entries(places)) expect([what, place, total]).toEqual([what, place, places['sessions']])
    const { 'the list of sessions': expected, ...others } = await placesOf(engine)
    for (const [place, counts] of Object.entries(others)) expect([place, counts]).toEqual([place, expected])
    for (const [session, { 'the list of sessions': listed, ...places }] of await placesOfEach(engine))
      for (const [place, counts] of Object.entries(places)) expect([session, place, counts]).toEqual([session, place, listed])
    for (const [listed, added] of await timelinesOf(engine)) expect(added).toEqual(listed)
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
