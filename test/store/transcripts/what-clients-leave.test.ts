/** Things that real clients leave in files and folders, each read for what it is: warm-ups, empty files, kept requests, background agents. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { deriveConversation, deriveFolder } from '../../support/derive-folder.ts'
import { drawChain } from '../../support/draw-chain.ts'
import { tempDir } from '../../support/temp-dir.ts'

const id = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`

const folderOf = (files: Readonly<Record<string, readonly object[]>>): string => {
  const projects = path.join(tempDir(), 'projects')
  for (const [name, records] of Object.entries(files)) {
    const file = path.join(projects, 'project', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  }
  return projects
}

const said = (type: 'user' | 'assistant', uuid: string, parentUuid: string | null, content: unknown, more: object = {}): object => ({
  type,
  uuid,
  parentUuid,
  message: type === 'user' ? { role: type, content } : { role: type, id: `reply-${uuid}`, content },
  timestamp: '2026-01-05T09:00:00Z',
  sessionId: id('a'),
  ...more,
})
const words = (text: string): unknown => [{ type: 'text', text }]

test('a warm-up whose two lines name two sessions is one chain of the session that its first line names', async () => {
  const agent = { isSidechain: true, agentId: '1234567' }
  const sessions = await deriveFolder(
    folderOf({
      'agent-1234567.jsonl': [
        said('user', 'w1', null, 'Warmup', agent),
        said('assistant', 'w2', 'w1', words('Ready.'), { ...agent, sessionId: id('b') }),
      ],
      [`${id('a')}.jsonl`]: [said('user', 'u1', null, 'hello'), said('assistant', 'u2', 'u1', words('hi'))],
    }),
  )
  expect([...sessions.keys()]).toEqual([id('a')])
  const rows = sessions.get(id('a'))?.rows
  expect(rows?.records.map(({ chain }) => chain).sort()).toEqual(['1234567', '1234567', 'main', 'main'])
  expect(rows?.sessions).toMatchObject([{ humanPrompts: 1, subAgents: 0, kind: 'conversation' }])
  expect(rows?.problems).toEqual([])
})

test('an empty session file is a source without a session, and not a problem', async () => {
  const sessions = await deriveFolder(folderOf({ [`${id('a')}.jsonl`]: [] }))
  expect(sessions.get(id('a'))?.rows).toMatchObject({ sources: [{ bytes: 0 }], sessions: [], commits: [], problems: [] })
})

test('requests that the client stores are not messages: they count no response, usage or prompt', async () => {
  const talk = conversation({ version: '2.1.330' })
    .human('hello')
    .agent('hi', { usage: { input_tokens: 1, output_tokens: 2 } })
  for (const message of [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: words('hi'), usage: { output_tokens: 99 } },
  ])
    talk.bookkeeping({ type: 'api-request-blob', message })
  talk.bookkeeping({ type: 'api-request' }).bookkeeping({ type: 'api-request-shape' }).bookkeeping({ type: 'bridge-session' })
  talk.attachment({ type: 'prompt_snapshot', systemPrompt: ['You are Claude.'] }, 'You are Claude.')
  const { sessions, events, problems } = (await deriveConversation(talk)).rows
  expect(sessions).toMatchObject([{ humanPrompts: 1, responses: 1, outputTokens: 2 }])
  expect(events.filter(({ kind }) => kind === 'prompt' || kind === 'response')).toHaveLength(2)
  expect(problems).toEqual([])
})

test('an agent in the background, and one that it started, start from the calls in their notes', async () => {
  const call = (toolUseId: string): unknown => [{ type: 'tool_use', id: toolUseId, name: 'Agent', input: { prompt: 'as noted' } }]
  const started = (toolUseId: string): unknown => [{ type: 'tool_result', tool_use_id: toolUseId, content: 'Async agent launched' }]
  const [outer, inner] = [
    { isSidechain: true, agentId: 'a1' },
    { isSidechain: true, agentId: 'a2' },
  ]
  const ended = '<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n</task-notification>'
  const folder = `${id('a')}/subagents`
  const sessions = await deriveFolder(
    folderOf({
      [`${id('a')}.jsonl`]: [
        said('user', 'm1', null, 'go'),
        said('assistant', 'm2', 'm1', call('call-1')),
        said('user', 'm3', 'm2', started('call-1'), { toolUseResult: { isAsync: true, agentId: 'a1' } }),
        said('assistant', 'm4', 'm3', words('It runs.')),
        said('user', 'm5', 'm4', ended, { promptSource: 'system', origin: { kind: 'task-notification' } }),
        said('assistant', 'm6', 'm5', words('It is done.')),
      ],
      [`${folder}/agent-a1.jsonl`]: [
        said('user', 'o1', null, 'outer', outer),
        said('assistant', 'o2', 'o1', call('call-2'), outer),
        said('user', 'o3', 'o2', started('call-2'), outer),
        said('assistant', 'o4', 'o3', words('out'), outer),
      ],
      [`${folder}/agent-a1.meta.json`]: [{ toolUseId: 'call-1', spawnDepth: 1, requestShape: 'background' }],
      [`${folder}/agent-a2.jsonl`]: [said('user', 'i1', null, 'inner', inner), said('assistant', 'i2', 'i1', words('in'), inner)],
      [`${folder}/agent-a2.meta.json`]: [{ toolUseId: 'call-2', parentAgentId: 'a1', spawnDepth: 2, requestShape: 'background' }],
    }),
  )
  const rows = sessions.get(id('a'))?.rows
  expect(rows?.sessions).toMatchObject([{ humanPrompts: 1, subAgents: 2 }])
  expect(drawChain(rows ?? { commits: [], refs: [] })).toBe(`
* task notification: a1  [session]
| * out  [agent/a1]
| | * inner  [agent/a2]
| |/
| * outer
|/
* go`)
})
