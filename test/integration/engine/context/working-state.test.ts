/** The working state of a fork: what is activated, deactivated and pinned there, by whom it is refused, and how long it lasts. */
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { ObjectsPage, SessionStateView, StateChange } from '../../../../app/contract/session-state.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { copyOf } from '../../../support/copied-store.ts'
import { made, madeAt, prompt, reply } from '../../../support/made-commits.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** Before the compaction one.ts is read and ls runs, after it two.ts is read. */
const talk = (name: string): Conversation =>
  conversation({ sessionId: name, seed: name, cwd: '/p/harbour' })
    .human('Read')
    .reads('one.ts', 'one\n')
    .runs('ls', 'one.ts two.ts')
    .compacts({ summary: 'We read.' })
    .human('Continue')
    .reads('two.ts', 'two\n')
    .agent('Done.')

const imported = async (...talks: readonly Conversation[]): Promise<string> => {
  const store = path.join(tempDir(), 'store')
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
  return store
}

let original = ''
beforeAll(async () => {
  original = await imported(talk('harbour'))
})

const fork = (engine: Engine, name: string, commitId: string) => engine.ask('ref.set', { kind: 'fork', name, commitId })

type Change = CallInput<'state.change'>['change']

const change = (engine: Engine, kind: Change, objectId: string, on: string): Promise<StateChange> =>
  engine.ask('state.change', { objectId, on, change: kind })

const stateOf = async (engine: Engine, at: string, policy?: string): Promise<SessionStateView> => {
  const state = await engine.ask('session.state', { at, ...(policy === undefined ? {} : { policy }) })
  expect(state.metadata.filter((id) => !state.index.includes(id))).toEqual([])
  expect(state.active.filter((id) => !state.metadata.includes(id))).toEqual([])
  expect(state.pinned.filter((id) => !state.active.includes(id))).toEqual([])
  return state
}

const idOf = ({ objects }: SessionStateView, name: string, type: string): string =>
  objects.find((object) => object.name === name && object.type === type)?.id ?? `no ${name}`

const levelOf = ({ objects }: SessionStateView, id: string): string => {
  const found = objects.find((object) => object.id === id)
  return found?.pinned === true ? 'pinned' : (found?.level ?? 'none')
}

test('an object of the index is activated, pinned, unpinned and deactivated on a fork, and only there', async () => {
  const store = copyOf(original)
  await withEngine(store, async (engine) => {
    await fork(engine, 'try', 'harbour')
    const before = await stateOf(engine, 'try')
    const [ls, one] = [idOf(before, 'ls', 'toolcall'), idOf(before, '/p/harbour/one.ts', 'file')]
    expect([levelOf(before, ls), levelOf(before, one), before.on]).toEqual(['indexed', 'indexed', 'fork/try'])
    expect(await change(engine, 'activate', ls, 'try')).toEqual({
      on: 'fork/try',
      objectId: ls,
      level: 'active',
      pinned: false,
      changed: true,
    })
    const after = await stateOf(engine, 'try')
    expect(levelOf(after, ls)).toBe('active')
    expect(after.sizes.active.chars).toBe(before.sizes.active.chars + 'one.ts two.ts'.length)
    expect(after.index).toEqual(before.index)
    // A file by its path; that its content is loaded counts, because no active call has it.
    await change(engine, 'activate', 'harbour/one.ts', 'fork/try')
    expect((await stateOf(engine, 'try')).sizes.active.chars).toBe(after.sizes.active.chars + 'one\n'.length)
    expect(await change(engine, 'pin', one, 'try')).toMatchObject({ level: 'active', pinned: true, changed: true })
    expect(await change(engine, 'pin', one, 'try')).toMatchObject({ pinned: true, changed: false })
    expect((await stateOf(engine, 'try')).pinned).toEqual([one])
    expect(await change(engine, 'unpin', one, 'try')).toMatchObject({ level: 'active', pinned: false })
    await change(engine, 'pin', one, 'try')
    // What is pinned is active: a deactivation unpins.
    expect(await change(engine, 'deactivate', one, 'try')).toMatchObject({ level: 'metadata', pinned: false })
    expect(levelOf(await stateOf(engine, 'try'), one)).toBe('metadata')
    expect(await change(engine, 'deactivate', one, 'try')).toMatchObject({ level: 'metadata', changed: false })
    // By the commit: it has one fork. The session does not change.
    expect((await stateOf(engine, before.commitId)).on).toBe('fork/try')
    expect(levelOf(await stateOf(engine, 'harbour'), ls)).toBe('indexed')
    const sets = async (at?: string) =>
      (await engine.ask('objects.show', { objectId: 'session:harbour', ...(at && { at }) })).payload?.['active_set']
    expect([await sets(), await sets('try')].map((set) => (set as readonly string[]).includes(ls))).toEqual([false, true])
    await fork(engine, 'other', 'harbour')
    expect(levelOf(await stateOf(engine, 'other'), ls)).toBe('indexed')
    expect(await stateOf(engine, before.commitId)).toMatchObject({ on: null, otherForks: ['fork/other', 'fork/try'] })
  })
})

test('an object that is demoted leaves the metadata pool, stays in the index, and comes back when it is activated', async () => {
  const store = copyOf(original)
  await withEngine(store, async (engine) => {
    await fork(engine, 'try', 'harbour')
    const before = await stateOf(engine, 'try')
    const two = idOf(before, '/p/harbour/two.ts', 'file')
    await change(engine, 'pin', two, 'try')
    expect(await change(engine, 'demote', two, 'try')).toMatchObject({ level: 'indexed', pinned: false, changed: true })
    expect(await change(engine, 'demote', two, 'try')).toMatchObject({ level: 'indexed', changed: false })
    for (const policy of [undefined, 'default', 'managed']) {
      const after = await stateOf(engine, 'try', policy)
      expect([after.index.includes(two), after.metadata.includes(two)]).toEqual([true, false])
    }
    expect(await stateOf(engine, 'harbour')).toMatchObject({ metadata: before.metadata })
    // A line is not enough to bring it back: only an activation is.
    expect(await change(engine, 'deactivate', two, 'try')).toMatchObject({ level: 'indexed', changed: false })
    expect(await change(engine, 'activate', two, 'try')).toMatchObject({ level: 'active', changed: true })
    expect(await change(engine, 'deactivate', two, 'try')).toMatchObject({ level: 'metadata', changed: true })
    await change(engine, 'demote', two, 'try')
  })
  expect(strata(store, 'reindex')).toMatchObject({ code: 0 })
  expect(strata(store, 'demote', 'two.ts', '--on', 'try')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ is already in the session index alone on fork\/try\n$/) as unknown,
  })
})

test('locked objects, what is not in the index, and sessions that were imported refuse', async () => {
  const store = await imported(talk('harbour'), talk('quay'))
  await withEngine(store, async (engine) => {
    await fork(engine, 'try', 'harbour')
    const theirs = idOf(await stateOf(engine, 'quay'), 'ls', 'toolcall')
    for (const kind of ['activate', 'deactivate', 'pin', 'unpin', 'demote'] as const) {
      for (const id of ['chat:harbour', 'system_prompt:harbour', 'session:harbour'])
        await expect(change(engine, kind, id, 'try')).rejects.toMatchObject({ code: 'invalid-input', message: /is locked/ })
      await expect(change(engine, kind, theirs, 'try')).rejects.toMatchObject({ code: 'not-found', message: /not in the session index/ })
    }
    await expect(change(engine, 'pin', theirs, 'quay')).rejects.toMatchObject({
      code: 'invalid-input',
      message: /is no fork: .* strata fork ctx-\w+ --name NAME/,
      hint: /strata fork/,
    })
    await expect(change(engine, 'pin', theirs, 'nope-at-all')).rejects.toMatchObject({ code: 'not-found' })
    expect((await stateOf(engine, 'try')).pinned).toEqual([])
  })
})

test('two sessions are isolated, and share the objects that both met', async () => {
  const store = await imported(talk('harbour'), talk('quay'))
  await withEngine(store, async (engine) => {
    await fork(engine, 'a', 'harbour')
    await fork(engine, 'b', 'quay')
    const one = idOf(await stateOf(engine, 'a'), '/p/harbour/one.ts', 'file')
    expect(idOf(await stateOf(engine, 'b'), '/p/harbour/one.ts', 'file')).toBe(one)
    await change(engine, 'pin', one, 'a')
    expect(levelOf(await stateOf(engine, 'a'), one)).toBe('pinned')
    expect(levelOf(await stateOf(engine, 'b'), one)).toBe('indexed')
    const page: ObjectsPage = await engine.ask('objects.list', { type: 'file' })
    expect(page.objects.map(({ id, sessions }) => [id === one, sessions])).toContainEqual([true, 2])
  })
})

/** Five turns with one output each. */
const long = () => {
  const work = conversation({ sessionId: 'long', seed: 'long', cwd: '/p/harbour' })
  for (const turn of [1, 2, 3, 4, 5]) work.human(`turn ${turn}`).runs(`echo ${turn}`, `${turn}`.repeat(200)).agent('Done.')
  return work
}

const callsOf = (state: SessionStateView): readonly string[] =>
  state.objects.flatMap(({ type, name, level }) => (type === 'toolcall' && level === 'active' ? [name] : []))

const turn = (name: string, seconds: number): Uint8Array => {
  const call = {
    type: 'tool_call',
    timestamp: madeAt + seconds + 1,
    payload: { id: `call-${name}`, name: 'Bash', input: Buffer.from(`{"command":"echo ${name}"}`) },
  } as const
  const result = {
    type: 'tool_result',
    timestamp: madeAt + seconds + 2,
    payload: { id: `call-${name}`, output: name.repeat(100) },
  } as const
  return encodeEvents([prompt(`turn ${name}`, seconds), call, result, reply('done', seconds + 3)])
}

test('a pin is exempt from collapse, and an activation lasts as long as an output of its turn', async () => {
  const store = await imported(long())
  await withEngine(store, async (engine) => {
    await fork(engine, 'try', 'long')
    const state = await stateOf(engine, 'try', 'default')
    expect(callsOf(state)).toEqual(['echo 3', 'echo 4', 'echo 5'])
    await change(engine, 'pin', idOf(state, 'echo 1', 'toolcall'), 'try')
    await change(engine, 'activate', idOf(state, 'echo 2', 'toolcall'), 'try')
    expect(callsOf(await stateOf(engine, 'try', 'default'))).toEqual(['echo 1', 'echo 2', 'echo 3', 'echo 4', 'echo 5'])
    for (const [at, name] of ['six', 'seven', 'eight'].entries())
      await made(engine, { onto: 'try', bytes: turn(name, at * 60), createdAt: `2026-02-05T08:0${at}:00Z` })
    const later = await stateOf(engine, 'try', 'default')
    expect(callsOf(later)).toEqual(['echo 1', 'echo six', 'echo seven', 'echo eight'])
    expect(levelOf(later, idOf(later, 'echo 2', 'toolcall'))).toBe('metadata')
    // Without a policy nothing is collapsed.
    expect(callsOf(await stateOf(engine, 'try'))).toHaveLength(8)
  })
})

test('a session that is resumed has its state again, and its index has grown', async () => {
  const store = copyOf(original)
  const one = await withEngine(store, async (engine) => {
    await fork(engine, 'try', 'harbour')
    const id = idOf(await stateOf(engine, 'try'), '/p/harbour/one.ts', 'file')
    await change(engine, 'pin', id, 'try')
    return id
  })
  await withEngine(store, async (engine) => {
    const before = await stateOf(engine, 'try')
    expect(before.pinned).toEqual([one])
    await made(engine, { onto: 'try', bytes: turn('more', 0) })
    const after = await stateOf(engine, 'try')
    expect(after.pinned).toEqual([one])
    expect(after.index.filter((id) => !before.index.includes(id))).toContainEqual(expect.stringMatching(/^call-more@ctx-/))
    expect(before.index.filter((id) => !after.index.includes(id) && !/^(?:chat|session|system_prompt):/.test(id))).toEqual([])
  })
})

test('a captured session has a separate state', async () => {
  const store = copyOf(original)
  await withEngine(store, async (engine) => {
    await made(engine, { sessionId: 'captured-one', bytes: turn('first', 0) })
    await change(engine, 'pin', 'call-first', 'captured-one')
    expect(await stateOf(engine, 'live/captured-one')).toMatchObject({
      on: 'session/live/captured-one',
      pinned: [expect.stringMatching(/^call-first@ctx-/)],
    })
  })
})

test('the state survives a reindex, goes with the fork to clones and in bundles, and ends with the name', () => {
  const store = copyOf(original)
  const dir = path.dirname(store)
  const pinned = (of: string, name = 'try'): readonly string[] =>
    (JSON.parse(strata(of, 'session', 'state', name, '--json').out) as SessionStateView).pinned
  expect(strata(store, 'fork', 'harbour', '--name', 'try')).toMatchObject({ code: 0 })
  expect(strata(store, 'pin', 'harbour/one.ts', '--on', 'try')).toMatchObject({ code: 0, err: '' })
  const [one = ''] = pinned(store)
  expect(one).toMatch(/^[0-9a-f]{64}$/)
  expect(strata(store, 'pin', '--on', 'try').out).toBe(`${one} file /p/harbour/one.ts\n`)
  expect(strata(store, 'reindex')).toMatchObject({ code: 0 })
  expect(pinned(store)).toEqual([one])
  const copy = path.join(dir, 'copy')
  expect(strata(copy, 'clone', store, copy)).toMatchObject({ code: 0 })
  expect(pinned(copy)).toEqual([one])
  const [bundle, received] = [path.join(dir, 'x.bundle'), path.join(dir, 'received')]
  expect(strata(store, 'bundle', 'create', bundle, 'try')).toMatchObject({ code: 0 })
  expect(strata(received, 'bundle', 'import', bundle)).toMatchObject({ code: 0 })
  expect(pinned(received)).toEqual([one])
  // A later change of the sender comes, too.
  expect(strata(store, 'unpin', one, '--on', 'try')).toMatchObject({ code: 0, out: `${one} is active on fork/try\n` })
  expect(strata(copy, 'fetch', 'origin')).toMatchObject({ code: 0 })
  expect(pinned(copy)).toEqual([])
  expect(strata(store, 'pin', one, '--on', 'try')).toMatchObject({ code: 0 })
  expect(strata(store, 'fork', '--remove', 'try')).toMatchObject({ code: 0 })
  expect(strata(store, 'fork', 'harbour', '--name', 'try')).toMatchObject({ code: 0 })
  expect(pinned(store)).toEqual([])
})

test('the state ends when the session of the fork is removed', async () => {
  const store = await imported(talk('harbour'), talk('quay'))
  await withEngine(store, async (engine) => {
    await fork(engine, 'try', 'harbour')
    const ls = idOf(await stateOf(engine, 'try'), 'ls', 'toolcall')
    await change(engine, 'pin', ls, 'try')
    await runJob(engine, 'removal.start', { sessions: ['harbour'], force: true, dryRun: false })
    await expect(engine.ask('session.state', { at: 'fork/try' })).rejects.toMatchObject({ code: 'not-found' })
    await fork(engine, 'try', 'quay')
    expect((await stateOf(engine, 'try')).pinned).toEqual([])
  })
})
