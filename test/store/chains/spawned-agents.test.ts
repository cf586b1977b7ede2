/** A sub-agent's chain starts from the commit that ends with the reply which started it. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'
import { drawChain, withCheckpoint } from '../../support/draw-chain.ts'
import type { ClientVersion } from '../../support/transcript/client.ts'

const draw = async (talk: Conversation): Promise<string> => drawChain((await deriveConversation(talk)).rows)
const versions: readonly ClientVersion[] = ['1.0.128', '2.0.76', '2.1.42', '2.1.330']

const counting = (version: ClientVersion): Conversation =>
  conversation({ version })
    .human('Count the files')
    .agent('I ask an agent.')
    .subagent({ prompt: 'Count them', agentId: 'a1' }, (agent) => agent.runs('ls', 'a b').agent('Two.'))
    .agent('There are two.')

test.each(versions)('the commit ends with the spawning reply and the agent starts from it (%s)', async (version) => {
  const { rows } = await deriveConversation(counting(version))
  const agent = rows.refs
    .find((ref) => ref.kind === 'agent')
    ?.name.split('/')
    .at(-1)
  expect(drawChain(rows, withCheckpoint)).toBe(`
* There are two. (session_end)  [session]
| * Count them (session_end)  [agent/${String(agent)}]
|/
* Count the files (tool_call)`)
  const root = rows.commits.find((commit) => commit.chain === agent)
  const parent = rows.records.filter((record) => record.commitId === root?.parentId)
  expect(parent.map((record) => [record.class, record.toolUses])).toEqual([
    ['human_prompt', 0],
    ['reply', 0],
    ['reply', 1],
  ])
  expect(root?.branchOf).toBe('spawn')
})

test.each(versions)('an agent whose prompt resembles a text of the client starts from its call too (%s)', async (version) => {
  const talk = conversation({ version })
    .human('Ask')
    .subagent({ prompt: '<task-notification> is what?' }, (agent) => agent.agent('A tag.'))
    .agent('It is a tag.')
  const { rows } = await deriveConversation(talk)
  expect(rows.commits.filter((commit) => commit.chain !== 'main').map((commit) => commit.branchOf)).toEqual(['spawn'])
})

test.each(versions)('parallel agents of one reply start from the same commit (%s)', async (version) => {
  const talk = conversation({ version })
    .human('Ask two')
    .subagents([
      { prompt: 'First', agentId: 'a1', build: (agent) => agent.agent('1') },
      { prompt: 'Second', agentId: 'a2', build: (agent) => agent.agent('2') },
    ])
    .agent('Both said something.')
  expect((await draw(talk)).replace(/agent\/[^\]]+/g, 'agent')).toBe(`
* Both said something.  [session]
| * Second  [agent]
|/
| * First  [agent]
|/
* Ask two`)
})

test('notes of the client while an agent runs belong to the following records; between parts of the reply, to the reply', async () => {
  const note = { type: 'progress', data: { type: 'hook_progress' } }
  const talk = conversation({ version: '2.1.42' })
    .human('Ask two')
    .calls('Task', { prompt: 'First' }, { id: 't1', messageId: 'm' })
    .bookkeeping({ type: 'queue-operation', operation: 'enqueue', content: 'later' })
  talk
    .row(note)
    .calls('Task', { prompt: 'Second' }, { id: 't2', messageId: 'm' })
    .bookkeeping({ type: 'file-history-snapshot' })
    .row(note)
    .bookkeeping({ type: 'mode' })
  talk.result('t1', 'one').result('t2', 'two').agent('Done.')
  const { commits, records } = (await deriveConversation(talk)).rows
  expect(
    commits.map(({ commitId }) => records.filter((record) => record.commitId === commitId).map((record) => record.recordType)),
  ).toEqual([
    ['user', 'assistant', 'queue-operation', 'progress', 'assistant', 'file-history-snapshot'],
    ['progress', 'mode', 'user', 'user', 'assistant'],
  ])
})

test('agents of two replies start from two commits', async () => {
  const talk = conversation()
    .human('Ask')
    .subagent({ prompt: 'First', agentId: 'a1' }, (agent) => agent.agent('1'))
    .agent('And another.')
    .subagent({ prompt: 'Second', agentId: 'a2' }, (agent) => agent.agent('2'))
    .agent('Done.')
  expect(await draw(talk)).toBe(`
* Done.  [session]
| * Second  [agent/a2]
|/
* And another.
| * First  [agent/a1]
|/
* Ask`)
})

test.each(versions)("an agent's agent starts from its agent (%s)", async (version) => {
  const talk = conversation({ version })
    .human('Ask')
    .subagent({ prompt: 'Outer', agentId: 'a1' }, (agent) =>
      agent.subagent({ prompt: 'Inner', agentId: 'a2' }, (inner) => inner.agent('deep')).agent('out'),
    )
    .agent('Done.')
  expect((await draw(talk)).replace(/agent\/[^\]]+/g, 'agent')).toBe(`
* Done.  [session]
| * out  [agent]
| | * Inner  [agent]
| |/
| * Outer
|/
* Ask`)
})

test('an agent whose messages exist only in progress records has a chain of them', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Ask')
    .subagent({ prompt: 'Look', agentId: 'a1', layout: 'progress' }, (agent) => agent.runs('ls', 'x').agent('Found.'))
    .agent('Done.')
  const { rows } = await deriveConversation(talk)
  expect(drawChain(rows)).toBe(`
* Done.  [session]
| * Look  [agent/a1]
|/
* Ask`)
  expect(rows.events.filter((event) => event.chain === 'a1' && !event.isCopy).map((event) => event.kind)).toEqual([
    'prompt',
    'tool_call',
    'tool_result',
    'response',
  ])
})

test('progress records that repeat the file of an agent stay in the main chain and are not counted', async () => {
  const own = conversation({ version: '2.1.42', seed: 'same' })
    .human('Ask')
    .subagent({ prompt: 'Look', agentId: 'a1' }, (agent) => agent.agent('Found.'))
  const talk = conversation({ version: '2.1.42', seed: 'same' })
    .human('Ask')
    .subagent({ prompt: 'Look', agentId: 'a1' }, (agent) => agent.agent('Found.'))
    .row({
      type: 'progress',
      data: {
        type: 'agent_progress',
        agentId: 'a1',
        message: { type: 'assistant', message: { content: [{ type: 'text', text: 'Found.' }] } },
      },
    })
  const responses = async (session: Conversation) => (await deriveConversation(session)).rows.sessions[0]?.responses
  expect(await responses(talk)).toBe(await responses(own))
  expect(
    (await deriveConversation(talk)).rows.records.filter((record) => record.class === 'agent_message').map((record) => record.chain),
  ).toEqual(['main'])
})

test('a background agent starts from its call while the conversation continues', async () => {
  const talk = conversation()
    .human('Build it in the background')
    .subagent({ prompt: 'Build', agentId: 'a1', background: true }, (agent) => agent.agent('built'))
    .agent('It runs.')
    .human('Meanwhile, hello')
    .agent('Hello.')
    .notification('the agent ended')
    .agent('It is built.')
  expect(await draw(talk)).toBe(`
* Meanwhile, hello  [session]
* It runs.
| * Build  [agent/a1]
|/
* Build it in the background`)
})

test('an agent without a link to its call is found by its prompt', async () => {
  const talk = conversation({ version: '2.0.76' })
    .human('Count')
    .calls('Task', { prompt: 'Other' })
    .result('last', 'no')
    .calls('Task', { prompt: 'Count them' })
  talk.user('Count them', { isSidechain: true, agentId: 'a9' }, { parent: null, aside: true }).result('last', 'two')
  expect(await draw(talk)).toBe(`
* 1 record  [session]
| * Count them  [agent/a9]
|/
* 1 agent
* Count`)
})

test('agents that the client starts to warm up start from nothing', async () => {
  const talk = conversation({ version: '2.0.76' })
    .user('Warmup', { isSidechain: true, agentId: 'a0' }, { parent: null, aside: true })
    .human('Hello')
    .agent('Hi')
  expect(await draw(talk)).toBe(`
* Warmup  [agent/a0]

* Hello  [session]`)
  expect((await deriveConversation(talk)).rows.sessions[0]?.subAgents).toBe(0)
})

test('a turn after an agent in the background is not cut after its prompt', async () => {
  const talk = conversation().human('Ask').calls('Agent', { prompt: 'Look' }).human('Never mind').agent('Fine.')
  expect(await draw(talk)).toBe(`
* Never mind  [session]
* Ask`)
})

test('a compaction inside an agent is a commit of its chain', async () => {
  const talk = conversation()
    .human('Ask')
    .subagent({ prompt: 'Look long', agentId: 'a1' }, (agent) =>
      agent.runs('ls', 'x').compacts({ preTokens: 9_000, postTokens: 100 }).agent('Found.'),
    )
    .agent('Done.')
  expect(await draw(talk)).toBe(`
* Done.  [session]
| * Found.  [agent/a1]
| # Compaction (auto, 9,000 → 100 tokens)
| * Look long
|/
* Ask`)
})

test.each(versions)('an agent whose id is “main” has a separate chain (%s)', async (version) => {
  const talk = conversation({ version })
    .human('Count the files')
    .subagent({ prompt: 'Count them', agentId: 'main' }, (agent) => agent.agent('Two.'))
    .agent('There are two.')
  const { rows } = await deriveConversation(talk)
  expect(rows.refs.map(({ kind }) => kind).sort()).toEqual(['agent', 'session'])
  const chains = [...new Set(rows.commits.map(({ chain }) => chain))]
  expect(chains).toEqual(['main', version === '1.0.128' ? expect.stringMatching(/^side-/) : 'agent-main'])
})
