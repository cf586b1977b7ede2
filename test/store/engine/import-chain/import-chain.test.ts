/** What other programs recorded, taken in from files and folders as commits of their own. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bureauAgentV1 } from '../../../../app/bureau/bureau-agent-v1/bureau-agent-v1.ts'
import { block } from '../../../../app/bureau/bureau-agent-v1/message.ts'
import { decodeEvents } from '../../../../app/chains/formats/events-v1/decode-events.ts'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { asked, said } from '../../../support/made-chain.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

const folderWith = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const dir = tempDir()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
    writeFileSync(path.join(dir, name), content)
  }
  return dir
}

const eventsOf = async (engine: Engine, commitId: string) => decodeEvents(await engine.ask('artifact.bytes', { ref: commitId }))

test('deltas of a folder are ordered by their numbers and imported once', async () => {
  const [one, two, ten] = ['1', '2', '10'].map((text) => encodeEvents([asked(text), said(text)])) as [Buffer, Buffer, Buffer]
  const dir = folderWith({ 'run/delta-10.cbor': ten, 'run/delta-1.cbor': one, 'run/delta-2.cbor': two, 'run/notes.txt': 'x' })
  await withEngine(tempDir(), async (engine) => {
    const first = await engine.ask('outside.import', { format: 'events-v1', paths: [dir] })
    const tip = first.files[2]?.commits[0] ?? ''
    expect(first.problems).toEqual([])
    expect(first.files.map((file) => path.basename(file.path))).toEqual(['delta-1.cbor', 'delta-2.cbor', 'delta-10.cbor'])
    const { commit, record } = await engine.ask('commit.show', { commitId: tip })
    expect({ sessionId: commit.sessionId, createdAt: record.created_at }).toEqual({
      sessionId: 'live/run',
      createdAt: '1970-01-01T00:00:01Z',
    })
    const whole = await engine.ask('commit.materialise', { commitId: tip, stop: 'root' })
    expect(Buffer.from(await engine.ask('artifact.bytes', { ref: whole.artifactHash ?? '' }))).toEqual(
      encodeEvents(['1', '2', '10'].flatMap((text) => [asked(text), said(text)])),
    )
    expect(await engine.ask('outside.import', { format: 'events-v1', paths: [dir] })).toEqual(first)
    expect((await engine.ask('chain.log', {})).total).toBe(3)
  })
})

test('a session log is cut by the rules of the reference, and its JSON becomes the bytes of events', async () => {
  const time = '2025-01-01T00:00:00.120000001+01:00'
  const lines = [
    { timestamp: time, type: 'prompt', prompt: { source: 'initial', content: 'hello' } },
    { timestamp: time, type: 'tool_call', tool_call: { id: 'tc-1', name: 'Read', input: { path: '/tmp/test' } } },
    { timestamp: '0001-01-01T00:00:00Z', type: 'response', response: { content: 'done' } },
    { timestamp: time, type: 'system', system: { subtype: 'compact_boundary', metadata: { trigger: 'auto' } } },
    { timestamp: time, type: 'metric', metric: { cost_usd: 0.5 } },
    { timestamp: time, type: 'error', error: { message: 'late' } },
  ]
  const dir = folderWith({ 'session.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') })
  await withEngine(tempDir(), async (engine) => {
    const { files, problems } = await engine.ask('outside.import', { format: 'session-log', paths: [dir], principal: '@me:here' })
    expect(problems).toEqual([])
    const commits = files[0]?.commits ?? []
    const shown = await Promise.all(commits.map(async (commitId) => (await engine.ask('commit.show', { commitId })).commit))
    expect(shown.map(({ checkpoint, records, principal }) => [checkpoint, records, principal])).toEqual([
      ['turn_boundary', 3, '@me:here'],
      ['compaction', 1, '@me:here'],
      ['session_end', 1, '@me:here'],
      ['session_end', 1, '@me:here'],
    ])
    expect(shown.map(({ parentId }) => parentId)).toEqual([null, ...commits.slice(0, -1)])
    expect(await eventsOf(engine, commits[0] ?? '')).toEqual([
      { type: 'prompt', timestamp: 1_735_686_000.12, payload: { source: 'initial', content: 'hello' } },
      {
        type: 'tool_call',
        timestamp: 1_735_686_000.12,
        payload: { id: 'tc-1', name: 'Read', input: Uint8Array.from(Buffer.from('{"path":"/tmp/test"}')) },
      },
      { type: 'response', timestamp: null, payload: { content: 'done' } },
    ])
  })
})

test('unreadable input is reported with its place, and the rest is imported', async () => {
  const good = JSON.stringify({ timestamp: '2025-01-01T00:00:00Z', type: 'response', response: { content: 'ok' } })
  const dir = folderWith({
    'log.jsonl': `${good}\nno json\n\n{"type":"dance","timestamp":null}\n{"a":1}\n{"type":"error","timestamp":"soon"}\n`,
    'bad.cbor': Buffer.from('8000', 'hex'),
    'empty.cbor': Buffer.from('80', 'hex'),
    'torn.json': '{"messages": [\n  {"role": "user",, }]}',
    'mixed.json': JSON.stringify([
      { role: 'user', content: 'hi' },
      { role: 'robot', content: 'beep' },
    ]),
    'none.json': '{}',
  })
  await withEngine(tempDir(), async (engine) => {
    const log = await engine.ask('outside.import', { format: 'session-log', paths: [dir] })
    expect(log.files.map(({ commits }) => commits.length)).toEqual([1])
    expect(log.problems.map(({ line, offset }) => [line, offset])).toEqual([
      [2, good.length + 1],
      [4, good.length + 10],
      [5, good.length + 44],
      [6, good.length + 52],
    ])
    const deltas = await engine.ask('outside.import', { format: 'events-v1', paths: [dir, path.join(dir, 'gone')] })
    expect(deltas.files).toEqual([])
    expect(deltas.problems.map((problem) => [path.basename(problem.path), problem.offset])).toEqual([
      ['gone', null],
      ['bad.cbor', 1],
      ['empty.cbor', null],
    ])
    const messages = await engine.ask('outside.import', { format: 'messages', paths: [dir] })
    expect(messages.files.map((file) => path.basename(file.path))).toEqual(['mixed.json'])
    expect(messages.problems.map((problem) => [path.basename(problem.path), problem.reason.slice(0, 27)])).toEqual(
      [
        ['mixed.json', 'messages[1] has no role user'],
        ['none.json', 'the file contains no list o'],
        ['torn.json', 'the file is not valid JSON: '],
      ].map(([name, reason]) => [name, reason?.slice(0, 27)]),
    )
  })
})

test('an imported conversation is one snapshot, which can be written in any format', async () => {
  const body = {
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'count' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a b' }] },
      { role: 'assistant', content: 'two' },
    ],
  }
  const own = bureauAgentV1.encode([{ role: 'user', content: [block('text', { text: 'hi' })] }])
  const dir = folderWith({ 'talk.json': JSON.stringify(body), 'agent.cbor': own })
  await withEngine(tempDir(), async (engine) => {
    const { files } = await engine.ask('outside.import', { format: 'messages', paths: [dir] })
    const commitId = files[0]?.commits[0] ?? ''
    const { commit } = await engine.ask('commit.show', { commitId })
    expect(commit).toMatchObject({ commitType: 'snapshot', sessionId: 'live/talk', format: 'claude-code-v1', parentId: null })
    const told = await engine.ask('commit.materialise', { commitId, stop: 'root', format: 'events-v1' })
    expect(decodeEvents(await engine.ask('artifact.bytes', { ref: told.artifactHash ?? '' })).map(({ type }) => type)).toEqual([
      'system',
      'prompt',
      'tool_call',
      'tool_result',
      'response',
    ])
    const agent = await engine.ask('outside.import', { format: 'bureau-agent-v1', paths: [path.join(dir, 'agent.cbor')] })
    const bytes = await engine.ask('artifact.bytes', { ref: agent.files[0]?.commits[0] ?? '' })
    expect(Buffer.from(bytes).equals(own)).toBe(true)
  })
})

test('an event with a wrong field is a problem that names the field and what it must be', async () => {
  const text = (value: string): readonly number[] => [0x60 + value.length, ...Buffer.from(value)]
  const tooLarge = [
    0x81,
    0xa2,
    ...text('type'),
    ...text('metric'),
    ...text('metric'),
    0xa1,
    ...text('input_tokens'),
    0x1b,
    0x10,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  const dir = folderWith({
    'log.jsonl': `${JSON.stringify({ type: 'metric', metric: { input_tokens: 'many', status: 7 } })}\n`,
    'large.cbor': Uint8Array.from(tooLarge),
  })
  await withEngine(tempDir(), async (engine) => {
    const log = await engine.ask('outside.import', { format: 'session-log', paths: [dir] })
    const why = 'the line is not an event of events-v1: payload.status must be a text; payload.input_tokens must be a number'
    expect(log.problems.map(({ reason }) => reason)).toEqual([why])
    const delta = await engine.ask('outside.import', { format: 'events-v1', paths: [dir] })
    expect([delta.files, delta.problems.map(({ reason }) => reason)]).toEqual([[], [expect.stringContaining('input_tokens must be')]])
  })
})
