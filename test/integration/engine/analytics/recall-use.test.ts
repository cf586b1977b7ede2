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

const rowsOf = (session: string, rows: readonly Fields[]): string =>
  rows
    .map((row, at) => {
      const uuid = (place: number): string => `${session.slice(0, 8)}-0000-4000-8000-${String(place).padStart(12, '0')}`
      const around = { isSidechain: false, userType: 'external', cwd: '/home/ana/x', sessionId: session, version: '2.1.330' }
      const timestamp = new Date(Date.UTC(2026, 7, 10, 9, 0, at)).toISOString()
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

const engineWith = async (sessions: Readonly<Record<string, readonly Fields[]>>): Promise<Engine> => {
  const dir = tempDir()
  const folder = path.join(dir, 'projects', '-home-ana-x')
  mkdirSync(folder, { recursive: true })
  for (const [session, rows] of Object.entries(sessions)) writeFileSync(path.join(folder, `${session}.jsonl`), rowsOf(session, rows))
  const engine = await openEngine({ storeDir: path.join(dir, 'store') })
  onTestFinished(() => engine.close())
  await runJob(engine, 'import.start', { paths: [path.join(dir, 'projects')] })
  return engine
}

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
  const ask = async (asked: Omit<CallInput<'analytics.ask'>, 'name'> = {}) =>
    engine.ask('analytics.ask', { name: 'recall-use', zone: 'UTC', limit: 100, ...asked })
  const of = ({ rows }: AnalyticsAnswer) =>
    rows.map((row) => ['door', 'given', 'lines', 'repeated', 'used', 'silent', 'sessions'].map((name) => row[name]))
  const all = await ask()
  expect(of(all)).toEqual([
    ['action', 2, 2, 0, 1, null, 2],
    ['asked', 1, null, null, null, 1, 1],
    ['prompt', 1, 1, 0, 1, null, 1],
  ])
  expect(all.rows[0]).toMatchObject({ used_share: 0.5 })
  expect(of(await ask({ filters: { session: second } }))).toEqual([['action', 1, 1, 0, 0, null, 1]])
  expect(of(await ask({ by: 'day' }))).toEqual(of(all))
})
