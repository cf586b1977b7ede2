/** Agents of which progress records, other tools or older clients tell start from their calls too. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'
import { drawChain } from '../../support/draw-chain.ts'

const draw = async (talk: Conversation): Promise<string> => drawChain((await deriveConversation(talk)).rows)

/** A progress record with a message of an agent in it. */
const carried = (agentId: string, call: string, message: Readonly<Record<string, unknown>>) => ({
  type: 'progress',
  parentToolUseID: call,
  data: { type: 'agent_progress', agentId, message },
})
const said = (uuid: string, content: readonly object[]) => ({
  type: 'assistant',
  uuid,
  message: { id: `m-${uuid}`, role: 'assistant', content },
})
const told = (uuid: string, content: unknown) => ({ type: 'user', uuid, message: { role: 'user', content } })
const calling = (id: string, prompt: string) => ({ type: 'tool_use', id, name: 'Task', input: { prompt } })
const agentRefs = (picture: string): string => picture.replace(/agent\/[^\]]+/g, 'agent')

test('agents that only progress records mention start from the replies that started them', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Ask')
    .calls('Task', { prompt: 'Outer' }, { id: 'tA' })
    .row(carried('a', 'tA', told('a1', 'Outer')))
    .row(carried('a', 'tA', said('a2', [calling('tB', 'Inner')])))
    .row(carried('b', 'tB', told('b1', 'Inner')))
    .row(carried('b', 'tB', said('b2', [{ type: 'text', text: 'deep' }])))
    .row(carried('a', 'tA', told('a3', [{ type: 'tool_result', tool_use_id: 'tB', content: 'deep' }])))
    .row(carried('a', 'tA', said('a4', [{ type: 'text', text: 'out' }])))
    .result('tA', 'out')
    .agent('Done.')
  expect(agentRefs(await draw(talk))).toBe(`
* Done.  [session]
| * out  [agent]
| | * Inner  [agent]
| |/
| * Outer
|/
* Ask`)
})

test('messages of an agent that progress records repeat start no other agent', async () => {
  const nested = (echo: boolean): Conversation => {
    const talk = conversation({ version: '2.1.42', seed: 'echo' }).human('Ask')
    talk
      .subagent({ prompt: 'Outer', agentId: 'a1' }, (agent) =>
        agent.subagent({ prompt: 'Inner', agentId: 'a2' }, (inner) => inner.agent('deep')).agent('out'),
      )
      .agent('Done.')
    if (!echo) return talk
    const lines = [...talk.files()].flatMap(([file, bytes]) =>
      file.endsWith('agent-a1.jsonl') ? bytes.toString().trimEnd().split('\n') : [],
    )
    for (const line of lines) talk.row(carried('a1', talk.sessionId, JSON.parse(line) as Readonly<Record<string, unknown>>))
    return talk
  }
  expect(await draw(nested(true))).toBe(await draw(nested(false)))
})

test('an agent that another tool started starts from the reply with its call too', async () => {
  const talk = conversation({ version: '2.1.330' })
    .human('Review it')
    .calls('Skill', { skill: 'review' }, { id: 't1' })
    .result('t1', 'All is well', { toolUseResult: { success: true, status: 'forked', agentId: 'a1' } })
  talk.user('Look at all', { isSidechain: true, agentId: 'a1' }, { parent: null, aside: true }).agent('It is well.')
  expect(await draw(talk)).toBe(`
* It is well.  [session]
| * Look at all  [agent/a1]
|/
* Review it`)
})

test('a compaction in a sidechain of an older client does not split the chain', async () => {
  const side = { isSidechain: true }
  const talk = conversation({ version: '1.0.128' })
    .human('Ask')
    .calls('Task', { prompt: 'Look long' })
    .user('Look long', side, { parent: null, uuid: 'aaaaaaaa-1', aside: true })
    .row(
      { type: 'system', subtype: 'compact_boundary', content: '', ...side },
      { parent: null, logicalParent: 'aaaaaaaa-1', uuid: 'bbbbbbbb-1', aside: true },
    )
    .user('Look on', side, { parent: 'bbbbbbbb-1', uuid: 'aaaaaaaa-2', aside: true })
    .result('last', 'found')
    .agent('Done.')
  const { rows } = await deriveConversation(talk)
  expect(rows.sessions[0]?.subAgents).toBe(1)
  expect(rows.commits.filter(({ chain }) => chain !== 'main').map(({ chain, commitType }) => [chain, commitType])).toEqual([
    ['side-aaaaaaaa', 'delta'],
    ['side-aaaaaaaa', 'compaction'],
    ['side-aaaaaaaa', 'delta'],
  ])
})
