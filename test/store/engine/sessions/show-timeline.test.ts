import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Lane, TimelineView } from '../../../../app/contract/timeline.ts'
import { showTimeline } from '../../../../app/engine/sessions/show-timeline.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tablesOf } from '../../../support/tables-of.ts'

const drawn = ({ spans }: Lane): readonly string[] =>
  spans.map(({ state, startAt, endAt, label }) => `${state} ${((endAt - startAt) / 1000).toFixed(1)}${label === '' ? '' : ` ${label}`}`)

const timelineOf = async (told: Conversation): Promise<TimelineView> => showTimeline(await tablesOf(told), told.sessionId)
const mainOf = (timeline: TimelineView): Lane =>
  timeline.lanes.find(({ chain }) => chain === 'main') ?? { chain: '', label: '', spans: [], calledBy: null }

test('a turn is thinking, generating, running tools, then waiting for the human', async () => {
  const told = conversation().human('fix it').thinks('hmm').runs('npm test', 'ok').agent('done').wait(120_000).human('more').agent('yes')
  expect(drawn(mainOf(await timelineOf(told)))).toEqual([
    'thinking 2.6',
    'agent 0.5',
    'tool 2.4 Bash',
    'agent 2.6',
    'human 140.0',
    'agent 2.6',
  ])
})

test('five minutes or longer are idle, and a call longer than its tool can run waited for a person', async () => {
  const told = conversation().human('go').agent('ok').wait(300_000).human('again').calls('Bash', { command: 'sleep 3600' }).wait(3_600_000)
  told.result('last', 'slept').agent('done')
  expect(drawn(mainOf(await timelineOf(told)))).toEqual([
    'agent 2.6',
    'idle 320.0',
    'agent 2.7',
    'waiting 3482.4 Bash',
    'tool 120.0 Bash',
    'agent 2.6',
  ])
})

test('a tool call that never got a result does not run', async () => {
  const told = conversation()
    .human('go')
    .calls('Bash', { command: 'make' })
    .wait(60_000)
    .interrupt({ leaveOpen: true })
    .human('stop that')
    .agent('ok')
  expect(mainOf(await timelineOf(told)).spans.map(({ state }) => state)).toEqual(['agent', 'human', 'human', 'agent'])
})

test('a compaction takes the time up to its boundary and summary, and then the human is awaited', async () => {
  const told = conversation().human('go').agent('ok').compacts().human('go on').agent('ok')
  const timeline = await timelineOf(told)
  expect(mainOf(timeline).spans.map(({ state }) => state)).toEqual(['agent', 'compaction', 'human', 'agent'])
  expect(timeline.compactions).toMatchObject([{ trigger: 'auto' }])
})

test('a sub-agent has a separate lane, named after its task, while the main lane runs the tool that started it', async () => {
  const told = conversation()
    .human('count')
    .subagent({ prompt: 'Count the files.\nAll of them.', description: 'Count files' }, (agent) => agent.runs('ls', 'a').agent('one'))
    .agent('one file')
  const timeline = await timelineOf(told)
  const [main, agent] = timeline.lanes
  expect(main?.spans.map(({ state, label }) => `${state} ${label}`.trim())).toEqual(['agent', 'tool Agent', 'agent'])
  expect(agent).toMatchObject({ label: 'Count the files. All of them.', calledBy: { chain: 'main', at: main?.spans[1]?.startAt } })
  expect(main?.calledBy).toBeNull()
  expect(agent?.spans.map(({ state }) => state)).toEqual(['agent', 'tool', 'agent'])
})

test('the context curve has one point a reply, the last record of a reply counts', async () => {
  const told = conversation().human('go').thinks('hmm').agent('one').fills(5_000).human('again').agent('two')
  const { context, events } = await timelineOf(told)
  const replies = events.filter(({ kind }) => kind === 'response').map(({ at }) => at)
  expect(context.map(({ at }) => at)).toEqual(replies)
  expect((context[1]?.tokens ?? 0) - (context[0]?.tokens ?? 0)).toBeGreaterThan(5_000)
})

test('a call and its result took the time between them, a response the time since the event before', async () => {
  const told = conversation().human('go').calls('Bash', { command: 'sleep' }).wait(4_000).result('last', 'slept').agent('done')
  const { events } = await timelineOf(told)
  const [prompt, call, result, response] = events
  expect(call?.durationMs).toBe((result?.at ?? 0) - (call?.at ?? 0))
  expect(result?.durationMs).toBe(call?.durationMs)
  expect(response?.durationMs).toBe((response?.at ?? 0) - (result?.at ?? 0))
  expect(prompt?.durationMs).toBe(null)
})

test('each place where a person went back has the text of its branch, where it went back to, and the branch that it left', async () => {
  const told = conversation().human('fix it').agent('done').human('thanks').agent('welcome').rewind(1).human('the other one').agent('ok')
  const { rewinds, events } = await timelineOf(told)
  const prompt = events.find(({ label }) => label === 'the other one')
  const before = events.find(({ label }) => label === 'done')
  const left = events.find(({ label }) => label === 'welcome')
  expect(rewinds).toEqual([
    {
      at: prompt?.at,
      chain: 'main',
      commitId: prompt?.commitId,
      label: 'the other one',
      fromAt: before?.at,
      leftCommitId: left?.commitId,
      leftRef: `rewind/${told.sessionId}/1`,
    },
  ])
})

test('a session without a readable time has a timeline without lanes', async () => {
  const told = conversation().raw('{"type":"user","message":{"role":"user","content":"when?"}}')
  expect(await timelineOf(told)).toMatchObject({ startAt: null, endAt: null, lanes: [], totals: { agent: 0, idle: 0 } })
})

type Step = (told: Conversation) => Conversation
const steps: readonly Step[] = [
  (told) => told.human('please'),
  (told) => told.agent('yes'),
  (told) => told.thinks('hmm'),
  (told) => told.runs('ls', 'a'),
  (told) =>
    told.parallel([
      { tool: 'Bash', input: { command: 'a' }, result: 'a' },
      { tool: 'Bash', input: { command: 'b' }, result: 'b' },
    ]),
  (told) => told.compacts(),
  (told) => told.queued('and that'),
  (told) => told.calls('Read', { file_path: '/a' }).interrupt({ leaveOpen: true }),
  (told) => told.command('/model', 'opus', 'Set'),
  (told) => told.bash('ls', 'a'),
  (told) => told.apiError('API Error: 529'),
  (told) => told.wait(400_000),
  (told) => told.meta('note'),
  (told) => told.subagent({ prompt: 'count', description: 'Count' }, (agent) => agent.agent('one')),
]

test('the states of the main lane always have no gaps and add up to the time of the session', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 25 }), async (chosen) => {
      const told = chosen.reduce((so_far, step) => step(so_far), conversation().human('begin'))
      const timeline = await timelineOf(told)
      const times = [...told.files().values()].flatMap((bytes) =>
        Array.from(bytes.toString().matchAll(/"timestamp":"([^"]+)"/g), ([, time]) => Date.parse(time ?? '')),
      )
      const wall = Math.max(...times) - Math.min(...times)
      expect(Object.values(timeline.totals).reduce((sum, ms) => sum + ms, 0)).toBe(wall)
      for (const { spans } of timeline.lanes)
        spans.slice(1).forEach((span, index) => {
          expect(span.startAt).toBe(spans[index]?.endAt)
        })
    }),
    { numRuns: 25 },
  )
})
