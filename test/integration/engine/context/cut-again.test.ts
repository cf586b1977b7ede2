/** A fork, a tag or a pin stays at its commit when the session is cut in another way, and is answered through the commits that hold its records. */
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { continueTranscript } from '../../../support/continue-transcript.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { strataHere } from '../../../support/strata-here.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const strategy = { contextStrategy: { sources: [{ topic: 'STATE_SNAPSHOT' }] } }
const file = '/home/sam/src/lighthouse/lamp.ts'

/** Two turns; another session continues from the middle of the last one. */
const harbour = (): { readonly first: Conversation; readonly second: Conversation } => {
  const first = conversation({ sessionId: 'first', seed: 'cut again' })
    .human('Light the lamp')
    .writes('lamp.ts', 'const lamp = 1\n')
    .agent('Lit.')
    .human('Look around')
    .runs('ls', 'lamp.ts')
    .agent('One file. I look further.')
  const second = first.fork('second')
  first.edits('lamp.ts', 'lamp = 1', 'lamp = 2').runs('git log', 'one commit').agent('All is quiet.')
  second.human('Stop here').agent('Stopped.')
  return { first, second }
}

/** What is known at a name, without what names a commit. */
const knownAt = async (engine: Engine, at: string) => {
  const { objects, sizes, recordedTokens } = await engine.ask('session.state', { at })
  const { content } = await engine.ask('file.show', { path: file, at })
  const { lines } = await engine.ask('file.blame', { path: file, at })
  const { text } = await engine.ask('packs.show', { at, strategy })
  const { reply, tokens, scale } = await engine.ask('context.request', { sessionId: 'first', at })
  const { content: exported } = await engine.ask('export.make', { commitId: at, target: 'messages', policy: 'turn' })
  return {
    objects: objects.map(({ type, name, level }) => `${type} ${name} ${level}`),
    sizes,
    recordedTokens,
    content,
    lines: lines.map(({ text }) => text),
    text,
    request: { line: reply.line, isEarlier: reply.isEarlier, tokens, scale },
    exported: Buffer.from(exported ?? []).toString('utf8'),
  }
}

interface Harbour {
  readonly store: string
  readonly dir: string
  readonly second: Conversation
  readonly known: Awaited<ReturnType<typeof knownAt>>
  /** The commit that has the names. */
  readonly commitId: string
}

const named = async (): Promise<Harbour> => {
  const { first, second } = harbour()
  const [store, dir] = [tempDir(), tempDir()]
  await importInto(store, [writeConversation(dir, first).projects])
  return withEngine(store, async (engine) => {
    const { commitId } = await engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'first' })
    await engine.ask('ref.set', { kind: 'tag', name: 'good', commitId })
    await engine.ask('commit.pin', { commitId })
    return { store, dir, second, commitId, known: await knownAt(engine, 'fork/try') }
  })
}

const ways: readonly (readonly [string, (harbour: Harbour) => Promise<unknown>])[] = [
  [
    'another session continues from the middle of its turn',
    ({ store, dir, second }) => importInto(store, [writeConversation(dir, second).projects]),
  ],
  [
    'the granularity changes',
    ({ store, dir }) =>
      withEngine(store, (engine) => runJob(engine, 'import.start', { paths: [path.join(dir, 'projects')], granularity: 'response' })),
  ],
]

test.each(ways)('when %s, the same is known at a fork, a tag and a commit', async (_, cut) => {
  const harbour = await named()
  expect(harbour.known).toMatchObject({ content: 'const lamp = 2\n', objects: expect.arrayContaining(['toolcall ls active']) as unknown })
  await cut(harbour)
  await withEngine(harbour.store, async (engine) => {
    expect((await engine.ask('commit.show', { commitId: harbour.commitId })).commit.chain).toBe('replaced')
    for (const name of ['fork/try', 'tag/good', harbour.commitId]) expect(await knownAt(engine, name)).toEqual(harbour.known)
  })
})

test.each(ways)('when %s, a fork and its session have the same commits in common as before', async (_, cut) => {
  const harbour = await named()
  await cut(harbour)
  await withEngine(harbour.store, async (engine) => {
    const chain = await engine.ask('commit.history', { commitId: 'first' })
    const compared = await engine.ask('commit.compare', { left: 'fork/try', right: 'first' })
    expect(compared).toMatchObject({ common: chain.total, onlyLeft: { commits: [] }, onlyRight: { commits: [] } })
    const { mergeBase } = await engine.ask('commit.mergeBase', { left: 'first', right: harbour.commitId })
    expect(mergeBase?.commitId).toBe(chain.commits[0]?.commitId)
  })
})

/** A session that continues an export of the fork, as the store knows it. */
const continuedFrom = async (store: string, wish: { readonly stop?: string; readonly budget?: number }) => {
  const config = tempDir()
  const made = await withEngine(store, (engine) =>
    engine.ask('export.make', { commitId: 'fork/try', target: 'claude-code', install: true, configDir: config, cwd: tempDir(), ...wish }),
  )
  continueTranscript(made.path ?? '', { input_tokens: 5000, output_tokens: 5 })
  await importInto(store, [path.join(config, 'projects')])
  return made.sessionId ?? ''
}

const withoutCommits = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'commitId' ? undefined : inner)))

const stateOf = async (engine: Engine, sessionId: string) => {
  const { objects, sizes, continues } = await engine.ask('session.state', { at: sessionId })
  const { parts, tokens } = await engine.ask('context.request', { sessionId, at: 'last' })
  return {
    objects: objects.map(({ type, name, level }) => `${type} ${name} ${level}`),
    sizes,
    continues,
    parts: withoutCommits(parts),
    tokens,
  }
}

test.each(ways)('when %s, a session that continues its export is known as before', async (_, cut) => {
  const harbour = await named()
  const sessions = [await continuedFrom(harbour.store, { stop: 'root' }), await continuedFrom(harbour.store, { budget: 2_000 })]
  const known = await withEngine(harbour.store, (engine) => Promise.all(sessions.map((id) => stateOf(engine, id))))
  await cut(harbour)
  await withEngine(harbour.store, async (engine) => {
    expect(await Promise.all(sessions.map((id) => stateOf(engine, id)))).toEqual(known)
  })
})

test('a fork whose turn grew says which commit has its records, and answers with nothing else', async () => {
  const { first } = harbour()
  const [store, dir] = [tempDir(), tempDir()]
  await importInto(store, [writeConversation(dir, first).projects])
  await withEngine(store, (engine) => engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'first' }))
  await importInto(store, [writeConversation(dir, first.runs('ls -l', 'lamp.ts').agent('Still quiet.')).projects])
  await withEngine(store, async (engine) => {
    const now = (await engine.ask('chain.log', { of: 'first' })).commits[0]?.commitId ?? ''
    const words = `${now} contains its records, and more after them`
    await expect(engine.ask('session.state', { at: 'fork/try' })).rejects.toThrow(words)
    await expect(engine.ask('file.show', { path: file, at: 'fork/try' })).rejects.toThrow(words)
    await expect(engine.ask('file.blame', { path: file, at: 'fork/try' })).rejects.toThrow(words)
    await expect(engine.ask('packs.show', { at: 'fork/try', strategy })).rejects.toThrow(words)
    expect(await engine.ask('agent.definition', { commitId: 'fork/try' })).toMatchObject({
      unknownBecause: 'no record contains the system prompt of the main agent',
    })
    // Its bytes are those that it had.
    const { content } = await engine.ask('export.make', { commitId: 'fork/try', target: 'messages' })
    expect(Buffer.from(content ?? []).toString('utf8')).toMatch(/All is quiet(?![^]*Still quiet)/)
  })
})

test('a session that continues a fork whose turn grew says what its answers lack', async () => {
  const { first } = harbour()
  const [store, dir] = [tempDir(), tempDir()]
  await importInto(store, [writeConversation(dir, first).projects])
  await withEngine(store, (engine) => engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'first' }))
  const continued = await continuedFrom(store, { stop: 'root' })
  const commands = (): readonly (readonly string[])[] => [
    ['session', 'state', continued],
    ['objects', '--session', continued],
    ['file', 'show', file, '--at', continued],
    ['blame', file, '--at', continued],
    ['checkout', continued, '--to', path.join(tempDir(), 'out')],
  ]
  for (const command of commands()) expect(await strataHere(store, ...command)).toMatchObject({ code: 0, err: '' })
  await importInto(store, [writeConversation(dir, first.runs('ls -l', 'lamp.ts').agent('Still quiet.')).projects])
  const now = await withEngine(store, async (engine) => (await engine.ask('chain.log', { of: 'first' })).commits[0]?.commitId ?? '')
  const words = `was replaced: ${now} contains its records, and more after them. They are not in this answer.`
  for (const command of commands())
    expect([command, await strataHere(store, ...command)]).toEqual([
      command,
      expect.objectContaining({ code: 3, err: expect.stringContaining(words) as unknown }),
    ])
})

test('commands do not call a replaced commit one of a sub-agent, and say how it is read', async () => {
  const { first } = harbour()
  const [store, dir] = [tempDir(), tempDir()]
  await importInto(store, [writeConversation(dir, first).projects])
  await withEngine(store, (engine) => engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'first' }))
  await importInto(store, [writeConversation(dir, first.runs('ls -l', 'lamp.ts').agent('Still quiet.')).projects])
  const [shown, logged] = [await strataHere(store, 'show', 'try'), await strataHere(store, 'log', 'try')]
  expect(shown.out).toMatch(/^session: +first, replaced$/m)
  expect(shown.out).not.toContain('sub-agent')
  expect(logged.out).toMatch(/^ctx-\S+ \S+ \S+ replaced \(fork\/try\)/)
  expect((await strataHere(store, 'read', 'try')).err).toMatch(/was replaced: to read it, strata export ctx-\S+ --for markdown/)
})

test('a fork whose turn grew only by notes of the client is answered through the longer commit', async () => {
  const { first } = harbour()
  const [store, dir] = [tempDir(), tempDir()]
  await importInto(store, [writeConversation(dir, first).projects])
  const known = await withEngine(store, async (engine) => {
    await engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'first' })
    return knownAt(engine, 'fork/try')
  })
  const last = JSON.parse(first.lines().at(-1) ?? '{}') as object
  first.raw(
    JSON.stringify({
      ...last,
      type: 'system',
      subtype: 'turn_duration',
      durationMs: 5,
      uuid: 'note',
      parentUuid: first.lastUuid,
      message: undefined,
    }),
  )
  await importInto(store, [writeConversation(dir, first).projects])
  await withEngine(store, async (engine) => {
    expect((await engine.ask('commit.show', { commitId: 'fork/try' })).commit.chain).toBe('replaced')
    expect(await knownAt(engine, 'fork/try')).toEqual(known)
  })
})
