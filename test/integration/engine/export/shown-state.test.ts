/** Exports of what a policy, or the working state of a fork, leaves in the context: one line for the rest. */
import path from 'node:path'
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { StatedObject } from '../../../../app/contract/session-state.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { writtenCallId } from '../../../../app/model/call-pairing.ts'
import { metadataLine } from '../../../../app/model/objects/metadata-line.ts'
import { brokenApiRules, brokenTranscriptRules } from '../../../support/broken-api-rules.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

type Block = Readonly<Record<string, unknown>>
type Wish = Omit<CallInput<'export.make'>, 'commitId' | 'target'>

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[]
}

const imported = async (...talks: readonly Conversation[]): Promise<string> => {
  const store = path.join(tempDir(), 'store')
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
  return store
}

const textOf = (content: Uint8Array | null): string => Buffer.from(content ?? []).toString('utf8')

const exported = async (engine: Engine, commitId: string, wish: Wish = {}): Promise<Request & { readonly lost: readonly string[] }> => {
  const { content, lost } = await engine.ask('export.make', { commitId, target: 'messages', ...wish })
  const request = JSON.parse(textOf(content)) as Request
  expect(brokenApiRules(request)).toEqual([])
  return { ...request, lost: lost.map(({ what, count }) => `${what} × ${count}`) }
}

const textsIn = (content: unknown): string =>
  typeof content === 'string' ? content : ((content ?? []) as readonly Block[]).map(({ text }) => text ?? '').join('\n')

/** The content of each result, in order. */
const resultsOf = ({ messages }: Request): readonly string[] =>
  messages.flatMap(({ content }) => content.flatMap((block) => (block['type'] === 'tool_result' ? [textsIn(block['content'])] : [])))

const wordsOf = ({ messages }: Request): readonly string[] =>
  messages.flatMap(({ content }) => content.flatMap(({ type, text }) => (type === 'text' ? [String(text).trimEnd()] : [])))

const objectsAt = async (engine: Engine, at: string, policy?: string): Promise<readonly StatedObject[]> =>
  (await engine.ask('session.state', { at, ...(policy === undefined ? {} : { policy }) })).objects

const harbour = (): Conversation =>
  conversation({ sessionId: 'harbour', seed: 'harbour', cwd: '/p/harbour' })
    .human('Look')
    .runs('ls', 'lamp.ts mast.ts')
    .agent('Two files.')
    .human('Read them')
    .reads('lamp.ts', 'const lamp = 1\n')
    .reads('mast.ts', 'const mast = 2\n')
    .agent('Read.')

test('a policy leaves one line of what it collapses in the place of the output, and everything else as it is', async () => {
  const store = await imported(harbour())
  await withEngine(store, async (engine) => {
    const whole = resultsOf(await exported(engine, 'harbour'))
    expect(whole.map((text) => text.includes('toolcall_ref'))).toEqual([false, false, false])
    const turn = await exported(engine, 'harbour', { policy: 'turn' })
    const lines = (await objectsAt(engine, 'harbour')).filter(({ type }) => type === 'toolcall').map(metadataLine)
    expect(resultsOf(turn)).toEqual([lines[0], whole[1], whole[2]])
    expect(lines[0]).toMatch(/^toolcall_ref id=toolu_\w+ tool=Bash status=ok ls$/)
    expect(turn.lost).toContain('collapsed: outputs of tools × 1')
    // The numbers of a policy can be given.
    expect(resultsOf(await exported(engine, 'harbour', { policy: 'default', outputsPerTurn: 1, turnsBack: 1 }))).toEqual([
      lines[0],
      lines[1],
      whole[2],
    ])
    expect(await exported(engine, 'harbour', { policy: 'none' })).toEqual(await exported(engine, 'harbour'))
    await expect(exported(engine, 'harbour', { policy: 'neither' })).rejects.toThrow(/No policy has the name “neither”: choose default/)
  })
})

test('managed: objects in one line first, then the chat with a line for each output, and what is active at the end', async () => {
  const store = await imported(harbour())
  await withEngine(store, async (engine) => {
    const managed = await exported(engine, 'harbour', { policy: 'managed', turnsBack: 1 })
    const objects = await objectsAt(engine, 'harbour')
    const lines = objects.filter(({ type }) => type === 'toolcall').map(metadataLine)
    expect(resultsOf(managed)).toEqual(lines)
    const words = wordsOf(managed)
    expect(words[0]).toBe(`Objects of this session in one line each:\n${lines[0] ?? ''}`)
    expect(words.slice(1, 5)).toEqual(['Look', 'Two files.', 'Read them', 'Read.'])
    expect(words[5]).toBe('Contents of active objects:')
    expect(words.slice(6).map((text) => text.split('\n')[0])).toEqual(lines.slice(1))
    expect(words[6]).toContain('const lamp = 1')
    expect(managed.lost).toEqual(expect.arrayContaining(['added: objects in one line × 1', 'moved: outputs of tools × 2']))
  })
})

const compacted = (): Conversation =>
  conversation({ sessionId: 'compacted', seed: 'compacted', cwd: '/p/harbour' })
    .human('Look')
    .runs('ls', 'lamp.ts mast.ts')
    .reads('lamp.ts', 'const lamp = 1\n')
    .compacts({ summary: 'There are two files.' })
    .human('Continue')
    .reads('mast.ts', 'const mast = 2\n')
    .runs('git log', 'one commit')
    .attachment({
      type: 'file',
      filename: '/p/harbour/rope.ts',
      content: { type: 'text', file: { filePath: '/p/harbour/rope.ts', content: 'rope\n', numLines: 1, startLine: 1, totalLines: 1 } },
    })
    .agent('Done.')

test('an export of a fork follows what was set there: activated contents are added, deactivated ones are a line', async () => {
  const store = await imported(compacted())
  await withEngine(store, async (engine) => {
    await engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'compacted' })
    const plain = await exported(engine, 'try')
    expect(wordsOf(plain).join('\n')).toContain('rope')
    const [ls] = (await objectsAt(engine, 'try')).filter(({ name }) => name === 'ls')
    const change = (kind: 'activate' | 'deactivate' | 'pin', objectId: string) =>
      engine.ask('state.change', { on: 'try', objectId, change: kind })
    await change('activate', ls?.id ?? '')
    await change('pin', 'lamp.ts')
    await change('deactivate', 'mast.ts')
    await change('deactivate', 'rope.ts')
    const [lamp = /^$/, rope = /^$/] = ['lamp.ts', 'rope.ts'].map((name) => new RegExp(`^file id=[0-9a-f]{64} /p/harbour/${name}`))
    const set = await exported(engine, 'try')
    const [read, log] = resultsOf(set)
    expect(read).toMatch(/^toolcall_ref id=toolu_\w+ tool=Read status=ok \/p\/harbour\/mast\.ts$/)
    expect(log).toBe('one commit')
    const words = wordsOf(set)
    expect(words.some((text) => rope.test(text))).toBe(true)
    expect(words.join('\n')).not.toContain('const mast')
    const end = words.indexOf('Contents of active objects:')
    expect(words[end + 1]).toBe(`${ls === undefined ? '' : metadataLine(ls)}\nlamp.ts mast.ts`)
    expect(words[end + 2]).toMatch(lamp)
    expect(words[end + 2]?.split('\n')[1]).toBe('const lamp = 1')
    expect(set.lost).toEqual(
      expect.arrayContaining(['added: contents of objects × 2', 'collapsed: outputs of tools × 1', 'collapsed: mentions of files × 1']),
    )
    // Neither the session nor events follow a fork.
    expect(resultsOf(await exported(engine, 'compacted'))).toEqual(resultsOf(plain))
    const events = (commitId: string) => engine.ask('export.make', { commitId, target: 'events-v1' })
    expect((await events('try')).content).toEqual((await events('compacted')).content)
    await expect(engine.ask('export.make', { commitId: 'try', target: 'events-v1', policy: 'turn' })).rejects.toThrow(
      'A policy cannot be applied to events-v1',
    )
  })
})

test('secrets are redacted in what is added too', async () => {
  const token = ['ghp', 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'].join('_')
  const talk = conversation({ sessionId: 'secret', seed: 'secret', cwd: '/p/harbour' })
    .human('Look')
    .runs(`curl -H "Authorization: Bearer ${token}" example.org`, 'ok')
    .reads('env.ts', `const token = '${token}'\n`)
    .compacts({ summary: 'Looked.' })
    .human('Continue')
    .runs(`echo ${token}`, token)
    .agent('Done.')
  const store = await imported(talk)
  await withEngine(store, async (engine) => {
    await engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'secret' })
    for (const { id, type } of await objectsAt(engine, 'try'))
      if (type === 'file' || type === 'toolcall') await engine.ask('state.change', { on: 'try', objectId: id, change: 'activate' })
    for (const policy of ['none', 'managed', 'turn'])
      for (const target of ['messages', 'claude-code', 'markdown', 'html'] as const) {
        const made = { commitId: 'try', target, policy, turnsBack: 0 } as const
        expect(textOf((await engine.ask('export.make', { ...made, redact: false })).content)).toContain(token)
        expect(textOf((await engine.ask('export.make', { ...made, redact: true })).content)).not.toContain(token)
      }
  })
})

test('of the samples, every output is in full where the state says that it is active, and a line where it is not', async () => {
  const store = path.join(tempDir(), 'store')
  await importInto(store, [path.resolve('samples/projects')])
  await withEngine(store, async (engine) => {
    const { rows: sessions } = await engine.ask('sessions.list', { limit: 1000 })
    let collapsed = 0
    for (const { sessionId, tipCommitId } of sessions) {
      if (tipCommitId === null) continue
      const whole = resultsOf(await exported(engine, sessionId))
      for (const policy of ['default', 'turn', 'managed']) {
        const transcript = textOf((await engine.ask('export.make', { commitId: sessionId, target: 'claude-code', policy })).content)
        expect(brokenTranscriptRules(transcript)).toEqual([])
        const objects = new Map((await objectsAt(engine, sessionId, policy)).map((object) => [writtenCallId(object.id), object]))
        const { messages } = await exported(engine, sessionId, { policy })
        const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'))
        expect(results).toHaveLength(whole.length)
        for (const [at, { tool_use_id: id, content }] of results.entries()) {
          const object = objects.get(writtenCallId(String(id)))
          const isFull = object === undefined || object.failed === null || (object.level === 'active' && policy !== 'managed')
          if (!isFull) collapsed += 1
          expect(textsIn(content)).toBe(isFull ? whole[at] : metadataLine(object))
        }
      }
    }
    expect(collapsed).toBeGreaterThan(20)
  })
})
