/** A conversation that was exported under a policy or from a fork, continued by a client and imported again keeps its state. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { continueTranscript } from '../../../support/continue-transcript.ts'
import { fakeMessagesApi } from '../../../support/fake-messages-api.ts'
import {
  compacted,
  exported,
  harbour,
  imported,
  lsOutput,
  objectsAt,
  resultsOf,
  textsIn,
  wordsOf,
  type Request,
  type Wish,
} from '../../../support/exported-state.ts'
import { realClient, resume } from '../../../support/real-client.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { plain, plainSent } from '../../../support/compare-messages.ts'
import { writeFileSync } from 'node:fs'

const change = (engine: Engine, on: string, kind: 'activate' | 'deactivate' | 'pin', objectId: string) =>
  engine.ask('state.change', { on, objectId, change: kind })

interface Installed {
  readonly sessionId: string
  readonly file: string
  /** What the model of the new session sees of the conversation. */
  readonly seen: Request
}

const installed = async (engine: Engine, commitId: string, config: string, wish: Wish = {}): Promise<Installed> => {
  const made = await engine.ask('export.make', {
    commitId,
    target: 'claude-code',
    install: true,
    configDir: config,
    cwd: tempDir(),
    ...wish,
  })
  return { sessionId: made.sessionId ?? '', file: made.path ?? '', seen: await exported(engine, commitId, wish) }
}

const levelsOf = async (engine: Engine, at: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    (await objectsAt(engine, at))
      .filter(({ type }) => type === 'toolcall' || type === 'file')
      .map(({ type, name, level, pinned }) => [`${type} ${name}`, pinned ? `${level}, pinned` : level]),
  )

/** The words and results of a request, without the reply that closes it and what follows. */
const shownIn = (request: Request): readonly string[] => [...wordsOf(request), ...resultsOf(request)]

const withoutClosing = (words: readonly string[]): readonly string[] =>
  words.filter((text) => !['No response requested.', 'and now', 'on it'].includes(text))

const inStoreAndCopies = async (store: string, check: (engine: Engine) => Promise<void>): Promise<void> => {
  await withEngine(store, check)
  expect(strata(store, 'reindex').code).toBe(0)
  await withEngine(store, check)
  const clone = path.join(tempDir(), 'clone')
  expect(strata(store, 'clone', store, clone).code).toBe(0)
  await withEngine(clone, check)
}

test('a fork with activated, deactivated and pinned objects keeps them, and the record with their contents is in a commit', async () => {
  const store = await imported(compacted())
  const config = tempDir()
  const made = await withEngine(store, async (engine) => {
    await engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'compacted' })
    const [ls] = (await objectsAt(engine, 'try')).filter(({ name }) => name === 'ls')
    await change(engine, 'try', 'activate', ls?.id ?? '')
    await change(engine, 'try', 'pin', 'lamp.ts')
    await change(engine, 'try', 'deactivate', 'mast.ts')
    await change(engine, 'try', 'deactivate', 'rope.ts')
    return installed(engine, 'try', config)
  })
  continueTranscript(made.file)
  await importInto(store, [path.join(config, 'projects')])
  const wanted = await withEngine(store, (engine) => levelsOf(engine, 'try'))
  expect(wanted).toMatchObject({
    'toolcall ls': 'active',
    'file /p/harbour/lamp.ts': 'active, pinned',
    'file /p/harbour/mast.ts': 'metadata',
  })
  await inStoreAndCopies(store, async (engine) => {
    expect(await levelsOf(engine, made.sessionId)).toEqual(wanted)
    const now = await exported(engine, made.sessionId)
    expect(withoutClosing(shownIn(now))).toEqual(withoutClosing(shownIn(made.seen)))
    expect(wordsOf(now).filter((text) => text.startsWith('Contents of active objects:'))).toHaveLength(1)
    expect(wordsOf(now).slice(-2)).toEqual(['and now', 'on it'])
    const state = await engine.ask('session.state', { at: made.sessionId })
    expect(state.continues).toMatchObject({ policy: null })
    const sessions = await engine.ask('sessions.list', {})
    expect(sessions.rows.find(({ sessionId }) => sessionId === made.sessionId)).toMatchObject({ humanPrompts: 1 })
  })
})

test.each([
  ['turn', { policy: 'turn' }],
  ['default', { policy: 'default', outputsPerTurn: 1, turnsBack: 1 }],
  ['managed', { policy: 'managed', turnsBack: 1 }],
] as const)('what was one line under the policy %s is one line in the session that continues', async (name, wish) => {
  const store = await imported(harbour())
  const config = tempDir()
  const [made, wanted] = await withEngine(store, async (engine) => {
    const objects = (await engine.ask('session.state', { at: 'harbour', ...wish })).objects
    const levels = objects.filter(({ type }) => type === 'toolcall').map(({ id, level }) => [id, level])
    return [await installed(engine, 'harbour', config, wish), levels] as const
  })
  continueTranscript(made.file)
  await importInto(store, [path.join(config, 'projects')])
  await inStoreAndCopies(store, async (engine) => {
    const objects = (await objectsAt(engine, made.sessionId)).filter(({ type }) => type === 'toolcall')
    expect(objects.map(({ id, level }) => [id, level])).toEqual(wanted)
    const now = await exported(engine, made.sessionId)
    expect(withoutClosing(shownIn(now))).toEqual(withoutClosing(shownIn(made.seen)))
    expect((await engine.ask('session.state', { at: made.sessionId })).continues).toMatchObject({ policy: name })
    // A policy that is given anew decides alone.
    expect(resultsOf(await exported(engine, made.sessionId, { policy: 'none' })).join('\n')).toContain('lamp.ts mast.ts')
  })
})

test.each(['a file of its own', 'standard output'])(
  'a transcript that was written to %s and continued keeps its state, too',
  async (place) => {
    const store = await imported(harbour())
    const folder = tempDir()
    const wish = { policy: 'default', outputsPerTurn: 1, turnsBack: 1 } as const
    const file = path.join(folder, 'continued.jsonl')
    const [sessionId, wanted] = await withEngine(store, async (engine) => {
      await engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'harbour' })
      await change(engine, 'try', 'pin', 'lamp.ts')
      const to = place === 'standard output' ? {} : { to: file }
      const made = await engine.ask('export.make', { commitId: 'try', target: 'claude-code', ...wish, ...to })
      if (made.content !== null) writeFileSync(file, made.content)
      const { objects } = await engine.ask('session.state', { at: 'try', ...wish })
      return [made.sessionId ?? '', objects.filter(({ type }) => type === 'toolcall').map(({ id, level }) => [id, level])] as const
    })
    continueTranscript(file)
    await importInto(store, [folder])
    await withEngine(store, async (engine) => {
      const objects = (await objectsAt(engine, sessionId)).filter(({ type }) => type === 'toolcall')
      expect(objects.map(({ id, level }) => [id, level])).toEqual(wanted)
      expect(await levelsOf(engine, sessionId)).toMatchObject({ 'file /p/harbour/lamp.ts': 'active, pinned' })
    })
  },
)

test('an export of the continued session, continued again, still shows what the first model saw', async () => {
  const store = await imported(harbour())
  const config = tempDir()
  const first = await withEngine(store, (engine) => installed(engine, 'harbour', config, { policy: 'turn' }))
  continueTranscript(first.file)
  await importInto(store, [path.join(config, 'projects')])
  const second = await withEngine(store, (engine) => installed(engine, first.sessionId, config))
  continueTranscript(second.file)
  await importInto(store, [path.join(config, 'projects')])
  await withEngine(store, async (engine) => {
    expect(resultsOf(await exported(engine, second.sessionId))).toEqual(resultsOf(first.seen))
    expect((await engine.ask('session.state', { at: second.sessionId })).continues).toMatchObject({ policy: 'turn' })
    // On a fork of it, what was one line can be activated.
    await engine.ask('ref.set', { kind: 'fork', name: 'again', commitId: second.sessionId })
    const [line] = (await objectsAt(engine, 'again')).filter(({ type, level }) => type === 'toolcall' && level === 'metadata')
    await change(engine, 'again', 'activate', line?.id ?? '')
    expect(resultsOf(await exported(engine, 'again'))[0]).toBe(lsOutput)
  })
})

test('the real client continues such a session, and the commit shows what it sent', async ({ skip }) => {
  const client = realClient('2.1.330')
  if (client === undefined) return skip('the client 2.1.330 cannot be installed')
  const store = await imported(compacted())
  const config = tempDir()
  const made = await withEngine(store, async (engine) => {
    await engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'compacted' })
    const [ls] = (await objectsAt(engine, 'try')).filter(({ name }) => name === 'ls')
    await change(engine, 'try', 'activate', ls?.id ?? '')
    return installed(engine, 'try', config, { policy: 'turn' })
  })
  const api = await fakeMessagesApi()
  try {
    const { body, transcript } = await resume({ client, api, sessionId: made.sessionId, transcript: readFileSync(made.file) })
    writeFileSync(made.file, transcript)
    await importInto(store, [path.join(config, 'projects')])
    await withEngine(store, async (engine) => {
      const now = await exported(engine, made.sessionId)
      const closing = now.messages.findIndex(({ content }) => textsIn(content).startsWith('next'))
      const before = plain(now.messages.slice(0, closing))
      expect(JSON.stringify(plainSent(body?.messages ?? [], 'next', before))).toBe(JSON.stringify(before))
      expect(wordsOf(now).join('\n')).toContain('Contents of active objects:')
      expect(await levelsOf(engine, made.sessionId)).toMatchObject({ 'toolcall ls': 'active' })
    })
  } finally {
    api.close()
  }
})
