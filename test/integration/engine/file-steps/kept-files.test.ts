/** Copies of files that the client keeps beside a session: exact bytes, at their own times. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const file = '/p/harbour/lights.ts'
const sessionId = '3d1c0e66-58a2-4f0b-9c37-5f6f0a2f7b11'

type Copies = Readonly<Record<string, string | Buffer>>

const begins = (id = sessionId) =>
  conversation({ sessionId: id, seed: id, cwd: '/p/harbour', start: '2026-02-01T09:00:00Z', entrypoint: 'cli' })

const snapshot = (files: Readonly<Record<string, { name: string | null; at: string }>>) => ({
  type: 'file-history-snapshot',
  messageId: 'm',
  snapshot: {
    messageId: 'm',
    trackedFileBackups: Object.fromEntries(
      Object.entries(files).map(([of, { name, at }]) => [of, { backupFileName: name, version: 1, backupTime: at }]),
    ),
    timestamp: '2026-02-01T09:00:00Z',
  },
  isSnapshotUpdate: true,
})

/** Imports a session with its copies. */
const stored = async (talk: Conversation, copies: Copies, id = sessionId): Promise<string> => {
  const config = tempDir()
  const { projects } = writeConversation(config, talk)
  const folder = path.join(config, 'file-history', id)
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(copies)) writeFileSync(path.join(folder, name), bytes)
  const store = tempDir()
  await importInto(store, [projects])
  return store
}

const rowsOf = async (engine: Engine, sql: string) => (await engine.ask('sql.run', { sql, queryId: 'test' })).rows
const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a copy gives the whole content and the hash of its bytes, at its own time', async () => {
  const bytes = '\uFEFFconst on = false\r\nexport { on }\r\n'
  const talk = begins()
    .human('Turn the lights on')
    .reads(file, 'const on = false\nexport { on }\n')
    .bookkeeping(snapshot({ 'lights.ts': { name: 'ab12@v1', at: '2026-02-01T09:00:40Z' } }))
    .agent('Seen.')
  await withEngine(await stored(talk, { 'ab12@v1': bytes }), async (engine) => {
    const [confirmed] = await rowsOf(engine, "SELECT proof, outcome FROM object_checks WHERE given_by = 'backup'")
    expect(confirmed).toEqual(['observed', 'confirmed'])
    const shown = await engine.ask('file.show', { path: 'lights.ts' })
    expect([shown.path, shown.content, shown.proof]).toEqual([file, 'const on = false\nexport { on }\n', 'observed'])
  })
})

test('an unseen file is known by its copy, with the bytes, also outside of the working directory', async () => {
  const talk = begins()
    .human('Turn the lights on')
    .bookkeeping(snapshot({ '/etc/harbour.conf': { name: 'cd34@v1', at: '2026-02-01T09:00:30Z' } }))
    .agent('Done.')
  await withEngine(await stored(talk, { 'cd34@v1': 'on\r\n' }), async (engine) => {
    const shown = await engine.ask('file.show', { path: '/etc/harbour.conf' })
    expect([shown.content, shown.sourceHash]).toEqual(['on\n', hashOf('on\r\n')])
    expect(shown.observedAt).toBe(Date.parse('2026-02-01T09:00:30Z'))
    const { versions } = await engine.ask('file.history', { path: '/etc/harbour.conf' })
    expect(versions.map(({ by, proof, occurredAt }) => [by, proof, occurredAt])).toEqual([
      ['backup', 'observed', Date.parse('2026-02-01T09:00:30Z')],
    ])
    const blame = await engine.ask('file.blame', { path: '/etc/harbour.conf' })
    expect(blame.origins.map(({ source, by }) => [source, by])).toEqual([['before', 'backup']])
  })
})

test('an edit of a file that another program had changed is stale, also when only the copy shows the change', async () => {
  const result = { filePath: file, oldString: 'b', newString: 'B', replaceAll: false, userModified: false }
  const talk = (isSeenAgain: boolean) => {
    const before = begins()
      .human('Turn the lights on')
      .reads(file, 'a\nb\n')
      .bookkeeping(snapshot({ 'lights.ts': { name: 'ef56@v1', at: '2026-02-01T09:00:50Z' } }))
    const seen = isSeenAgain ? before.reads(file, 'new\nb\n') : before
    return seen
      .calls('Edit', { file_path: file, old_string: 'b', new_string: 'B' })
      .result('last', 'Edited', { toolUseResult: result })
      .agent('Done.')
  }
  for (const isSeenAgain of [false, true])
    await withEngine(await stored(talk(isSeenAgain), { 'ef56@v1': 'new\nb\n' }), async (engine) => {
      expect(await rowsOf(engine, 'SELECT stale FROM object_versions WHERE is_change')).toEqual([[isSeenAgain ? null : 'observed']])
      expect((await engine.ask('file.show', { path: file })).content).toBe('new\nB\n')
    })
})

test('that there was no file before the agent made it is no deletion, and a file that is gone later is one', async () => {
  const none = { name: null, at: '2026-02-01T09:00:20Z' }
  const made = begins()
    .human('Make a file')
    .bookkeeping(snapshot({ 'lights.ts': none }))
    .writes(file, 'a\n')
    .agent('Made.')
  const later = begins()
    .human('Make a file')
    .bookkeeping(snapshot({ 'lights.ts': none }))
    .writes(file, 'a\n')
    .agent('Made.')
    .human('I deleted it')
    .bookkeeping(snapshot({ 'lights.ts': { name: null, at: '2026-02-01T09:05:00Z' } }))
    .agent('Fine.')
  const life = async (talk: Conversation) =>
    withEngine(await stored(talk, {}), async (engine) =>
      (await engine.ask('file.history', { path: file })).versions.map(({ by, isThere }) => [by, isThere]),
    )
  expect(await life(made)).toEqual([['write', true]])
  expect(await life(later)).toEqual([
    ['deletion', false],
    ['write', true],
  ])
})

test('a missing copy still shows that the file existed', async () => {
  const talk = begins()
    .human('Make a file')
    .writes(file, 'a\n')
    .bookkeeping(snapshot({ 'lights.ts': { name: 'aa11@v1', at: '2026-02-01T09:01:00Z' } }))
    .bookkeeping(snapshot({ 'lights.ts': { name: null, at: '2026-02-01T09:05:00Z' } }))
    .bookkeeping(snapshot({ 'lights.ts': { name: 'aa11@v2', at: '2026-02-01T09:06:00Z' } }))
    .agent('Fine.')
  const changed = { filePath: file, oldString: 'a', newString: 'A', originalFile: 'a\n', replaceAll: false, userModified: false }
  const later = talk
    .human('Change it')
    .calls('Edit', { file_path: file })
    .result('last', 'Edited', { toolUseResult: changed })
    .agent('Done.')
  await withEngine(await stored(later, {}), async (engine) => {
    const { versions, checks } = await engine.ask('file.history', { path: file })
    const inOrder = [...versions].sort((one, other) => one.record.line - other.record.line)
    expect(inOrder.map(({ by, isThere, proof }) => `${by} ${isThere} ${proof}`)).toEqual([
      'write true observed',
      'deletion false observed',
      'backup true unknown',
      expect.stringMatching(/^edit true /),
      expect.stringMatching(/^edit true /),
    ])
    expect(checks).toEqual([])
  })
})

test('the lines of a file that was absent for a while keep their writer', async () => {
  const talk = begins()
    .human('Make a file')
    .writes(file, 'a\nb\n')
    .bookkeeping(snapshot({ 'lights.ts': { name: null, at: '2026-02-01T09:05:00Z' } }))
    .human('I am back on the branch')
    .reads(file, 'a\nnew\nb\n')
    .agent('Seen.')
  await withEngine(await stored(talk, {}), async (engine) => {
    const { lines, origins } = await engine.ask('file.blame', { path: file })
    expect(lines.map(({ text, origin }) => [text, origins[origin ?? -1]?.source])).toEqual([
      ['a', 'agent'],
      ['new', 'outside'],
      ['b', 'agent'],
    ])
  })
})

test('copies that are no text give their hash, and copies that are not in the store say nothing', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])
  const at = '2026-02-01T09:00:30Z'
  const talk = begins()
    .human('Look')
    .bookkeeping(snapshot({ 'a.png': { name: 'aa@v1', at }, 'lost.ts': { name: 'bb@v1', at }, '../../etc/x': { name: 'cc@v1', at } }))
    .agent('Seen.')
  await withEngine(await stored(talk, { 'aa@v1': png, 'cc@v1': 'x\n' }), async (engine) => {
    expect(await rowsOf(engine, 'SELECT path, source_hash, content_hash IS NULL FROM object_versions ORDER BY path')).toEqual([
      ['/etc/x', hashOf('x\n'), false],
      ['/p/harbour/a.png', hashOf(png), true],
    ])
    const shown = await engine.ask('file.show', { path: 'a.png' })
    expect([shown.content, shown.sourceHash, shown.proof, shown.isThere]).toEqual([null, hashOf(png), 'observed', true])
  })
})
