/** Every line belongs to exactly one chain: the main one, or that of one sub-agent. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'

/** For each record, in the order of the files: its chain and what it says. */
const chains = async (talk: Conversation): Promise<readonly string[]> => {
  const { records, events } = (await deriveConversation(talk)).rows
  return records.map(({ sourceId, line, chain, recordType }) => {
    const said = events.find((event) => event.sourceId === sourceId && event.line === line)?.body
    return `${chain}: ${said ?? recordType}`
  })
}

const side = (more: Readonly<Record<string, unknown>> = {}) => ({ isSidechain: true, ...more })

test('sidechains without an agent are named after their root, and stay apart', async () => {
  const talk = conversation({ version: '1.0.128' })
    .human('Ask two')
    .user('First', side(), { parent: null, uuid: 'aaaaaaaa-1', aside: true })
    .user('Second', side(), { parent: null, uuid: 'bbbbbbbb-1', aside: true })
    .user('First goes on', side(), { parent: 'aaaaaaaa-1', uuid: 'aaaaaaaa-2', aside: true })
    .user('Second goes on', side(), { parent: 'bbbbbbbb-1', uuid: 'bbbbbbbb-2', aside: true })
    .agent('Done.')
  expect(await chains(talk)).toEqual([
    'main: Ask two',
    'side-aaaaaaaa: First',
    'side-bbbbbbbb: Second',
    'side-aaaaaaaa: First goes on',
    'side-bbbbbbbb: Second goes on',
    'main: Done.',
  ])
})

test('sidechains with an agent are its chain, whatever their parents say', async () => {
  const talk = conversation()
    .human('Ask')
    .user('Look', side({ agentId: 'a1' }), { parent: null, aside: true })
    .user('Look on', side({ agentId: 'a1' }), { parent: null, aside: true })
  expect(await chains(talk)).toEqual(['main: Ask', 'a1: Look', 'a1: Look on'])
})

test('a sidechain record that names nothing has a separate chain', async () => {
  const talk = conversation()
    .human('Ask')
    .bookkeeping({ type: 'user', isSidechain: true, message: { content: 'Look' } })
  expect(await chains(talk)).toEqual(['main: Ask', 'side-unnamed: Look'])
})

test('bookkeeping belongs to the chain of the line it follows', async () => {
  const talk = conversation()
    .bookkeeping({ type: 'mode' })
    .human('Ask')
    .bookkeeping({ type: 'last-prompt' })
    .user('Look', side({ agentId: 'a1' }), { parent: null, aside: true })
    .bookkeeping({ type: 'cost-state' })
    .agent('Done.')
    .bookkeeping({ type: 'tools-used' })
  expect(await chains(talk)).toEqual([
    'main: mode',
    'main: Ask',
    'main: last-prompt',
    'a1: Look',
    'a1: cost-state',
    'main: Done.',
    'main: tools-used',
  ])
})

test('all records in the file of an agent belong to its chain, also unmarked ones', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Ask')
    .subagent({ prompt: 'Look', agentId: 'a1' }, (agent) =>
      agent.bookkeeping({ type: 'mode' }).row({ type: 'system', subtype: 'x', isSidechain: false, content: 'hm' }).agent('seen'),
    )
  expect((await chains(talk)).filter((line) => line.startsWith('a1'))).toEqual(['a1: Look', 'a1: mode', 'a1: hm', 'a1: seen'])
})

test('a record in both the main file and the file of an agent belongs to the first', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Ask')
    .subagent({ prompt: 'Look', agentId: 'a1' }, (agent) => agent.agent('seen'))
  const agentFile = [...talk.files()].find(([name]) => name.endsWith('agent-a1.jsonl'))?.[1].toString() ?? ''
  for (const line of agentFile.split('\n').filter((text) => text !== '')) talk.raw(line)
  const { rows } = await deriveConversation(talk)
  expect(rows.records.filter((record) => record.chain === 'a1').map((record) => record.isCopy)).toEqual([false, false, true, true])
  expect(rows.sessions[0]).toMatchObject({ responses: 1, subAgents: 1 })
})

test('a message of an agent that exists only in a progress record belongs to that agent, even if the agent has other lines', async () => {
  const carried = (uuid: string, type: string, content: readonly object[]) => ({
    type: 'progress',
    data: { type: 'agent_progress', agentId: 'a1', message: { type, uuid, message: { role: type, content } } },
  })
  const answer = { type: 'tool_result', tool_use_id: 'call-1', content: 'a b' }
  const talk = conversation()
    .human('Ask')
    .row(carried('p1', 'user', [{ type: 'text', text: 'Look' }]))
    .row(carried('p2', 'assistant', [{ type: 'tool_use', id: 'call-1', name: 'Bash', input: {} }]))
    .row(carried('p3', 'user', [answer]))
    .user([answer], side({ agentId: 'a1' }), { parent: null, aside: true })
  expect(await chains(talk)).toEqual(['main: Ask', 'main: Look', 'a1: {}', 'main: progress', 'a1: user'])
})
