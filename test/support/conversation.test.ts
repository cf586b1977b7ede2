/** The builder writes what the clients write: chains, replies, layouts and field names. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation, type Conversation } from './conversation.ts'
import { realClientScenarios, sharedOrSkip } from './strata-inputs.ts'
import { tempDir } from './temp-dir.ts'
import type { ClientVersion } from './transcript/client.ts'
import type { Fields } from './transcript/session.ts'
import { writeConversation } from './write-conversation.ts'

const versions: readonly ClientVersion[] = ['1.0.128', '2.0.76', '2.1.42', '2.1.330']

function recordsIn(text: string): readonly Fields[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Fields)
}

function records(talk: Conversation): readonly Fields[] {
  return talk.lines().map((line) => JSON.parse(line) as Fields)
}

function blocksOf(record: Fields | undefined): readonly Fields[] {
  const content = (record?.['message'] as Fields | undefined)?.['content']
  return Array.isArray(content) ? (content as readonly Fields[]) : []
}

/** The chain as text: per row its kind and the position of its parent. */
function draw(talk: Conversation): readonly string[] {
  const rows = records(talk)
  const at = new Map(rows.map((row, index) => [row['uuid'], index]))
  return rows.map((row) => {
    const kind = blocksOf(row)[0]?.['type'] ?? row['subtype'] ?? row['type']
    const parent = row['parentUuid'] === null ? 'root' : String(at.get(row['parentUuid']) ?? 'elsewhere')
    return `${String(kind)} <- ${parent}`
  })
}

const everything = (version: ClientVersion): Conversation =>
  conversation({ version, seed: 'all', cwd: '/home/sam/src/tide' })
    .human('Fix the tide table')
    .thinks('The offset is wrong.')
    .agent('I look at the table first.')
    .reads('tide.js', 'export const offset = 1\n')
    .edits('tide.js', 'offset = 1', 'offset = 0')
    .runs('npm test', 'Exit code 1\n1 failing', { error: true })
    .parallel([
      { tool: 'Bash', input: { command: 'ls' }, result: 'tide.js' },
      { tool: 'Grep', input: { pattern: 'offset' }, result: 'tide.js:1:export' },
    ])
    .subagent({ type: 'Explore', prompt: 'Where is the table used?' }, (agent) => agent.runs('grep -r tide .', 'a.js').agent('In a.js.'))
    .agent('Done.')
    .command('/context', '', 'lots')
    .bash('git status', 'clean')
    .compacts({ trigger: 'manual', summary: 'The tide table was fixed.' })
    .human('And the moon?')
    .interrupt()
    .apiError('API Error: 529 overloaded')

test.each(versions)('the same seed gives the same bytes (%s)', (version) => {
  expect(everything(version).files()).toEqual(everything(version).files())
})

test('a reply of thinking, text and calls shares one message id and one usage', () => {
  const rows = records(
    conversation().human('go').thinks('hm').agent('I will').calls('Bash', { command: 'ls' }).result('last', 'a').agent('done'),
  )
  const messages = rows.map((row) => row['message'] as Fields)
  expect(messages.slice(1, 4).map((message) => message['id'])).toEqual(Array(3).fill(messages[1]?.['id']))
  expect(messages[1]?.['usage']).toEqual(messages[3]?.['usage'])
  expect(messages[5]?.['id']).not.toBe(messages[1]?.['id'])
})

test('results of parallel calls hang on their own call, and the next reply on the last of them', () => {
  const talk = conversation({ version: '2.1.42' })
    .human('go')
    .parallel([
      { tool: 'Bash', input: {}, result: 'a' },
      { tool: 'Bash', input: {}, result: 'b' },
    ])
    .agent('done')
  expect(draw(talk)).toEqual(['user <- root', 'tool_use <- 0', 'tool_use <- 1', 'tool_result <- 1', 'tool_result <- 2', 'text <- 4'])
})

test('in clients up to 2.0 every row hangs on the row before', () => {
  const talk = conversation({ version: '2.0.76' })
    .human('go')
    .parallel([
      { tool: 'Bash', input: {}, result: 'a' },
      { tool: 'Bash', input: {}, result: 'b' },
    ])
  expect(draw(talk)).toEqual(['user <- root', 'tool_use <- 0', 'tool_use <- 1', 'tool_result <- 2', 'tool_result <- 3'])
})

test('after a rewind the next prompt hangs where the forgotten one hung', () => {
  const talk = conversation().human('one').agent('1').human('two').agent('2').rewind(1).human('other')
  expect(draw(talk)).toEqual(['user <- root', 'text <- 0', 'user <- 1', 'text <- 2', 'user <- 1'])
})

test('a compaction starts a new root that names the row before it', () => {
  const talk = conversation().human('one').agent('1')
  const before = talk.lastUuid
  const rows = records(talk.compacts({ trigger: 'auto', summary: 'all of it', preserved: 1 }).human('two'))
  expect(draw(talk)).toEqual(['user <- root', 'text <- 0', 'compact_boundary <- root', 'user <- 2', 'user <- 3'])
  expect(rows[2]?.['logicalParentUuid']).toBe(before)
  expect(rows[2]?.['compactMetadata']).toMatchObject({
    trigger: 'auto',
    preservedMessages: { uuids: [before], anchorUuid: rows[3]?.['uuid'] },
  })
  expect(rows[3]).toMatchObject({ isCompactSummary: true })
})

test('the old form of a compaction has a summary record instead of a message', () => {
  const rows = records(conversation({ version: '1.0.128' }).human('one').agent('1').compacts({ form: 'old', summary: 'short' }))
  expect(rows.slice(2)).toMatchObject([{ compact_metadata: { trigger: 'auto' } }, { type: 'summary', summary: 'short' }])
})

test.each([
  ['1.0.128', ['-home-sam-src-tide/S.jsonl']],
  ['2.0.76', ['-home-sam-src-tide/S.jsonl', '-home-sam-src-tide/agent-a00.jsonl']],
  [
    '2.1.330',
    ['-home-sam-src-tide/S.jsonl', '-home-sam-src-tide/S/subagents/agent-a00.meta.json', '-home-sam-src-tide/S/subagents/agent-a00.jsonl'],
  ],
] as const)('client %s keeps sub-agents in its own layout', (version, paths) => {
  const talk = conversation({ version, sessionId: 'S', cwd: '/home/sam/src/tide' })
    .human('go')
    .subagent({ prompt: 'look', agentId: 'a00' }, (agent) => agent.agent('seen'))
  expect([...talk.files().keys()]).toEqual(paths)
})

test('a sub-agent reports its last text, and a nested one lies beside it', () => {
  const talk = conversation({ seed: 'n' })
    .human('go')
    .subagent({ prompt: 'outer', agentId: 'aa' }, (outer) =>
      outer.subagent({ prompt: 'inner', agentId: 'bb' }, (inner) => inner.agent('deep')).agent('outer done'),
    )
  const meta = [...talk.files()].find(([path]) => path.endsWith('agent-bb.meta.json'))?.[1].toString()
  expect(JSON.parse(meta ?? '')).toMatchObject({ parentAgentId: 'aa', spawnDepth: 2 })
  expect(blocksOf(records(talk).at(-1))[0]?.['content']).toEqual([{ type: 'text', text: 'outer done' }])
})

test('in the progress layout the messages of a sub-agent stand in the main file alone', () => {
  const talk = conversation({ version: '2.1.42' })
    .human('go')
    .subagent({ layout: 'progress', prompt: 'look' }, (agent) => agent.agent('seen'))
  expect(draw(talk)).toEqual(['user <- root', 'tool_use <- 0', 'progress <- 1', 'progress <- 2', 'tool_result <- 1'])
  expect(talk.files().size).toBe(1)
})

test('a fork begins with the same uuids under its own session id', () => {
  const talk = conversation().human('one').agent('1')
  const fork = talk.fork('F').human('two')
  const ids = (rows: readonly Fields[]): readonly unknown[] => rows.map((row) => row['uuid'])
  expect(ids(records(fork)).slice(0, 2)).toEqual(ids(records(talk)))
  expect(new Set(records(fork).map((row) => row['sessionId']))).toEqual(new Set(['F']))
})

test('a killed session leaves its call open until it is taken up again', () => {
  const talk = conversation().human('go').calls('Bash', { command: 'sleep 99' })
  expect(talk.lines()).toHaveLength(2)
  expect(draw(talk.resume())).toEqual(['user <- root', 'tool_use <- 0', 'tool_result <- 1', 'text <- 2'])
})

test('a torn file ends inside its last line', () => {
  const bytes = [...conversation().human('one').agent('a long answer').torn().files().values()][0]?.toString() ?? ''
  expect(bytes.endsWith('\n')).toBe(false)
  expect(() => recordsIn(bytes.slice(bytes.indexOf('\n') + 1))).toThrow()
})

test('conversations are written to their places below projects', () => {
  const dir = tempDir()
  const talk = everything('2.1.330')
  const written = writeConversation(dir, talk)
  expect(written.mainFiles).toEqual([path.join(dir, 'projects', talk.path)])
  expect(readFileSync(written.mainFiles[0] ?? '', 'utf8')).toBe(
    talk
      .lines()
      .map((line) => `${line}\n`)
      .join(''),
  )
})

function keysByKind(rows: readonly Fields[]): ReadonlyMap<string, ReadonlySet<string>> {
  const kinds = new Map<string, Set<string>>()
  for (const row of rows) {
    const kind = `${String(row['type'])} ${blocksOf(row)[0]?.['type'] === 'tool_result' ? 'result' : ''}`
    const keys = kinds.get(kind) ?? new Set<string>()
    kinds.set(kind, keys)
    for (const key of Object.keys(row)) keys.add(key)
    for (const key of Object.keys((row['message'] as Fields | undefined) ?? {})) keys.add(`message.${key}`)
  }
  return kinds
}

function filesBelow(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => readFileSync(path.join(dir, file), 'utf8'))
}

/** The field lists of the format's description; the reference sessions alone do not hold every kind of record. */
function describedFields(shared: string, version: string): ReadonlySet<string> {
  const list = path.join(shared, 'spec/formats', `fields-${version}.md`)
  if (!existsSync(list)) return new Set(['isApiErrorMessage', 'isMeta', 'message.container'])
  return new Set([...readFileSync(list, 'utf8').matchAll(/^- `([^`]+)`/gm)].map((match) => match[1] ?? ''))
}

test('built records have only fields that the real clients write', (context) => {
  const shared = sharedOrSkip(context)
  const real = realClientScenarios(shared).flatMap(({ projects }) => filesBelow(projects).flatMap(recordsIn))
  for (const version of ['1.0.128', '2.0.76', '2.1.330'] as const) {
    const known = keysByKind(real.filter((row) => row['version'] === version))
    const described = describedFields(shared, version)
    const built = [...everything(version).files()]
      .filter(([file]) => file.endsWith('.jsonl'))
      .flatMap(([, bytes]) => recordsIn(bytes.toString()))
    for (const [kind, keys] of keysByKind(built)) {
      const unknown = [...keys].filter((key) => known.get(kind)?.has(key) !== true && !described.has(key))
      expect({ version, kind, unknown }).toEqual({ version, kind, unknown: [] })
    }
  }
})
