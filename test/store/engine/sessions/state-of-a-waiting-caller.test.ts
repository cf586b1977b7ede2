/** While a sub-agent runs, the agent that called it has its state: the timeline and the metrics say the same. */
import { expect, test } from 'vitest'
import { showTimeline } from '../../../../app/engine/sessions/show-timeline.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'
import { tablesOf } from '../../../support/tables-of.ts'

const hour = 3_600_000
/** A command that a person approved an hour later: two minutes of it are the tool's. */
const waitsAnHour = (agent: Conversation): Conversation =>
  agent.calls('Bash', { command: 'make' }).wait(hour).result('last', 'ok').agent('made')
/** Works for about an hour, without a pause of five minutes. */
const worksAnHour = (agent: Conversation): Conversation =>
  Array.from({ length: 30 }).reduce<Conversation>((so_far) => so_far.runs('make', 'ok').wait(120_000).agent('next'), agent)

const statesOf = async (talk: Conversation): Promise<Readonly<Record<string, readonly string[]>>> => {
  const { lanes } = await showTimeline(await tablesOf(talk), talk.sessionId)
  return Object.fromEntries(
    lanes.map(({ chain, spans }) => [
      chain,
      spans
        .filter(({ startAt, endAt }) => endAt - startAt > 60_000)
        .map(({ state, isGuess, startAt, endAt }) => `${state}${isGuess ? '?' : ''} ${((endAt - startAt) / 60_000).toFixed(0)}`),
    ]),
  )
}

test.each([
  ['inline', '1.0.128'],
  ['flat', '2.0.76'],
  ['progress', '2.1.42'],
  ['nested', '2.1.42'],
  ['nested', '2.1.330'],
] as const)('a call waits while its sub-agent waits for a person, in the layout %s of client %s', async (layout, version) => {
  const talk = conversation({ version }).human('go').subagent({ prompt: 'Make it', layout }, waitsAnHour).agent('done')
  const { main, ...others } = await statesOf(talk)
  expect(Object.values(others)).toEqual([['waiting? 58', 'tool 2']])
  expect(main).toEqual(['waiting? 58', 'tool 2'])
})

test('a call works as long as one of several sub-agents works, and waits as long as the others wait', async () => {
  const talk = conversation()
    .human('go')
    .subagents([
      { prompt: 'Make it', build: (agent) => waitsAnHour(waitsAnHour(agent)) },
      { prompt: 'Try it', build: worksAnHour },
    ])
    .agent('done')
  const { main = [] } = await statesOf(talk)
  expect(main.at(0)).toMatch(/^tool 6\d$/)
  expect(main.slice(1)).toEqual([expect.stringMatching(/^waiting\? 5\d$/), 'tool 2'])
})

test('a sub-agent of a sub-agent decides the state of both that wait for it', async () => {
  const talk = conversation({ version: '2.1.330' })
    .human('go')
    .subagent({ prompt: 'Ask another' }, (agent) => agent.subagent({ prompt: 'Make it' }, waitsAnHour).agent('it is made'))
    .agent('done')
  expect(Object.values(await statesOf(talk))).toEqual([
    ['waiting? 58', 'tool 2'],
    ['waiting? 58', 'tool 2'],
    ['waiting? 58', 'tool 2'],
  ])
})

test('no agent waits for one in the background', async () => {
  const talk = conversation()
    .human('go')
    .subagent({ prompt: 'Make it', background: true }, waitsAnHour)
    .agent('started')
    .wait(100_000)
    .human('thanks')
  const { main } = await statesOf(talk)
  expect(main).not.toContain('waiting? 58')
  expect(main).not.toContain('tool 2')
})

test('the end of an agent in the background is awaited with its state', async () => {
  const talk = conversation()
    .human('go')
    .subagent({ prompt: 'Make it', background: true, agentId: 'a123456' }, waitsAnHour)
    .calls('TaskOutput', { task_id: 'a123456', block: true })
    .wait(hour)
    .result('last', 'made')
    .agent('done')
  expect((await statesOf(talk))['main']).toEqual(['waiting? 58', 'tool 2'])
})

test('a call runs on for less than five minutes without a record of its sub-agent, and is idle for longer', async () => {
  const late = (ms: number) =>
    conversation()
      .human('go')
      .subagent({ prompt: 'Make it' }, (agent) => agent.agent('made').wait(ms))
      .agent('done')
  expect((await statesOf(late(200_000)))['main']).toEqual(['tool 3'])
  expect((await statesOf(late(hour)))['main']).toEqual(['idle 60'])
})

test('a call runs all the time when nothing is known of its sub-agent', async () => {
  const talk = conversation().human('go').calls('Task', { prompt: 'Make it' }).wait(hour).result('last', 'made').agent('done')
  expect((await statesOf(talk))['main']).toEqual(['tool 60'])
})

test('the sums of the metrics are those of the lanes, and the time of the call excludes what its sub-agent waited', async () => {
  const talk = conversation().human('go').subagent({ prompt: 'Make it' }, waitsAnHour).agent('done')
  const { totals } = await showTimeline(await tablesOf(talk), talk.sessionId)
  const [dir, storeDir] = [tempDir(), tempDir()]
  await importInto(storeDir, [writeConversation(dir, talk).projects])
  await withEngine(storeDir, async (engine) => {
    const ask = async (name: string) => (await engine.ask('analytics.ask', { name, zone: 'UTC' })).rows
    const states = (await ask('states')).filter(({ lane }) => lane === 'main')
    expect(Object.fromEntries(states.map(({ state, ms }) => [state, ms]))).toEqual(totals)
    const [minutes] = await ask('agent-minutes')
    expect(Number(minutes?.['main_minutes']) * 60_000).toBeCloseTo(totals.agent + totals.thinking + totals.tool + totals.compaction)
    const tools = await ask('tools')
    const agentTool = tools.find(({ tool_name: tool }) => tool === 'Task' || tool === 'Agent')
    expect(agentTool?.['ms_total']).toBeGreaterThan(120_000)
    expect(agentTool?.['ms_total']).toBeLessThan(150_000)
  })
})
