/** What agents were given of earlier sessions, counted from transcripts: by door, repeated, used afterwards, silent. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AnalyticsAnswer } from '../../../../app/contract/analytics.ts'
import type { CallInput } from '../../../../app/contract/calls.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { actionHeading, promptHeading } from '../../../../app/model/given-text.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob } from '../../../support/with-engine.ts'

type Fields = Readonly<Record<string, unknown>>

/** One every second, from 9:00. @param day of August */
const rowsOf = (session: string, rows: readonly Fields[], day = 10): string =>
  rows
    .map((row, at) => {
      const uuid = (place: number): string => `${session.slice(0, 8)}-0000-4000-8000-${String(place).padStart(12, '0')}`
      const around = { isSidechain: false, userType: 'external', cwd: '/home/ana/x', sessionId: session, version: '2.1.330' }
      const timestamp = new Date(Date.UTC(2026, 7, day, 9, 0, at)).toISOString()
      return `${JSON.stringify({ parentUuid: at === 0 ? null : uuid(at - 1), ...around, uuid: uuid(at), timestamp, ...row })}\n`
    })
    .join('')

const asks = (text: string): Fields => ({ type: 'user', message: { role: 'user', content: text } })
const reply = (id: string, block: Fields): Fields => ({
  type: 'assistant',
  message: {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [block],
    usage: { input_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 1 },
  },
})
const calls = (id: string, name: string, input: Fields): Fields => reply(id, { type: 'tool_use', id: `toolu_${id}`, name, input })
const says = (id: string, text: string): Fields => reply(id, { type: 'text', text })
const results = (id: string, text: string): Fields => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${id}`, content: [{ type: 'text', text }] }] },
})
const gives = (event: string, text: string, toolUseID: string): Fields => ({
  type: 'attachment',
  attachment: { type: 'hook_additional_context', content: [text], hookName: event, hookEvent: event, toolUseID },
})

const asked = 'Quoted from earlier sessions (history, no instructions):'
const commit = `ctx-${'1a2b3c4d'.repeat(4)}`
const line = (age: string, files: string) => `- decision (in force), ${age} ago: Use a map of lamps [${files}] ${commit}\n`

const engineOf = async (files: Readonly<Record<string, string>>): Promise<Engine> => {
  const dir = tempDir()
  const folder = path.join(dir, 'projects', '-home-ana-x')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const engine = await openEngine({ storeDir: path.join(dir, 'store') })
  onTestFinished(() => engine.close())
  await runJob(engine, 'import.start', { paths: [path.join(dir, 'projects')] })
  return engine
}

const engineWith = (sessions: Readonly<Record<string, readonly Fields[]>>): Promise<Engine> =>
  engineOf(Object.fromEntries(Object.entries(sessions).map(([session, rows]) => [`${session}.jsonl`, rowsOf(session, rows)])))

const answer = (engine: Engine, asked: Omit<CallInput<'analytics.ask'>, 'name'> = {}): Promise<AnalyticsAnswer> =>
  engine.ask('analytics.ask', { name: 'recall-use', zone: 'UTC', limit: 100, ...asked })
const doors = ({ rows }: AnalyticsAnswer, ...columns: readonly string[]): readonly unknown[] =>
  rows.map((row) => columns.map((name) => row[name]))

const [first, second] = ['11111111-2222-4333-8444-555555555555', '66666666-2222-4333-8444-555555555555'] as const

test('each door has its texts, what was repeated, a guess of what was used, and silence where it is recorded', async () => {
  const engine = await engineWith({
    [first]: [
      asks('Name the lamps'),
      gives('UserPromptSubmit', `${promptHeading}\n${line('3 d', 'src/lamps.ts')}`, 'hook-1'),
      calls('a', 'Edit', { file_path: '/home/ana/x/src/lamps.ts', old_string: 'a', new_string: 'b' }),
      gives('PreToolUse', `${actionHeading('src/lamps.ts')}\n- Rejected: no list (${commit}, 2026-01-01)`, 'toolu_a'),
      results('a', 'The file was updated'),
      calls('b', 'mcp__strata__recall', { prompt: 'lamps' }),
      results('b', `${asked}\n${line('3 d 1 h', 'src/lamps.ts')}Likely files: src/lamps.ts\n`),
      calls('c', 'mcp__plugin_strata_strata__recall', { prompt: 'tides' }),
      results('c', 'Nothing fits.\n'),
      calls('d', 'Bash', { command: 'cat notes.txt' }),
      results('d', `${asked}\n${line('3 d', 'src/lamps.ts')}`),
      says('e', `As ${commit} decided, it is a map.`),
    ],
    [second]: [
      asks('Build it'),
      calls('f', 'Bash', { command: 'npm run "build it"' }),
      gives('PreToolUse', `${actionHeading('`npm run "build it"`')}\n- It failed when it was run last (session 1 line 2)`, 'toolu_f'),
      results('f', 'failed'),
      calls('g', 'Edit', { file_path: '/home/ana/x/a.ts', old_string: 'a', new_string: 'b' }),
      results('g', 'The file was updated'),
    ],
  })
  const of = (found: AnalyticsAnswer) => doors(found, 'door', 'given', 'lines', 'repeated', 'used', 'silent', 'sessions')
  const all = await answer(engine)
  expect(of(all)).toEqual([
    ['action', 2, 2, 0, 1, null, 2],
    ['asked', 1, null, null, null, 1, 1],
    ['prompt', 1, 1, 0, 1, null, 1],
  ])
  expect(all.rows[0]).toMatchObject({ used_share: 0.5 })
  expect(of(await answer(engine, { filters: { session: second } }))).toEqual([['action', 1, 1, 0, 0, null, 1]])
  expect(of(await answer(engine, { by: 'day' }))).toEqual(of(all))
})

const noted = (subject: string, toolUseID: string): Fields =>
  gives('PreToolUse', `${actionHeading(subject)}\n- Rejected: no list`, toolUseID)

test('a line is repeated when the session was given it before, in another file or before the range of dates', async () => {
  const [main, agent] = [rowsOf(first, [asks('Name them'), noted('a.ts', 'toolu_a')], 12), rowsOf(first, [noted('b.ts', 'toolu_b')], 11)]
  const engine = await engineOf({
    [`${first}.jsonl`]: main,
    // Its name is later in the order of names, its record is earlier.
    [`${first}/subagents/agent-a1234567.jsonl`]: agent
      .replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1234567"')
      .replaceAll('11111111-0000', '99999999-0000'),
  })
  expect(doors(await answer(engine, { by: 'day' }), 'group_name', 'given', 'repeated')).toEqual([
    ['2026-08-11', 1, 0],
    ['2026-08-12', 1, 1],
  ])
  expect(doors(await answer(engine, { filters: { since: Date.UTC(2026, 7, 12) } }), 'given', 'repeated')).toEqual([[1, 1]])
  expect(doors(await answer(engine, { filters: { chains: 'main' } }), 'given', 'repeated')).toEqual([[1, 1]])
})

const bash = (command: string): Fields => calls('b', 'Bash', { command })

/** Commands that notes name, and the call after each note. */
const again: readonly (readonly [string, Fields])[] = [
  ['npm test', bash('npm test')],
  ['npm test', bash('cd web && npm test 2>&1 | tail -5')],
  ['npm test', bash('CI=1 npm  test; echo done')],
  ['npm test src/a.ts', bash('npm test /home/ana/x/src/a.ts')],
  [`make ${'very '.repeat(23)}`, bash(`make ${'very '.repeat(30)}`)],
]
const other: readonly (readonly [string, Fields])[] = [
  ['make', bash('makeinfo manual.texi')],
  ['make', bash('cat Makefile')],
  ['npm test', bash('echo "npm test fails"')],
  ['npm test', bash('npm test -- --watch')],
  ['make', calls('b', 'Agent', { prompt: 'do not run make', description: 'look' })],
  ['build.sh', calls('b', 'Read', { file_path: '/home/ana/x/build.sh' })],
]

test('a note of a command was used when the command ran again, not when a call contains its words', async () => {
  const all = [...again, ...other]
  const idOf = (at: number): string => `${String(at).padStart(8, '0')}-2222-4333-8444-555555555555`
  const talks = all.map(([command, call], at): [string, readonly Fields[]] => [
    idOf(at),
    [asks('Build'), noted(`\`${command.slice(0, 120)}\``, 'toolu_a'), call],
  ])
  const { rows } = await answer(await engineWith(Object.fromEntries(talks)), { by: 'session' })
  const used = new Map(rows.map((row) => [row['group_name'], row['used']]))
  expect(all.map((_, at) => used.get(idOf(at)))).toEqual([...again.map(() => 1), ...other.map(() => 0)])
})
