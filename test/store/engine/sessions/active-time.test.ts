/** How long a session was active: one number in the list, the page of the session, its timeline, the metrics and the command line. */
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { activeStretches, activeTime } from '../../../../app/model/work-states.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { corpus, realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const minute = 60_000

/** In each place, by session; only sessions that have times. */
const places = async (engine: Engine): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> => {
  const ask = async (name: string, by: 'session' | 'total' = 'total') =>
    (await engine.ask('analytics.ask', { name, by, zone: 'UTC', limit: 100_000 })).rows
  // Before anything counted: from the events.
  const early = (await engine.ask('sessions.list', { everything: true })).rows
  const shown: Record<string, number> = {}
  const drawn: Record<string, number> = {}
  for (const { sessionId, durationMs } of early) {
    if (durationMs === null) continue
    shown[sessionId] = Number((await engine.ask('session.show', { sessionId })).activeMs)
    drawn[sessionId] = activeTime(activeStretches((await engine.ask('session.timeline', { sessionId })).lanes))
  }
  const minutes = await ask('agent-minutes', 'session')
  const list = (await engine.ask('sessions.list', { everything: true })).rows
  const stats = await engine.ask('stats.by', { by: 'session' })
  const busy = (entries: readonly (readonly [unknown, number | null])[]) =>
    Object.fromEntries(entries.flatMap(([id, ms]) => (ms === null || ms === 0 ? [] : [[String(id), ms] as const])))
  return {
    shown: busy(Object.entries(shown)),
    drawn: busy(Object.entries(drawn)),
    listed: busy(list.map(({ sessionId, activeMs }) => [sessionId, activeMs])),
    stats: busy(stats.map(({ group, stats: { activeMs } }) => [group, activeMs])),
    minutes: busy(minutes.map((row) => [row['group_name'], Math.round(Number(row['active_minutes']) * minute)])),
    metric: busy((await ask('sessions')).map((row) => [row['session_id'], Number(row['active_ms'])])),
  }
}

const placesOf = async (...talks: readonly Conversation[]) => {
  const [dir, storeDir] = [tempDir(), tempDir()]
  for (const talk of talks) writeConversation(dir, talk)
  await importInto(storeDir, [`${dir}/projects`])
  return withEngine(storeDir, places)
}

const works = (agent: Conversation, minutes: number): Conversation =>
  Array.from({ length: minutes }).reduce<Conversation>((so_far) => so_far.runs('make', 'ok').wait(minute).agent('next'), agent)

test('a session is active while a sub-agent in the background works, although its main agent has finished', async () => {
  const talk = conversation()
    .human('go')
    .subagent({ prompt: 'Make it', background: true }, (agent) => works(agent, 30))
    .agent('started')
    .wait(60 * minute)
    .human('thanks')
    .agent('welcome')
  const { shown, ...others } = await placesOf(talk)
  for (const other of Object.values(others)) expect(other).toEqual(shown)
  expect(shown?.[talk.sessionId]).toBeGreaterThan(30 * minute)
  expect(shown?.[talk.sessionId]).toBeLessThan(40 * minute)
})

test('agents that work at the same time are active once, and nobody is active while a person is awaited', async () => {
  const talk = conversation()
    .human('go')
    .subagents([
      { prompt: 'Make it', build: (agent) => works(agent, 20) },
      { prompt: 'Try it', build: (agent) => works(agent, 20) },
    ])
    .agent('done')
    .wait(4 * minute)
    .human('now that')
    .calls('AskUserQuestion', { questions: [] })
    .wait(60 * minute)
    .result('last', 'yes')
    .agent('done')
  const { shown, ...others } = await placesOf(talk)
  for (const other of Object.values(others)) expect(other).toEqual(shown)
  expect(shown?.[talk.sessionId]).toBeGreaterThan(20 * minute)
  expect(shown?.[talk.sessionId]).toBeLessThan(30 * minute)
})

test.for([
  ['the real sessions', realSessions],
  ['a synthetic corpus', (shared: string) => corpus(shared, { profile: 'small', seed: 7 })],
] as const)('every place gives the same active times of %s', async ([, inputOf], context) => {
  const storeDir = tempDir()
  await importInto(storeDir, [inputOf(sharedOrSkip(context)).projects])
  await withEngine(storeDir, async (engine) => {
    const { shown, ...others } = await places(engine)
    expect(Object.keys(shown ?? {}).length).toBeGreaterThan(10)
    for (const other of Object.values(others)) expect(other).toEqual(shown)
    const { rows } = await engine.ask('sessions.list', { everything: true, sort: 'activeMs', limit: 100_000 })
    const times = rows.map(({ activeMs }) => activeMs ?? -1)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    for (const { activeMs, durationMs } of rows) expect(activeMs ?? 0).toBeLessThanOrEqual(durationMs ?? 0)
    const total = times.reduce((sum, ms) => sum + Math.max(0, ms), 0)
    expect((await engine.ask('stats.show', {})).activeMs).toBe(total)
  })
})

test('one session of a store without facts has its active time, and of many it is not counted yet', async () => {
  const [dir, storeDir] = [tempDir(), tempDir()]
  for (let at = 0; at < 5; at += 1) writeConversation(dir, conversation().human('go').runs('make', 'ok').agent('done'))
  await importInto(storeDir, [`${dir}/projects`])
  await withEngine(storeDir, async (engine) => {
    const all = (await engine.ask('sessions.list', { everything: true })).rows
    expect(all.map(({ activeMs }) => activeMs)).toEqual([null, null, null, null, null])
    const [one] = (await engine.ask('sessions.list', { everything: true, limit: 1 })).rows
    expect(one?.activeMs).toBeGreaterThan(0)
    const waited = (await engine.ask('sessions.list', { everything: true, waits: true })).rows
    expect(waited.find(({ sessionId }) => sessionId === one?.sessionId)?.activeMs).toBe(one?.activeMs)
    expect(waited.every(({ activeMs }) => activeMs !== null)).toBe(true)
  })
})
