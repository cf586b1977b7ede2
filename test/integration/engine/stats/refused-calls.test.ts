/** A call that was refused, or that a person stopped, did not fail: no place says so or counts it. */
import { expect, test } from 'vitest'
import type { Event } from '../../../../app/model/event.ts'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import { laneIndexes } from '../../../../renderer/panels/timeline/lane-index.ts'
import { rangeFigures } from '../../../../renderer/panels/timeline/range-figures.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { made, madeAt, prompt, reply } from '../../../support/made-commits.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const byPerson = "The user doesn't want to proceed with this tool use. The tool use was rejected."
const byRule = 'Permission to use Bash with command rm has been denied.'
const stopped = '<error>Command was aborted before completion</error>'

const talk = () =>
  conversation()
    .human('Clean up')
    .agent('I edit, remove and wait.')
    .calls('Edit', { file_path: '/a.ts', old_string: 'x', new_string: 'y' })
    .result('last', byPerson, { error: true })
    .calls('Bash', { command: 'rm -r build' })
    .result('last', byRule, { error: true })
    .calls('Bash', { command: 'sleep 100' })
    .result('last', stopped, { error: true, toolUseResult: { stdout: '', stderr: stopped, interrupted: true } })
    .calls('WebFetch', { url: 'https://site.example' })
    .result('last', '[Request interrupted by user for tool use]', { error: true })
    .calls('Bash', { command: 'false' })
    .result('last', 'Exit code 1', { error: true })
    .agent('Done.')

const call = (id: string, name: string): Event => ({ type: 'tool_call', timestamp: madeAt + 2, payload: { id, name } })
const result = (id: string, output: string, isError = true): Event => ({
  type: 'tool_result',
  timestamp: madeAt + 3,
  payload: { id, output, is_error: isError },
})

const refusalsIn = async (engine: Engine, commitIds: readonly string[]) => {
  const readings = await Promise.all(commitIds.map((commitId) => engine.ask('commit.read', { commitId })))
  return readings
    .flatMap(({ items }) => items.flatMap(({ blocks }) => blocks))
    .flatMap((block) => (block.kind === 'tool_call' && block.result !== null ? [block.result] : []))
    .map(({ isError, refusal }) => refusal ?? (isError ? 'failed' : 'done'))
}

const rangeOf = async (engine: Engine, sessionId: string) => {
  const { marks } = rangeFigures(laneIndexes(await engine.ask('session.timeline', { sessionId })), -Infinity, Infinity)
  return { errors: marks.error, refused: marks.refused }
}

const commitsOf = async (engine: Engine, of: string) => (await engine.ask('chain.log', { of })).commits

test('no place counts or shows a refused or interrupted call of a transcript as failed', async () => {
  const storeDir = `${tempDir()}/store`
  const chat = talk()
  await importInto(storeDir, [writeConversation(tempDir(), chat).projects])
  await withEngine(storeDir, async (engine) => {
    const commits = await commitsOf(engine, chat.sessionId)
    const ids = commits.map(({ commitId }) => commitId).reverse()
    expect(await refusalsIn(engine, ids)).toEqual(['refused', 'denied', 'interrupted', 'interrupted', 'failed'])
    expect(commits.map(({ summary }) => summary).join()).toContain('1 error; 4 refused calls')
    expect(commits.reduce((sum, { errors }) => sum + errors, 0)).toBe(1)
    expect(await engine.ask('session.show', { sessionId: chat.sessionId })).toMatchObject({ errors: 1, toolErrors: 1 })
    expect(await rangeOf(engine, chat.sessionId)).toEqual({ errors: 1, refused: 4 })
    const failed = await engine.ask('analytics.ask', { name: 'events', parameters: { kind: 'tool_result', failed: true } })
    expect(failed.rows).toHaveLength(1)
    const outcomes = (await engine.ask('analytics.ask', { name: 'tool-calls' })).rows.map((row) => row['outcome'])
    expect(outcomes.sort()).toEqual(['error', 'interrupted', 'interrupted', 'refused', 'refused'])
    const stats = await engine.ask('stats.show', {})
    const sumOf = (key: 'refusals' | 'interruptions') => stats.tools.reduce((sum, tool) => sum + tool[key], 0)
    expect([sumOf('refusals'), sumOf('interruptions')]).toEqual([2, 2])
    expect((await engine.ask('files.list', {})).rows).toMatchObject([{ path: '/a.ts', calls: 1, changes: 0, failed: 0 }])
    expect((await engine.ask('files.versions', { path: '/a.ts' })).rows).toMatchObject([{ outcome: 'refused' }])
  })
  const { out } = strata(storeDir, 'show', chat.sessionId)
  expect(out).toContain('refused by a person:')
  expect(out).toContain('refused by a permission rule or a hook:')
  expect(out).toContain('stopped by a person:')
})

test('a call that the client cancelled did not fail, one that it rejected failed, and every door counts both', async () => {
  const storeDir = `${tempDir()}/store`
  const chat = conversation()
    .human('Read all')
    .calls('Read', { file_path: '/a' })
    .result('last', '<tool_use_error>Sibling tool call errored</tool_use_error>', { error: true })
    .calls('Read', { file_path: '/b' })
    .result('last', '<tool_use_error>Cancelled: parallel tool call Bash(make) errored</tool_use_error>', { error: true })
    .calls('Read', { file: '/c' })
    .result('last', '<tool_use_error>InputValidationError: Read failed due to the following issue</tool_use_error>', { error: true })
    .calls('Read', { file_path: '/d' })
    .result('last', 'File does not exist.', { error: true })
    .agent('Done.')
  await importInto(storeDir, [writeConversation(tempDir(), chat).projects])
  const counts = { calls: 4, errors: 2, refusals: 0, interruptions: 0, cancelled: 2 }
  await withEngine(storeDir, async (engine) => {
    const ids = (await commitsOf(engine, chat.sessionId)).map(({ commitId }) => commitId).reverse()
    expect(await refusalsIn(engine, ids)).toEqual(['cancelled', 'cancelled', 'failed', 'failed'])
    expect((await engine.ask('stats.show', {})).tools).toEqual([{ tool: 'Read', ...counts }])
    const { rows } = await engine.ask('analytics.ask', { name: 'tools' })
    expect(rows).toMatchObject([{ ...counts, n: 2, invalid: 1, error_rate: 1, error_rate_high: 1 }])
    expect(rows[0]?.['error_rate_low']).toBeCloseTo(0.3424, 3)
    expect((await engine.ask('stats.show', {})).tools).toEqual([{ tool: 'Read', ...counts }])
    const invalid = await engine.ask('analytics.ask', { name: 'tool-calls', parameters: { outcome: 'invalid' } })
    expect(invalid.rows).toMatchObject([{ outcome: 'error' }])
  })
  const [asked] = JSON.parse(strata(storeDir, 'ask', 'tools', '--json').out) as readonly object[]
  expect(asked).toMatchObject(counts)
  const sql = 'SELECT count(*) FILTER (is_cancelled) AS cancelled, count(*) FILTER (is_error) AS errors FROM tool_uses'
  expect(strata(storeDir, 'sql', sql, '--csv').out).toContain('2,2')
})

test('a result that only quotes a refusal failed', async () => {
  const storeDir = `${tempDir()}/store`
  const chat = conversation().human('Test it').calls('Bash', { command: 'x' }).result('last', `Exit code 1\n${byPerson}`, { error: true })
  await importInto(storeDir, [writeConversation(tempDir(), chat).projects])
  await withEngine(storeDir, async (engine) => {
    expect(await rangeOf(engine, chat.sessionId)).toEqual({ errors: 1, refused: 0 })
  })
})

test('a captured chain distinguishes refused calls from failed ones, and pairs ids that repeat in every reply', async () => {
  await withEngine(`${tempDir()}/store`, async (engine) => {
    const first = [prompt('Go'), reply('Both.'), call('call_0', 'Edit'), call('call_1', 'Bash')]
    const results = [result('call_0', byPerson), result('call_1', 'Exit code 1')]
    const again = [reply('Again.'), call('call_0', 'Read'), result('call_0', 'beans', false)]
    const one = await made(engine, { sessionId: 's', bytes: encodeEvents([...first, ...results, ...again]) })
    const two = await made(engine, { sessionId: 's', parent: one, bytes: encodeEvents([prompt('More'), call('call_0', 'Write')]) })
    const three = await made(engine, { sessionId: 's', parent: two, bytes: encodeEvents([result('call_0', 'written', false)]) })
    expect(await refusalsIn(engine, [one])).toEqual(['refused', 'failed', 'done'])
    expect((await commitsOf(engine, three)).map(({ errors }) => errors)).toEqual([0, 0, 1])
    expect(await engine.ask('session.show', { sessionId: 'live/s' })).toMatchObject({ errors: 1, toolErrors: 1 })
    expect(await rangeOf(engine, 'live/s')).toEqual({ errors: 1, refused: 1 })
    const calls = (await engine.ask('analytics.ask', { name: 'tool-calls', filters: { session: 'live/s' } })).rows
    const outcomes = calls.map((row) => `${String(row['tool_name'])} ${String(row['outcome'])}`)
    expect(outcomes.sort()).toEqual(['Bash error', 'Edit refused', 'Read result', 'Write result'])
  })
})
