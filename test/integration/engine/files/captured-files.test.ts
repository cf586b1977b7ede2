/** Files of captured agents: what their calls and results say is known like what transcripts say, and nothing else is. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { BlameView, FileHistoryView, KnownFileView } from '../../../../app/contract/objects.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { captureParts, ended, newStore, reply, result, said, user } from '../../../support/scripted-agent.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const init = (version: object = { claude_code_version: '2.1.9' }): string =>
  JSON.stringify({ type: 'system', subtype: 'init', session_id: 's-1', cwd: '/p/garden', model: 'claude-sonnet-4-5', ...version })
const idOf = (name: string): string => `toolu_${name.padEnd(24, '0')}`
const call = (name: string, tool: string, input: object): string =>
  reply(`m-${name}`, { type: 'tool_use', id: idOf(name), name: tool, input })
const answer = (name: string, output: string): string => result(idOf(name), output)
const failed = (name: string, output: string): string =>
  user([{ type: 'tool_result', tool_use_id: idOf(name), content: output, is_error: true }])

const beds = '/p/garden/beds.ts'
const plan = '/p/garden/plan.md'

/** Reads a file, edits it, writes another one, and runs commands. */
const gardening = [
  init(),
  reply('m0', said('I look.')),
  call('read', 'Read', { file_path: beds }),
  answer('read', '     1→const beds = 2\n     2→export { beds }\n     3→'),
  call('edit', 'Edit', { file_path: beds, old_string: 'const beds = 2', new_string: 'const beds = 3' }),
  answer('edit', `The file ${beds} has been updated successfully.`),
  reply('m1', said('Three beds.')),
  call('write', 'Write', { file_path: plan, content: 'Dig\nSow\n' }),
  answer('write', `File created successfully at: ${plan}`),
  call('failed', 'Edit', { file_path: plan, old_string: 'Mow', new_string: 'Rest' }),
  failed('failed', '<tool_use_error>String to replace not found in file.</tool_use_error>'),
  call('part', 'Read', { file_path: '/p/garden/long.md', offset: 7, limit: 2 }),
  answer('part', '     7→seven\n     8→eight'),
  call('run', 'Bash', { command: 'sed -i s/beds/BEDS/ beds.ts' }),
  answer('run', ''),
  ended(0.5),
]

const captureInto = (store: string, lines: readonly string[], ...args: readonly string[]): Promise<string> =>
  captureParts(store, [lines], ...args)

const captured = (lines: readonly string[], ...args: readonly string[]): Promise<string> => captureInto(newStore(), lines, ...args)

const json = (store: string, ...args: readonly string[]): unknown => {
  const { out, err } = strata(store, ...args, '--json')
  expect(err).toBe('')
  return JSON.parse(out)
}
const shown = (store: string, name: string, ...more: readonly string[]): KnownFileView =>
  json(store, 'file', 'show', name, ...more) as KnownFileView

let folder = ''
beforeAll(() => {
  folder = newStore()
})

/** Captured once, within a test: a command that runs belongs to one. */
let garden: Promise<string> | undefined
const gardenStore = (): Promise<string> => (garden ??= captureParts(folder, [gardening.slice(0, 7), gardening.slice(7)]))

test('files of a captured agent are shown as it knew them', async () => {
  const store = await gardenStore()
  const file = shown(store, 'beds.ts')
  expect([file.path, file.sessionId, file.content, file.proof]).toEqual([beds, 'live/s-1', 'const beds = 3\nexport { beds }\n', 'computed'])
  // The command at the end may have changed it.
  expect(shown(store, 'beds.ts', '--at', 'live/s-1')).toMatchObject({ content: file.content, proof: 'likely' })
  const written = shown(store, 'plan.md')
  expect([written.content, written.proof]).toEqual(['Dig\nSow\n', 'observed'])
})

test('a record is named by its commit and its number there', async () => {
  const store = await gardenStore()
  const history = json(store, 'file', 'history', 'beds.ts') as FileHistoryView
  expect(history.versions.map(({ by, added, removed, proof }) => [by, added, removed, proof])).toEqual([
    ['edit', 1, 1, 'computed'],
    ['read', null, null, 'observed'],
  ])
  const [edit] = history.versions
  const name = `${edit?.record.sourceId ?? ''}:${edit?.record.line ?? 0}`
  expect(name).toMatch(/^ctx-\w+:\d+$/)
  expect(shown(store, 'beds.ts', '--before', name).content).toBe('const beds = 2\nexport { beds }\n')
  expect(shown(store, 'beds.ts', '--after', name)).toMatchObject({ content: 'const beds = 3\nexport { beds }\n', proof: 'computed' })
})

test('of a part that a call asked for, only its lines are known', async () => {
  const store = await gardenStore()
  const file = shown(store, 'long.md')
  expect([file.content, file.proof, file.ranges.map(({ from, to, proof }) => [from, to, proof])]).toEqual([
    null,
    'partial',
    [
      [1, 6, 'unknown'],
      [7, 8, 'observed'],
    ],
  ])
})

test('lines have the agent and the prompt that they come from', async () => {
  const store = await gardenStore()
  const blame = json(store, 'blame', 'beds.ts') as BlameView
  const ofLines = blame.lines.map(({ origin }) => (origin === null ? null : blame.origins[origin]))
  expect(ofLines[0]).toMatchObject({ source: 'agent', sessionId: 'live/s-1', prompt: 'What is in a?', by: 'edit' })
  expect(ofLines[1]?.source).not.toBe('agent')
})

test('the files of a captured session are checked out', async () => {
  const store = await gardenStore()
  const to = path.join(tempDir(), 'out')
  expect(strata(store, 'checkout', 'live/s-1', '--to', to)).toMatchObject({ code: 0 })
  expect(readFileSync(path.join(to, 'plan.md'), 'utf8')).toBe('Dig\nSow\n')
  expect(readFileSync(path.join(to, 'beds.ts'), 'utf8')).toBe('const beds = 3\nexport { beds }\n')
  expect(existsSync(path.join(to, 'long.md'))).toBe(false)
})

const tables = ['object_steps', 'objects', 'object_versions', 'object_checks'] as const

const rowsOf = async (engine: Engine, sql: string) => (await engine.ask('sql.run', { sql, queryId: sql.slice(0, 100) })).rows

const allOf = (of: string): Promise<readonly unknown[]> =>
  withEngine(of, (engine) => Promise.all(tables.map((table) => rowsOf(engine, `SELECT * FROM ${table} ORDER BY ALL`))))

test('a reindex gives the same rows, and so does the same stream cut after every tool result', async () => {
  const store = await gardenStore()
  const before = await allOf(store)
  expect(strata(store, 'reindex').code).toBe(0)
  expect(await allOf(store)).toEqual(before)
  const finer = await captured(gardening, '--granularity', 'tool')
  const steps = 'SELECT step, path, effect FROM object_steps ORDER BY ALL'
  const [rows, ofFiner] = await Promise.all([store, finer].map((of) => withEngine(of, (engine) => rowsOf(engine, steps))))
  expect(ofFiner).toEqual(rows)
})

test('facts follow the commits of a session that continues', async () => {
  const own = await captured(gardening.slice(0, 7))
  expect(shown(own, 'beds.ts').content).toContain('beds = 3')
  const more = [
    call('again', 'Edit', { file_path: beds, old_string: 'const beds = 3', new_string: 'const beds = 4' }),
    answer('again', `The file ${beds} has been updated successfully.`),
    ended(0.5),
  ]
  await captureInto(own, [init(), ...more], '--continue')
  expect(shown(own, 'beds.ts').content).toBe('const beds = 4\nexport { beds }\n')
})

test('what a stream does not say is not known', async () => {
  const own = await captured([
    init({}),
    call('plain', 'Read', { file_path: '/p/garden/plain.md' }),
    answer('plain', 'no numbers\n1\ttabs of the file'),
    call('tabs', 'Read', { file_path: '/p/garden/table.tsv' }),
    answer('tabs', '1\tone\n2\ttwo'),
    call('blind', 'Edit', { file_path: '/p/garden/blind.md', old_string: 'a', new_string: 'b' }),
    answer('blind', 'done'),
    call('person', 'Write', { file_path: '/p/garden/person.md', content: 'mine' }),
    answer('person', 'The file /p/garden/person.md has been updated.  The user modified your proposed changes before accepting them.'),
    call('seen', 'Write', { file_path: '/p/garden/seen.md', content: 'seen\n' }),
    answer('seen', 'ok'),
    call('nameless', 'Write', { target: '/p/garden/seen.md', content: 'other\n' }),
    answer('nameless', 'ok'),
    ended(0.5),
  ])
  for (const name of ['plain.md', 'table.tsv'])
    expect(strata(own, 'file', 'show', name).err).toContain('No record shows the content of the file')
  for (const name of ['blind.md', 'person.md']) {
    const { content, ranges } = shown(own, name)
    expect([content, ranges.filter(({ proof }) => proof === 'observed')]).toEqual([null, []])
  }
  expect(shown(own, 'seen.md')).toMatchObject({ content: 'seen\n', proof: 'likely' })
})

test('a relative path of a command that ran after another folder was entered leads nowhere for certain', async () => {
  const own = await captured([
    init(),
    call('write', 'Write', { file_path: beds, content: 'x\n' }),
    answer('write', 'ok'),
    call('enter', 'Bash', { command: 'cd sub' }),
    answer('enter', ''),
    call('remove', 'Bash', { command: 'rm plan.md' }),
    answer('remove', ''),
    ended(0.5),
  ])
  const steps = await withEngine(own, (engine) => rowsOf(engine, "SELECT step, path FROM object_steps WHERE step = 'gone'"))
  expect(steps).toEqual([])
})

test('the files of a captured agent are tracked', async () => {
  const project = tempDir()
  const notes = path.join(project, 'notes.md')
  writeFileSync(notes, 'one\n')
  const own = await captured([
    init({ cwd: project }),
    call('write', 'Write', { file_path: notes, content: 'one\n' }),
    answer('write', `File created successfully at: ${notes}`),
    ended(0.5),
  ])
  await withEngine(own, async (engine) => {
    const started = await engine.ask('track.start', { sessions: ['live/s-1'] })
    expect(started).toMatchObject({ kept: [{ sessionId: 'live/s-1' }], files: [{ path: notes, state: 'attached', versions: 0 }] })
    writeFileSync(notes, 'by hand\n')
    const versions = async () => (await engine.ask('track.show', { sessions: ['live/s-1'] })).files.map((file) => file.versions)
    await expect.poll(versions, { timeout: 10_000 }).toEqual([1])
  })
})

test('files on disk are compared with those of a captured agent, and their lines are followed', async () => {
  const project = tempDir()
  const notes = path.join(project, 'notes.md')
  const own = await captured([
    init({ cwd: project }),
    call('write', 'Write', { file_path: notes, content: 'one\ntwo\n' }),
    answer('write', `File created successfully at: ${notes}`),
    ended(0.5),
  ])
  writeFileSync(notes, 'one\nTWO\n')
  expect(strata(own, 'drift', 'live/s-1').out).toMatch(/changed +.*notes\.md/)
  const blame = json(own, 'blame', notes, '--working-tree') as BlameView
  const sources = blame.lines.map(({ origin }) => (origin === null ? null : blame.origins[origin]?.sessionId))
  expect(sources).toEqual(['live/s-1', null])
  expect(strata(own, 'objects', '--at', 'live/s-1', '--state', 'active').out).toContain('notes.md')
})

test('what a captured sub-agent edits is known to it, with its task, and doubted by its caller', async () => {
  const task = 'toolu_task00000000000000000000'
  const ofAgent = (line: string): string => JSON.stringify({ ...(JSON.parse(line) as object), parent_tool_use_id: task })
  const before = [init(), call('write', 'Write', { file_path: beds, content: 'a\nb\n' }), answer('write', 'ok')]
  const after = [
    reply('m1', { type: 'tool_use', id: task, name: 'Task', input: { subagent_type: 'Explore', prompt: 'Mow' } }),
    ofAgent(user([said('Mow')])),
    ofAgent(call('read', 'Read', { file_path: beds })),
    ofAgent(answer('read', '     1→a\n     2→b\n     3→')),
    ofAgent(call('edit', 'Edit', { file_path: beds, old_string: 'b', new_string: 'B' })),
    ofAgent(answer('edit', 'ok')),
    ofAgent(reply('a1', said('Done.'))),
    result(task, 'done'),
    reply('m2', said('All done.')),
    ended(0.5),
  ]
  const own = await captureParts(newStore(), [before, after])
  expect(shown(own, 'beds.ts', '--at', 'live/s-1')).toMatchObject({ content: 'a\nb\n', proof: 'likely' })
  expect(shown(own, 'beds.ts', '--at', 'live/s-1', '--as-was').content).toBe('a\nB\n')
  const blame = json(own, 'blame', 'beds.ts') as BlameView
  expect(blame.lines.map(({ text, origin }) => [text, blame.origins[origin ?? -1]?.prompt])).toEqual([
    ['a', 'What is in a?'],
    ['B', 'Mow'],
  ])
})

test('what another program recorded of its calls is known too', () => {
  const file = path.join(tempDir(), 'other.jsonl')
  const at = '2026-02-01T09:00:00Z'
  const lines = [
    { type: 'tool_call', tool_call: { id: 'c1', name: 'Write', input: { file_path: plan, content: 'Dig\n' } } },
    { type: 'tool_result', tool_result: { id: 'c1', output: 'written' } },
    { type: 'tool_call', tool_call: { id: 'c2', name: 'Edit', input: { file_path: plan, old_string: 'Dig', new_string: 'Sow' } } },
    { type: 'response', response: { content: 'I edit.' } },
    { type: 'tool_result', tool_result: { id: 'c2', output: 'edited' } },
    { type: 'tool_call', tool_call: { id: 'c3', name: 'Write', input: { file_path: beds, content: 'x' } } },
    { type: 'tool_result', tool_result: { id: 'c3', is_error: true, output: 'no space' } },
    { type: 'response', response: { content: 'Done.' } },
  ]
  writeFileSync(file, lines.map((line) => JSON.stringify({ timestamp: at, ...line })).join('\n'))
  const own = newStore()
  expect(strata(own, 'import', '--format', 'session-log', file).code).toBe(0)
  expect(shown(own, 'plan.md')).toMatchObject({ sessionId: 'live/other', content: 'Sow\n', proof: 'computed' })
  expect(strata(own, 'file', 'show', 'beds.ts').err).toContain('No record shows the content of the file')
})

const changes = (of: string) =>
  withEngine(of, (engine) =>
    rowsOf(engine, "SELECT session_id, count(*)::INTEGER FROM object_steps WHERE step IN ('written', 'edited') GROUP BY ALL ORDER BY ALL"),
  )

test('what the transcript of the same session says is counted there alone, as long as the store contains it', async () => {
  const own = await captured(gardening)
  expect(await changes(own)).toEqual([['live/s-1', 2]])
  const talk = conversation({ sessionId: 's-1', seed: 's-1', cwd: '/p/garden' })
    .human('What is in a?')
    .reads(beds, 'const beds = 2\nexport { beds }\n')
    .edits(beds, 'const beds = 2', 'const beds = 3')
    .agent('Three beds.')
  const { projects } = writeConversation(tempDir(), talk)
  const file = path.join(projects, talk.path)
  const lines = readFileSync(file, 'utf8')
  const [readId = '', editId = ''] = [...lines.matchAll(/"id":"(toolu_[^"]+)"/g)].map(([, id]) => id)
  writeFileSync(file, lines.replaceAll(readId, idOf('read')).replaceAll(editId, idOf('edit')))
  await importInto(own, [projects])
  // The transcript ends before the captured session wrote the plan.
  expect(await changes(own)).toEqual([
    ['live/s-1', 1],
    ['s-1', 1],
  ])
  await withEngine(own, (engine) => runJob(engine, 'removal.start', { sessions: ['s-1'], dryRun: false }))
  expect(await changes(own)).toEqual([['live/s-1', 2]])
})
