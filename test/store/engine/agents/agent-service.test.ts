/** The agent service over a real store, asked by a writer that knows nothing of Strata. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { lstatSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readKeys } from '../../../../app/engine/agents/serve-agents.ts'
import type { Event } from '../../../../app/model/event.ts'
import { agentData, askAgent, claims, exchange } from '../../../support/agent-client.ts'
import { at, delta, prompt, response, service, serviceWithStore, turn } from '../../../support/served-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')

test('the vectors of the format: current-context before a commit, an unknown action, success without a message', async () => {
  const address = await service()
  const asked = async (text: string): Promise<string> => (await exchange(address, hex(text))).toString('hex')
  expect(await asked('a166616374696f6e6f63757272656e742d636f6e74657874')).toBe('a2626f6bf56464617461a16a636f6e746578745f696460')
  expect(await asked('a166616374696f6e63666f6f')).toBe('a2626f6bf4656572726f7274756e6b6e6f776e20616374696f6e2022666f6f22')
  const id = String((await agentData(address, 'checkpoint-context', turn()))['id'])
  expect(await asked('a166616374696f6e6f63757272656e742d636f6e74657874')).toBe(
    `a2626f6bf56464617461a16a636f6e746578745f69646c${Buffer.from(id).toString('hex')}`,
  )
  const update = await exchange(
    address,
    hex(
      `a366616374696f6e777570646174652d636f6e746578742d6d657461646174616773756d6d617279614169636f6d6d69745f69646c${Buffer.from(id).toString('hex')}`,
    ),
  )
  expect(update.toString('hex')).toBe('a1626f6bf5')
})

test('a writer runs a session: it starts, checkpoints each turn, ends, and the next session continues from there', async () => {
  const address = await service()
  expect(await agentData(address, 'get-session')).toEqual({})
  expect(await agentData(address, 'start-session', { session_id: 's-1' })).toEqual({})
  expect(await askAgent(address, 'start-session', { session_id: 's-2' })).toEqual({ ok: false, error: 'session s-1 is already active' })
  const first = String((await agentData(address, 'checkpoint-context', turn()))['id'])
  const second = String((await agentData(address, 'checkpoint-context', turn({ parent: first, data: delta(response) })))['id'])
  expect([first, second]).toEqual([expect.stringMatching(/^ctx-[0-9a-f]{8}$/), expect.stringMatching(/^ctx-[0-9a-f]{8}$/)])
  await agentData(address, 'end-session', {
    session_id: 's-1',
    latest_context_commit_id: second,
    input_tokens: 5,
    output_tokens: 1,
    cost_usd: 0.5,
  })
  expect(await agentData(address, 'get-session')).toEqual({
    session: { version: 1, latest_session_id: 's-1', latest_context_commit_id: second },
  })

  const rebuilt = await agentData(address, 'materialize-context', { commit_id: second, include_content: true })
  expect(rebuilt).toMatchObject({
    format: 'events-v1',
    message_count: 2,
    commit_count: 2,
    content_type: 'application/cbor',
    artifact_ref: 'art-715a690525de',
  })
  expect(Buffer.from(rebuilt['content'] as Uint8Array).equals(delta(prompt, response))).toBe(true)
  expect(await agentData(address, 'materialize-context', { commit_id: second })).not.toHaveProperty('content')

  await agentData(address, 'update-context-metadata', { commit_id: second, summary: 'said hello' })
  const { id, commit } = await agentData(address, 'show-context-commit', { commit_id: second })
  expect(id).toBe(second)
  expect(commit).toMatchObject({
    version: 1,
    parent: first,
    summary: 'said hello',
    principal: '@agent/test:bureau.local',
    machine: '@machine/one:bureau.local',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown,
    artifact_ref: expect.stringMatching(/^art-[0-9a-f]{12}$/) as unknown,
  })
  const { commits } = await agentData(address, 'history-context', { commit_id: second })
  expect((commits as readonly { readonly id: string }[]).map((one) => one.id)).toEqual([second, first])
  expect(((await agentData(address, 'history-context', { commit_id: second, depth: 1 }))['commits'] as unknown[]).length).toBe(1)
  const now = new Date(Date.now() + 5000).toISOString()
  expect(await agentData(address, 'resolve-context', { principal_local: 'agent/test:bureau.local', timestamp: now })).toEqual({
    commit_id: second,
  })
  expect(await agentData(address, 'resolve-context', { timestamp: '2001-01-01T00:00:00Z' })).toEqual({})
  expect(await agentData(address, 'current-context', { session_id: 'agent/test:bureau.local-1' })).toEqual({ context_id: second })
  expect(await agentData(address, 'current-context', { session_id: 'other' })).toEqual({ context_id: '' })
  expect(await agentData(address, 'health')).toEqual({ healthy: true })
  expect(await agentData(address, 'status')).toMatchObject({ principal: '@agent/test:bureau.local', machine: '@machine/one:bureau.local' })
})

test('the current context of a session recorded in another way is its newest commit', async () => {
  const { address, engine } = await serviceWithStore()
  const made = { format: 'events-v1', sessionId: 'captured-1' } as const
  const { commit } = await engine.ask('commit.checkpoint', { ...made, bytes: delta(prompt) })
  const next = await engine.ask('commit.checkpoint', { ...made, bytes: delta(response), parent: commit.commitId })
  expect(await agentData(address, 'current-context', { session_id: 'captured-1' })).toEqual({ context_id: next.commit.commitId })
  expect(await agentData(address, 'current-context', { session_id: 'captured' })).toEqual({ context_id: '' })
  expect(await agentData(address, 'current-context')).toEqual({ context_id: '' })
})

test('an agent asks what is in its context, and activates, deactivates, pins and demotes objects of it', async () => {
  const address = await service()
  const call: Event = { type: 'tool_call', timestamp: at, payload: { id: 'tc-1', name: 'Bash', input: Buffer.from('{"command":"ls"}') } }
  const result: Event = { type: 'tool_result', timestamp: at, payload: { id: 'tc-1', output: 'a.ts' } }
  const { id } = await agentData(address, 'checkpoint-context', turn({ data: delta(prompt, call, result, response) }))
  const [sessionId, on] = ['agent/test:bureau.local-1', 'session/live/agent/test:bureau.local-1']
  const callIn = async (policy?: string) => {
    const state = await agentData(address, 'session-state', { at: sessionId, ...(policy === undefined ? {} : { policy }) })
    expect(state).toMatchObject({ commit_id: id, on })
    return (state['objects'] as readonly Record<string, unknown>[]).find(({ type }) => type === 'toolcall')
  }
  const found = await callIn()
  expect(found).toMatchObject({ level: 'active', pinned: false, line: `toolcall_ref id=${String(found?.['id'])} tool=Bash status=ok ls` })
  const change = (action: string) => agentData(address, action, { object_id: found?.['id'], on: sessionId })
  expect(await change('deactivate-object')).toEqual({ object_id: found?.['id'], on, level: 'metadata', pinned: false, changed: true })
  expect(await callIn('none')).toMatchObject({ level: 'metadata' })
  expect(await change('pin-object')).toMatchObject({ level: 'active', pinned: true, changed: true })
  expect(await change('unpin-object')).toMatchObject({ level: 'active', pinned: false })
  expect(await change('activate-object')).toMatchObject({ level: 'active', changed: false })
  expect(await change('demote-object')).toMatchObject({ level: 'indexed', pinned: false, changed: true })
  expect(await callIn()).toMatchObject({ level: 'indexed' })
  expect(await change('activate-object')).toMatchObject({ level: 'active', changed: true })
  const refused = async (action: string, fields: Readonly<Record<string, unknown>>) => (await askAgent(address, action, fields)).error
  expect(await refused('pin-object', { on })).toBe('object_id is required')
  expect(await refused('pin-object', { object_id: `chat:live/${sessionId}`, on })).toContain('is locked')
  expect(await refused('pin-object', { object_id: 'tc-none', on })).toContain('is not in the session index')
  expect(await refused('pin-object', { object_id: 'tc-1', on: 'nothing' })).toContain('“nothing”')
  expect(await refused('pin-object', { object_id: 'tc-1', on, level: 'active' })).toContain('cannot change "level"')
  expect(await refused('session-state', { at: on, policy: 'neither' })).toContain('No policy has the name “neither”')
})

test('an invalid request is answered with the message of the reference', async () => {
  const address = await service()
  const refused = async (fields: object): Promise<string | undefined> => (await askAgent(address, 'checkpoint-context', turn(fields))).error
  expect(await askAgent(address, '', {})).toEqual({ ok: false, error: 'missing required field: action' })
  expect(await refused({ commit_type: '' })).toContain('commit_type is required')
  expect(await refused({ commit_type: 'merge' })).toContain('unknown commit_type')
  expect(await refused({ format: '' })).toContain('format is required')
  expect(await refused({ checkpoint: '' })).toContain('checkpoint is required')
  expect(await refused({ checkpoint: 'lunch' })).toContain('unknown checkpoint')
  expect(await refused({ artifact_ref: 'art-0123456789ab' })).toContain('exactly one of data and artifact_ref')
  expect(await refused({ data: undefined })).toContain('exactly one of data and artifact_ref')
  expect((await askAgent(address, 'show-context-commit', { commit_id: 'ctx-00000000' })).ok).toBe(false)
  expect((await askAgent(address, 'checkpoint-context', { ...turn(), message_count: 'many' })).error).toMatch(/^invalid request: /)
  expect((await exchange(address, Buffer.alloc(0))).length).toBe(0)
  expect((await exchange(address, hex('a166'))).toString('latin1')).toContain('invalid request: unexpected EOF')
  expect((await exchange(address, hex('80'))).toString('latin1')).toContain('invalid request: ')
})

test('materialising no commit gives an empty conversation; token counts are sums of those of the commits, or missing', async () => {
  const address = await service()
  for (const fields of [{}, { commit_id: '' }])
    expect(await agentData(address, 'materialize-context', { ...fields, include_content: true })).toMatchObject({
      format: 'events-v1',
      message_count: 0,
      commit_count: 0,
    })
  const silent = String((await agentData(address, 'checkpoint-context', turn()))['id'])
  expect(await agentData(address, 'materialize-context', { commit_id: silent })).not.toHaveProperty('token_count')
  const stated = String(
    (await agentData(address, 'checkpoint-context', turn({ parent: silent, token_count: 123, data: delta(response) })))['id'],
  )
  const last = String((await agentData(address, 'checkpoint-context', turn({ parent: stated })))['id'])
  expect(await agentData(address, 'materialize-context', { commit_id: last, stop_strategy: 'root' })).toMatchObject({
    commit_count: 3,
    token_count: 123,
  })
})

test('an update of a fixed field is refused with the name of the field, and changes nothing', async () => {
  const address = await service()
  const id = String((await agentData(address, 'checkpoint-context', turn({ summary: 'as it was' })))['id'])
  const update = (fields: object) => askAgent(address, 'update-context-metadata', { commit_id: id, ...fields })
  expect(await update({ tags: ['x'] })).toEqual({
    ok: false,
    error: 'update-context-metadata cannot change "tags": it takes commit_id and summary; nothing was changed',
  })
  expect((await update({ summary: 'other', ticket_id: 't', Labels: {} })).error).toContain('"ticket_id", "Labels"')
  expect(await agentData(address, 'show-context-commit', { commit_id: id })).toMatchObject({ commit: { summary: 'as it was' } })
  expect(await update({ summary: 'other' })).toEqual({ ok: true })
})

test('a message above the size limit is refused, and a higher limit accepts it', async () => {
  const large = delta({ type: 'response', timestamp: at, payload: { content: 'x'.repeat(1_100_000) } })
  const usual = await service()
  expect((await askAgent(usual, 'checkpoint-context', turn({ data: large }))).error).toBe(
    'invalid request: it is longer than 1048576 bytes',
  )
  const longer = await service({ maxBytes: 4_000_000 })
  const { id } = await agentData(longer, 'checkpoint-context', turn({ data: large }))
  const { content } = await agentData(longer, 'materialize-context', { commit_id: id, include_content: true })
  expect((content as Uint8Array).length).toBe(large.length)
})

test('a writer that continues to send after its answer is disconnected', async () => {
  const address = await service()
  const socket = connect(address)
  const closed = new Promise((done) => socket.on('error', done).on('close', done))
  socket.resume().write(hex('80'))
  let sent = 0
  const writeMore = (): void => {
    while (sent < 100_000_000 && !socket.destroyed) {
      sent += 65_536
      if (!socket.write(new Uint8Array(65_536))) return
    }
  }
  socket.on('drain', writeMore)
  socket.once('data', writeMore)
  await closed
  expect(sent).toBeLessThan(20_000_000)
})

test('with keys only the owner of a token may make requests, for itself and for granted principals', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const file = path.join(tempDir(), 'keys')
  const key = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url').toString('hex')
  writeFileSync(file, `# who signs\n${key}\n`)
  const address = await service({ keys: readKeys(file) })
  const token = (subject: string, changes: readonly (readonly [number, unknown])[] = []): Uint8Array => {
    const content = claims(
      new Map<number, unknown>([
        [1, subject],
        [2, '@machine/two:bureau.local'],
        [3, 'agent'],
        [5, 'id'],
        [6, 1],
        [7, 4_000_000_000],
        ...changes,
      ]),
    )
    return Buffer.concat([content, sign(null, content, privateKey)])
  }
  const error = async (fields: object): Promise<string | undefined> =>
    (await askAgent(address, 'checkpoint-context', { ...turn(), ...fields })).error
  const mine = token('@agent/a:bureau.local')
  expect(await error({})).toBe('authentication required: missing token field')
  expect(await error({ token: Buffer.concat([mine, Buffer.of(0)]) })).toBe('authentication failed')
  expect(await error({ token: token('@agent/a:bureau.local', [[3, 'artifact']]) })).toBe('authentication failed')
  expect(await error({ token: token('@agent/a:bureau.local', [[7, 5]]) })).toBe('authentication failed: token expired')
  const { id } = await agentData(address, 'checkpoint-context', { ...turn(), token: mine })
  expect(await agentData(address, 'show-context-commit', { commit_id: id, token: mine })).toMatchObject({
    commit: { principal: '@agent/a:bureau.local', machine: '@machine/two:bureau.local' },
  })
  const asked = (by: Uint8Array) => askAgent(address, 'show-context-commit', { commit_id: id, token: by })
  expect((await asked(token('@agent/b:bureau.local'))).error).toBe('access denied: no agent/read grant for agent/a:bureau.local')
  const grants = [
    new Map<number, unknown>([
      [1, ['agent/read']],
      [2, ['agent/*:bureau.local']],
    ]),
  ]
  expect((await asked(token('@agent/b:bureau.local', [[4, grants]]))).ok).toBe(true)
  expect((await askAgent(address, 'health')).ok).toBe(true)
  const of = async (by: Uint8Array, action: string) => {
    const fields = action === 'session-state' ? { at: id } : { object_id: 'x', on: id }
    return (await askAgent(address, action, { ...fields, token: by })).error
  }
  expect(await of(token('@agent/b:bureau.local'), 'session-state')).toContain('access denied: no agent/read grant')
  expect(await of(token('@agent/b:bureau.local', [[4, grants]]), 'session-state')).toBeUndefined()
  expect(await of(token('@agent/b:bureau.local', [[4, grants]]), 'pin-object')).toContain('access denied: no agent/write grant')
})

test('only its user can open the socket; one of a dead process is replaced, one that answers is not', async () => {
  const address = await service()
  expect(lstatSync(address).mode & 0o777).toBe(0o600)
  await expect(service({ address })).rejects.toThrow(expect.objectContaining({ code: 'socket-in-use' }))
  const left = path.join(tempDir(), 'left.sock')
  const dead = createServer()
  await new Promise<void>((done) => dead.listen(`${left}.0`, done))
  writeFileSync(left, 'not a socket')
  await expect(service({ address: left })).rejects.toThrow(/exists and is not a socket/)
  dead.close()
})
