/** Exports of forks: they follow what was activated, deactivated and pinned there. */
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { metadataLine } from '../../../../app/model/objects/metadata-line.ts'
import { conversation } from '../../../support/conversation.ts'
import {
  compacted,
  exported,
  harbour,
  imported,
  logOutput,
  lsOutput,
  objectsAt,
  resultsOf,
  wordsOf,
  type Request,
  type Wish,
} from '../../../support/exported-state.ts'
import { withEngine } from '../../../support/with-engine.ts'

const fork = (engine: Engine, name: string, commitId: string) => engine.ask('ref.set', { kind: 'fork', name, commitId })
const change = (engine: Engine, on: string, kind: 'activate' | 'deactivate' | 'pin' | 'demote', objectId: string) =>
  engine.ask('state.change', { on, objectId, change: kind })

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
    expect(log).toBe(logOutput)
    const words = wordsOf(set)
    expect(words.some((text) => rope.test(text))).toBe(true)
    expect(words.join('\n')).not.toContain('const mast')
    const end = words.indexOf('Contents of active objects:')
    expect(words[end + 1]).toBe(`${ls === undefined ? '' : metadataLine(ls)}\n${lsOutput}`)
    expect(words[end + 2]).toMatch(lamp)
    expect(words[end + 2]?.split('\n')[1]).toBe('const lamp = 1')
    expect(set.lost).toEqual(
      expect.arrayContaining(['added: contents of objects × 2', 'collapsed: outputs of tools × 1', 'collapsed: attached files × 1']),
    )
    // Neither the session nor events follow a fork.
    expect(resultsOf(await exported(engine, 'compacted'))).toEqual(resultsOf(plain))
    const events = (commitId: string) => engine.ask('export.make', { commitId, target: 'events-v1' })
    expect((await events('try')).content).toEqual((await events('compacted')).content)
    await expect(engine.ask('export.make', { commitId: 'try', target: 'events-v1', policy: 'turn' })).rejects.toThrow(
      'Cannot apply a policy to events-v1',
    )
  })
})

test('what was demoted on a fork is not in its export: neither the call with its output nor the attachment of a file', async () => {
  const store = await imported(compacted())
  await withEngine(store, async (engine) => {
    await engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'compacted' })
    const objects = await objectsAt(engine, 'try')
    const idOf = (wanted: string): string => objects.find(({ name, type }) => type === 'toolcall' && name === wanted)?.id ?? ''
    await change(engine, 'try', 'demote', idOf('git log'))
    await change(engine, 'try', 'demote', 'rope.ts')
    const set = await exported(engine, 'try')
    expect(resultsOf(set)).toHaveLength(1)
    expect(JSON.stringify(set.messages)).not.toMatch(/git log|rope/)
    expect(set.lost).toEqual(expect.arrayContaining(['excluded: demoted calls with their outputs × 1', 'collapsed: attached files × 1']))
    const managed = await exported(engine, 'try', { policy: 'managed' })
    expect(JSON.stringify(managed.messages)).not.toMatch(/git log|rope/)
  })
})

test('from the root, outputs from before a compaction are in full unless the policy or the fork collapses them', async () => {
  const store = await imported(compacted())
  await withEngine(store, async (engine) => {
    await fork(engine, 'try', 'compacted')
    const root = (wish: Wish = {}) => exported(engine, 'try', { stop: 'root', ...wish })
    const whole = resultsOf(await root())
    expect(whole).toHaveLength(4)
    expect(resultsOf(await root({ policy: 'none' }))).toEqual(whole)
    await change(engine, 'try', 'pin', 'mast.ts')
    expect(resultsOf(await root())).toEqual(whole)
    const lines = (await objectsAt(engine, 'try')).filter(({ type }) => type === 'toolcall').map(metadataLine)
    expect(resultsOf(await root({ policy: 'turn' }))).toEqual([lines[0], lines[1], whole[2], whole[3]])
    expect(resultsOf(await root({ policy: 'default', outputsPerTurn: 1 }))).toEqual([lines[0], whole[1], lines[2], whole[3]])
    await change(engine, 'try', 'deactivate', 'mast.ts')
    expect(resultsOf(await root())).toEqual([whole[0], whole[1], lines[2], whole[3]])
  })
})

test('an activated output is that of its own session, where two sessions count their calls alike', async () => {
  const counted = (name: string) =>
    conversation({ sessionId: name, seed: name, cwd: '/p/harbour' })
      .human('Look')
      .calls('Bash', { command: `cat ${name}` }, { id: 'functions.Bash:0' })
      .result('last', `of ${name}`)
      .compacts({ summary: 'Looked.' })
      .human('Next')
      .calls('Bash', { command: `cat later` }, { id: 'functions.Bash:0' })
      .result('last', `later of ${name}`)
      .agent('Done.')
  const store = await imported(counted('one'), counted('two'))
  await withEngine(store, async (engine) => {
    for (const name of ['one', 'two']) {
      await fork(engine, `try-${name}`, name)
      const [first] = (await objectsAt(engine, `try-${name}`)).filter(({ type }) => type === 'toolcall')
      await change(engine, `try-${name}`, 'pin', first?.id ?? '')
      expect(wordsOf(await exported(engine, `try-${name}`)).at(-1)).toBe(`${first === undefined ? '' : metadataLine(first)}\nof ${name}`)
    }
  })
})

const picture = {
  type: 'image',
  source: {
    type: 'base64',
    media_type: 'image/png',
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
}
const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQK' } }

test('pictures and documents of an output are collapsed, moved and activated with it', async () => {
  const talk = conversation({ sessionId: 'media', seed: 'media', cwd: '/p/harbour' })
    .human('Look')
    .calls('Read', { file_path: '/p/harbour/map.png' })
    .result('last', [picture])
    .agent('A map.')
    .compacts({ summary: 'There is a map.' })
    .human('And the plan?')
    .calls('Read', { file_path: '/p/harbour/plan.pdf' })
    .result('last', 'PDF file read: /p/harbour/plan.pdf')
    .user([pdf], { isMeta: true })
    .agent('A plan.')
  const store = await imported(talk)
  const kinds = ({ messages }: Request): readonly string[] =>
    messages.flatMap(({ content }) => content.map(({ type }) => String(type))).filter((type) => type !== 'text')
  await withEngine(store, async (engine) => {
    await fork(engine, 'try', 'media')
    expect(kinds(await exported(engine, 'media'))).toEqual(['tool_use', 'tool_result', 'document'])
    expect(kinds(await exported(engine, 'media', { policy: 'turn', turnsBack: 0 }))).toEqual(['tool_use', 'tool_result'])
    const { messages } = await exported(engine, 'media', { policy: 'managed' })
    expect(messages.at(-1)?.content.map(({ type }) => type)).toEqual(['text', 'text', 'document'])
    const [map] = (await objectsAt(engine, 'try')).filter(({ type }) => type === 'toolcall')
    await change(engine, 'try', 'activate', map?.id ?? '')
    expect(kinds(await exported(engine, 'try'))).toEqual(['tool_use', 'tool_result', 'document', 'image'])
  })
})

test('a deactivated file is collapsed wherever an attachment shows it, by any spelling of its path', async () => {
  const rope = { filePath: '/p/harbour/rope.ts', content: 'rope\n', numLines: 1, startLine: 1, totalLines: 1 }
  const talk = conversation({ sessionId: 'attached', seed: 'attached', cwd: '/p/harbour' })
    .human('Look')
    .reads('/p/harbour/src/../rope.ts', 'rope\n')
    .attachment({ type: 'file', filename: rope.filePath, content: { type: 'text', file: rope } })
    .attachment({
      type: 'selected_lines_in_ide',
      filename: '/p/harbour/knot.ts',
      lineStart: 0,
      lineEnd: 3,
      content: 'one\nknot\nloop\nend',
      displayPath: 'knot.ts',
      ideName: 'x',
    })
    .agent('Done.')
  const store = await imported(talk)
  await withEngine(store, async (engine) => {
    await fork(engine, 'try', 'attached')
    const before = JSON.stringify((await exported(engine, 'try')).messages)
    for (const { id, type } of await objectsAt(engine, 'try')) if (type === 'file') await change(engine, 'try', 'deactivate', id)
    const { messages, lost } = await exported(engine, 'try')
    for (const text of ['knot', 'rope']) expect(before).toContain(text)
    for (const text of ['\\nknot', 'rope\\n']) expect(JSON.stringify(messages)).not.toContain(text)
    expect(lost).toEqual(expect.arrayContaining(['collapsed: attached files × 2', 'collapsed: outputs of tools × 1']))
  })
})

test('an export by commit id ignores the changes of several forks, and reports it', async () => {
  const store = await imported(harbour())
  await withEngine(store, async (engine) => {
    await fork(engine, 'one', 'harbour')
    await change(engine, 'one', 'deactivate', 'lamp.ts')
    const { commitId } = await engine.ask('session.state', { at: 'one' })
    expect((await exported(engine, commitId)).lost).toContain('collapsed: outputs of tools × 1')
    await fork(engine, 'two', 'harbour')
    expect((await exported(engine, commitId)).lost).toEqual(expect.arrayContaining(['ignored: changes on forks × 1']))
    expect((await exported(engine, 'one')).lost).toContain('collapsed: outputs of tools × 1')
    expect((await exported(engine, 'two')).lost).not.toContain('collapsed: outputs of tools × 1')
  })
})
