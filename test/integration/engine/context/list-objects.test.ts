/** Lists of objects, and what an object contains. */
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import type { ObjectDetail } from '../../../../app/contract/session-state.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { filesystemIdOf } from '../../../../app/engine/file-systems/file-systems.ts'
import { contentHash, identityHash } from '../../../../app/files/object-hash.ts'
import { fileEnvelope } from '../../../../app/model/objects/object-identity.ts'
import { filePayload, toolcallPayload } from '../../../../app/model/objects/object-payload.ts'
import { conversation } from '../../../support/conversation.ts'
import { made, madeAt, prompt, reply } from '../../../support/made-commits.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const env = { STRATA_MACHINE_ID: 'machine-one' }
const fileId = (path: string): string => identityHash(fileEnvelope(filesystemIdOf('machine-one'), path))

const first = () =>
  conversation({ sessionId: 'first', seed: 'first', cwd: '/p/harbour', start: '2026-01-05T09:00:00Z' })
    .human('Turn the lights on')
    .reads('lights.ts', 'const on = false\n')
    .edits('lights.ts', 'false', 'true')
    .writes('new.ts', 'new\n')
    .agent('On.')
    .human('And test')
    .runs('npm test', 'Error: no tests', { error: true })
    .agent('It fails.')

const second = () =>
  conversation({ sessionId: 'second', seed: 'second', cwd: '/p/harbour', start: '2026-01-06T09:00:00Z' })
    .human('What is in there?')
    .reads('../harbour/lights.ts', 'const on = true\n')
    .calls('Grep', { pattern: 'on', path: '/p/harbour' })
    .result('last', 'lights.ts')
    .agent('Lights.')

const on = async <T>(work: (engine: Engine) => Promise<T>): Promise<T> => {
  const store = tempDir()
  const { projects } = writeConversation(tempDir(), first(), second())
  await withEngine(store, (engine) => runJob(engine, 'import.start', { paths: [projects] }), env)
  return withEngine(store, work, env)
}

test('all objects of a store are listed, those used last first, page by page', async () => {
  await on(async (engine) => {
    const all = await engine.ask('objects.list', {})
    expect(all.total).toBe(2 + 6 + 3 * 2)
    expect(all.objects).toHaveLength(all.total)
    expect(new Set(all.objects.map(({ id }) => id)).size).toBe(all.total)
    const times = all.objects.map(({ lastUsedAt }) => lastUsedAt ?? 0)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    const paged: string[] = []
    for (let offset = 0; offset < all.total; offset += 3)
      paged.push(...(await engine.ask('objects.list', { offset, limit: 3 })).objects.map(({ id }) => id))
    expect(paged).toEqual(all.objects.map(({ id }) => id))
    for (const type of ['file', 'toolcall', 'chat', 'system_prompt', 'session'] as const) {
      const page = await engine.ask('objects.list', { type })
      expect(page.objects).toEqual(all.objects.filter((object) => object.type === type))
      expect(page.total).toBe(page.objects.length)
    }
  })
})

test('a file of two sessions is one object, whose id is that of its path on the file system', async () => {
  await on(async (engine) => {
    const { objects } = await engine.ask('objects.list', { type: 'file' })
    expect(objects.map(({ id, sessions, versions, sessionId }) => ({ id, sessions, versions, sessionId }))).toEqual([
      { id: fileId('/p/harbour/lights.ts'), sessions: 2, versions: 3, sessionId: 'second' },
      { id: fileId('/p/harbour/new.ts'), sessions: 1, versions: 1, sessionId: 'first' },
    ])
    await engine.ask('filesystems.add', { name: 'mount', prefix: '/p/harbour', as: '/q' })
    expect((await engine.ask('objects.list', { type: 'file' })).objects.map(({ id }) => id)).toEqual([
      fileId('/q/lights.ts'),
      fileId('/q/new.ts'),
    ])
  })
})

test('the table of objects has the files of the list after every change of the rules of file systems', async () => {
  await on(async (engine) => {
    const files = async () => {
      const { rows } = await engine.ask('sql.run', { sql: 'SELECT object_id FROM objects ORDER BY 1', queryId: 'objects' })
      const { objects } = await engine.ask('objects.list', { type: 'file' })
      return { table: rows.map(([id]) => id), list: objects.map(({ id }) => id).sort() }
    }
    const same = async () => {
      const { table, list } = await files()
      expect(list).toHaveLength(2)
      expect(table).toEqual(list)
    }
    await same()
    await engine.ask('filesystems.add', { name: 'mount', prefix: '/p/harbour', as: '/q' })
    await same()
    await engine.ask('filesystems.add', { name: 'box', machineId: '0123456789abcdef0123456789abcdef', prefix: '/p' })
    await same()
    await engine.ask('filesystems.remove', { name: 'mount' })
    await same()
    await engine.ask('filesystems.remove', { name: 'box' })
    await same()
  })
})

test('the objects of a session have the states that they have at its end', async () => {
  await on(async (engine) => {
    const state = await engine.ask('session.state', { at: 'first' })
    const page = await engine.ask('objects.list', { at: 'first' })
    expect(page.total).toBe(state.index.length)
    expect(page.objects.map(({ id }) => id).sort()).toEqual([...state.index].sort())
    const active = await engine.ask('objects.list', { at: 'first', state: 'active', type: 'toolcall' })
    expect(active.objects.map(({ name, level }) => [name, level])).toEqual([
      ['npm test', 'active'],
      ['/p/harbour/new.ts', 'active'],
      ['/p/harbour/lights.ts', 'active'],
      ['/p/harbour/lights.ts', 'active'],
    ])
    expect((await engine.ask('objects.list', { at: 'first', state: 'pinned' })).total).toBe(0)
    await expect(engine.ask('objects.list', { state: 'active' })).rejects.toMatchObject({ code: 'invalid-input' })
  })
})

const withHashes = (detail: ObjectDetail): ObjectDetail => {
  expect(detail.contentHash).toBe(detail.payload === null ? null : contentHash(detail.payload))
  expect(detail.identityHash).toBe(identityHash({ type: detail.type, source: detail.source as null }))
  return detail
}

test('a call contains its input, its output and the files that it names', async () => {
  await on(async (engine) => {
    const calls = (await engine.ask('objects.list', { at: 'first', type: 'toolcall' })).objects
    const show = async (tool: string) =>
      withHashes(await engine.ask('objects.show', { objectId: calls.find((call) => call.tool === tool)?.id ?? '' }))
    const read = await show('Read')
    const content = read.payload?.['content']
    expect(read.payload).toEqual(
      toolcallPayload({
        sessionId: 'first',
        content: typeof content === 'string' ? content : null,
        tool: 'Read',
        args: { file_path: '/p/harbour/lights.ts' },
        argsDisplay: '/p/harbour/lights.ts',
        failed: false,
        fileIds: [fileId('/p/harbour/lights.ts')],
      }),
    )
    expect(content).toContain('const on = false')
    expect(read).toMatchObject({ type: 'toolcall', source: null, sessionId: 'first', unknownBecause: null })
    const bash = (await show('Bash')).payload
    expect(bash).toMatchObject({ status: 'fail', args: { command: 'npm test' }, args_display: 'npm test', chat_ref: 'chat:first' })
    expect(JSON.stringify(bash?.['content'])).toContain('Error: no tests')
    expect(bash).not.toHaveProperty('file_refs')
  })
})

test('a file contains what the agent knew that touched it last', async () => {
  await on(async (engine) => {
    const id = fileId('/p/harbour/lights.ts')
    const detail = withHashes(await engine.ask('objects.show', { objectId: id.slice(0, 12) }))
    expect(detail).toMatchObject({ id, type: 'file', identityHash: id, sessionId: 'second' })
    expect(detail.contentHash).toBe(contentHash(filePayload('/p/harbour/lights.ts', 'const on = true\n')))
    const written = await engine.ask('objects.show', { objectId: fileId('/p/harbour/new.ts') })
    expect(written.payload).toMatchObject({
      content: 'new\n',
      file_type: 'ts',
      char_count: 4,
      source_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(written.contentHash).toBe(contentHash(filePayload('/p/harbour/new.ts', 'new\n')))
  })
})

test('a chat contains its turns with their calls, a session its sets, a system prompt nothing where no record has it', async () => {
  await on(async (engine) => {
    const chat = withHashes(await engine.ask('objects.show', { objectId: 'chat:firs' }))
    expect(chat.id).toBe('chat:first')
    expect(chat.payload).toMatchObject({ session_ref: 'session:first', turn_count: 2, content: '' })
    const turns = chat.payload?.['turns'] as readonly Readonly<Record<string, unknown>>[]
    expect(turns.map(({ user, assistant, toolcall_ids: ids }) => [user, assistant, (ids as readonly string[]).length])).toEqual([
      ['Turn the lights on', 'On.', 3],
      ['And test', 'It fails.', 1],
    ])
    expect(chat.payload?.['toolcall_refs']).toHaveLength(4)
    const session = withHashes(await engine.ask('objects.show', { objectId: 'session:first' }))
    const state = await engine.ask('session.state', { at: 'first' })
    expect(session.contentHash).toBe(state.contentHash)
    expect(session.payload).toMatchObject({ chat_ref: 'chat:first', active_set: [...state.active].sort(), pinned_set: [] })
    const prompt = withHashes(await engine.ask('objects.show', { objectId: 'system_prompt:first' }))
    expect([prompt.payload, prompt.unknownBecause]).toEqual([{ content: null }, expect.stringContaining('no record contains it')])
    for (const objectId of ['chat:nope', 'toolu_nope', 'abcdef0123'])
      await expect(engine.ask('objects.show', { objectId })).rejects.toMatchObject({ code: 'not-found' })
    await expect(engine.ask('objects.show', { objectId: 'chat:first', at: 'second' })).rejects.toMatchObject({ code: 'not-found' })
  })
})

test('a call of a made commit is shown from its events', async () => {
  await on(async (engine) => {
    const call = {
      type: 'tool_call',
      timestamp: madeAt,
      payload: { id: 'c1', name: 'Bash', input: Buffer.from('{"command":"ls"}') },
    } as const
    const result = { type: 'tool_result', timestamp: madeAt, payload: { id: 'c1', output: 'a b', is_error: false } } as const
    const bytes = encodeEvents([prompt('go'), call, result, reply('done')])
    await made(engine, { sessionId: 'captured', bytes })
    const { objects } = await engine.ask('objects.list', { type: 'toolcall', at: 'live/captured' })
    const detail = withHashes(await engine.ask('objects.show', { objectId: objects[0]?.id ?? '' }))
    expect(detail.payload).toEqual({
      content: 'a b',
      tool: 'Bash',
      args: { command: 'ls' },
      args_display: 'ls',
      status: 'ok',
      chat_ref: 'chat:live/captured',
    })
  })
})

test('the command lists objects and prints what they contain', async () => {
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), first(), second()).projects])
  const listed = strata(store, 'objects', '--session', 'first', '--type', 'toolcall')
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(listed.out).toMatch(/Bash npm test/)
  expect(listed.out).toMatch(/4 objects\. Tokens are estimated from characters/)
  expect(strata(store, 'objects', '--session', 'first', '--at', 'second')).toMatchObject({ code: 2 })
  expect(strata(store, 'objects', '--state', 'active').err).toContain('in a session only')
  expect(strata(store, 'objects', 'show', 'chat:first').out).toMatch(
    /^chat chat:first\nidentity_hash: [0-9a-f]{64}\ncontent_hash: [0-9a-f]{64}\n/,
  )
  const state = strata(store, 'session', 'state', 'first', '--turns-back', '1')
  expect(state.out).toContain('Policy default: the newest 5 outputs of each of the last 1 turn')
  expect(strata(store, 'activate', 'x').code).toBe(2)
})
