/** Files of sub-agents: their clients note nothing beside results, so the call and the text of its result say what happened. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { DriftView } from '../../../../app/contract/known-files.ts'
import type { BlameView, KnownFileView } from '../../../../app/contract/objects.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { inReportShape, rowsOf } from '../../../support/in-report-shape.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import type { AgentLayout, ClientVersion } from '../../../support/transcript/client.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const show = (engine: Engine, name: string, more: object = {}): Promise<KnownFileView> =>
  engine.ask('file.show', { path: name, reading: 'as-known', ...more })

const blamed = (view: BlameView): readonly unknown[] =>
  view.lines.map(({ origin }) => {
    const found = origin === null ? undefined : view.origins[origin]
    return found?.source === 'agent' ? found.prompt : null
  })

test('what a sub-agent read, edited and wrote is known, and its lines are blamed on it', async (context) => {
  await inReportShape(context, '97-sub-agent-files', async (engine) => {
    const lib = await show(engine, 'lib.py')
    expect([lib.content, lib.proof]).toEqual(['def f():\n    return 2\n', 'computed'])
    const made = await show(engine, 'new.py')
    expect([made.content, made.proof]).toEqual(['x = 1\ny = 2\n', 'observed'])
    expect(blamed(await engine.ask('file.blame', { path: 'lib.py' }))).toEqual([null, 'Make f return two'])
    expect(blamed(await engine.ask('file.blame', { path: 'new.py' }))).toEqual(['Make f return two', 'Make f return two'])
    const history = await engine.ask('file.history', { path: 'lib.py' })
    expect(history.versions.map(({ by }) => by)).toEqual(['edit', 'read'])
  })
})

test.each([{}, { filePath: '/p/tide.txt' }, { filePath: '/p/tide.txt', edits: [], originalFileContents: null }])(
  'where a recorded result says nothing of the change (%j), file, versions and counts follow the call',
  async (toolUseResult) => {
    const talk = conversation({ sessionId: 'tide', seed: 'tide', cwd: '/p' })
      .human('Turn the tide')
      .writes('tide.txt', 'ebb\nebb\n')
      .calls('MultiEdit', { file_path: '/p/tide.txt', edits: [{ old_string: 'ebb', new_string: 'flow', replace_all: true }] })
      .result('last', 'Applied 1 edit to /p/tide.txt:', { toolUseResult })
      .agent('Turned.')
    const store = path.join(tempDir(), 'store')
    await importInto(store, [writeConversation(tempDir(), talk).projects])
    await withEngine(store, async (engine) => {
      expect(await show(engine, 'tide.txt')).toMatchObject({ content: 'flow\nflow\n', proof: 'computed' })
      const { versions } = await engine.ask('file.history', { path: 'tide.txt' })
      expect(versions.map(({ by, proof }) => [by, proof])).toEqual([
        ['edit', 'computed'],
        ['write', 'observed'],
      ])
    })
  },
)

test('what a command changed is observed where the client recorded it', async (context) => {
  await inReportShape(context, '70-bash-edit-diff', async (engine) => {
    const limits = await show(engine, 'limits.py')
    expect([limits.content, limits.proof]).toEqual([
      'LOW = 10\nHIGH = 99\n\ndef clamp(x):\n    return min(HIGH, max(LOW, x))\n',
      'observed',
    ])
    const notes = await show(engine, 'notes.md')
    expect([notes.content, notes.proof]).toEqual(['# Notes\nlimit is 99\n', 'observed'])
    expect(blamed(await engine.ask('file.blame', { path: 'limits.py' }))).toEqual([null, 'Raise the limit', null, null, null])
    expect(blamed(await engine.ask('file.blame', { path: 'notes.md' }))).toEqual(['Raise the limit', 'Raise the limit'])
    expect((await engine.ask('file.history', { path: 'limits.py' })).versions.map(({ by }) => by)).toEqual(['edit', 'read'])
  })
})

test('a result that shows no text changes nothing that is known', async (context) => {
  await inReportShape(context, '72-file-unchanged', async (engine) => {
    const results = (await rowsOf(
      engine,
      `SELECT source_id, line::INTEGER FROM events WHERE kind = 'tool_result' ORDER BY line`,
    )) as readonly (readonly [string, number])[]
    const after = ([sourceId, line] = ['', 0] as readonly [string, number]) => ({ after: { sourceId, line } })
    expect(await show(engine, 'conf.ini', after(results[1]))).toMatchObject({ content: '[a]\nx=1\n', proof: 'observed' })
    // A branch was checked out in between.
    expect(await show(engine, 'rules.ini', after(results.at(-1)))).toMatchObject({ content: 'r1\nr2\n', proof: 'likely' })
    expect(await show(engine, 'conf.ini')).toMatchObject({ content: '[a]\nx=1\n', proof: 'likely' })
    for (const path of ['conf.ini', 'rules.ini']) expect((await engine.ask('file.history', { path })).versions, path).toHaveLength(1)
  })
})

const textOnly = { fields: { toolUseResult: undefined } }
const before = 'a\nb\nc\n'

const crew = (version: ClientVersion, layout: AgentLayout, cwd = '/p/crew'): Conversation =>
  conversation({ sessionId: 'crew', seed: `crew ${version} ${layout}`, cwd, version })
    .human('Let an agent do it')
    .reads(`${cwd}/lib.txt`, before)
    .subagent({ prompt: 'Make b two', layout }, (agent) =>
      agent
        .reads(`${cwd}/lib.txt`, before, textOnly)
        .edits(`${cwd}/lib.txt`, 'b', 'two', textOnly)
        .writes(`${cwd}/new.txt`, 'x\n', textOnly)
        .calls('Edit', { file_path: `${cwd}/new.txt`, old_string: 'y', new_string: 'z' })
        .result('last', '<tool_use_error>String to replace not found in file.</tool_use_error>', { error: true, ...textOnly })
        .agent('Done.'),
    )
    .agent('It is done.')

const forms = [
  ['2.1.330', 'nested'],
  ['2.0.76', 'flat'],
  ['2.1.42', 'progress'],
] as const

test.each(forms)('the caller knows no more for sure what a sub-agent changed: %s, %s', async (version, layout) => {
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), crew(version, layout)).projects])
  await withEngine(store, async (engine) => {
    const main = { at: 'crew' }
    expect(await show(engine, 'lib.txt', main)).toMatchObject({ content: before, proof: 'likely' })
    expect(await show(engine, 'lib.txt', { ...main, reading: 'as-was' })).toMatchObject({ content: 'a\ntwo\nc\n', proof: 'computed' })
    expect(await show(engine, 'lib.txt')).toMatchObject({ content: 'a\ntwo\nc\n', proof: 'computed' })
    expect(await show(engine, 'new.txt')).toMatchObject({ content: 'x\n', proof: 'observed' })
    expect(blamed(await engine.ask('file.blame', { path: 'lib.txt' }))).toEqual([null, 'Make b two', null])
    const changes = await rowsOf(engine, `SELECT given_by, chain <> 'main' FROM object_versions WHERE is_change ORDER BY occurred_at`)
    expect(changes).toEqual([
      ['edit', true],
      ['write', true],
    ])
    const [[id]] = (await rowsOf(
      engine,
      `SELECT tool_use_id FROM events WHERE kind = 'tool_call' AND tool_name = 'Edit' AND NOT is_copy ORDER BY occurred_at LIMIT 1`,
    )) as [[string]]
    const call = await engine.ask('objects.show', { objectId: id })
    expect(call.unknownBecause).toBeNull()
    expect(JSON.stringify(call.payload)).toMatch(/"old_string":"b".*has been updated|has been updated.*"old_string":"b"/)
  })
})

test('messages of a sub-agent that its own transcript has too count once', async () => {
  const talk = crew('2.1.42', 'nested')
  const folder = writeConversation(tempDir(), talk)
  const store = tempDir()
  await importInto(store, [folder.projects])
  const count = 'SELECT step, count(*)::INTEGER FROM object_steps GROUP BY ALL ORDER BY ALL'
  const alone = await withEngine(store, async (engine) => {
    await show(engine, 'lib.txt')
    return rowsOf(engine, count)
  })
  expect(alone).toContainEqual(['edited', 1])
})

test.each(forms)('a checkout and drift have what a sub-agent wrote, and its changes are counted: %s, %s', async (version, layout) => {
  const [home, store] = [tempDir(), tempDir()]
  const folder = path.join(home, 'crew')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'lib.txt'), 'a\ntwo\nc\n')
  await importInto(store, [writeConversation(home, crew(version, layout, folder)).projects])
  const chain = await withEngine(store, async (engine) => {
    const changes = await rowsOf(engine, `SELECT DISTINCT commit_id FROM object_versions WHERE is_change`)
    expect(changes).toHaveLength(1)
    return String(changes[0]?.[0])
  })
  const out = path.join(home, 'out')
  // The end of the sub-agent's own chain, and the end of the session with what others saw by then.
  for (const [at, to, ...args] of [
    [chain, `${out}-own`],
    ['crew', `${out}-as-was`, '--as-was'],
  ] as const) {
    expect(strata(store, 'checkout', at, '--to', to, ...args).code, at).toBe(0)
    expect(readFileSync(path.join(to, 'lib.txt'), 'utf8')).toBe('a\ntwo\nc\n')
  }
  expect(readFileSync(path.join(`${out}-own`, 'new.txt'), 'utf8')).toBe('x\n')
  const drift = JSON.parse(strata(store, 'drift', chain, '--json').out) as DriftView
  expect(drift.files.map(({ path: file, state }) => [path.basename(file), state])).toEqual([
    ['lib.txt', 'unchanged'],
    ['new.txt', 'deleted'],
  ])
  const asked = JSON.parse(strata(store, 'ask', 'edits', '--sidechains', '--json').out) as readonly unknown[]
  // One line of lib.txt was replaced, and new.txt has one.
  expect(asked).toEqual([expect.objectContaining({ changes: 2, files: 2, added: 2, removed: 1, surviving: 2 })])
})
