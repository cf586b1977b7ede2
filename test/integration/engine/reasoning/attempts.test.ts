/** What was tried for a file and did not work, and what people say again and again. */
import path from 'node:path'
import { expect, test } from 'vitest'
import type { AttemptsView, RepeatedView } from '../../../../app/contract/reasoning.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

type Talk = ReturnType<typeof conversation>

const storeOf = async (...talks: Talk[]): Promise<string> => {
  const store = path.join(tempDir(), 'store')
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
  return store
}

test('failed calls and commands, undone edits and rejections of a file are listed with their records, the newest first', async () => {
  const talk = conversation({ sessionId: 'tries', seed: 'tries', cwd: '/p' })
    .human('Speed up the tide table')
    .reads('tide.ts', 'const slow = 1\n')
    .thinks("I'll go with a cache for the tide table.")
    .edits('tide.ts', 'const slow = 1', 'const cache = 1')
    .calls('Edit', { file_path: '/p/tide.ts', old_string: 'nowhere', new_string: 'b' })
    .result('last', 'String to replace not found in file.', { error: true })
    .calls('Bash', { command: 'npx tsc tide.ts' })
    .result('last', 'error TS1005', { error: true })
    .edits('tide.ts', 'const cache = 1', 'const slow = 1')
    .agent('Taken back.')
    .human("No, that won't work: the table is too large.")
    .agent('Understood.')
  const store = await storeOf(talk)
  const [found] = JSON.parse(strata(store, 'attempts', 'tide.ts', '--json').out) as (AttemptsView & { file: string })[]
  const kinds = found?.rows.map(({ kind }) => kind) ?? []
  expect(kinds).toEqual(expect.arrayContaining(['failed call', 'failed command', 'replaced or undone edit', 'contradicted decision']))
  expect(found?.total).toBe(kinds.length)
  const times = found?.rows.map(({ occurredAt }) => occurredAt ?? 0) ?? []
  expect(times).toEqual([...times].sort((a, b) => b - a))
  expect(
    found?.rows.every(({ commitId, sourceId, fileLine }) => commitId?.startsWith('ctx-') === true && sourceId !== '' && fileLine > 0),
  ).toBe(true)
  expect(strata(store, 'attempts', 'tide.ts').out).toMatch(/failed command \(Bash\) {2}npx tsc tide\.ts/)
  expect(strata(store, 'attempts', 'lamp.ts').out).toBe('lamp.ts: nothing that failed is recorded.\n')
  expect(strata(store, 'attempts', '--for', 'the cache of the tide table in tide.ts').out).toContain('tide.ts: ')
  expect(strata(store, 'attempts').code).toBe(2)
})

test('a command that failed counts for a file that it names, in the projects that have the file', async () => {
  const tries = (sessionId: string, cwd: string, command: string): Talk =>
    conversation({ sessionId, seed: sessionId, cwd })
      .human('Try it')
      .calls('Bash', { command })
      .result('last', 'failed', { error: true })
      .agent('No.')
  const store = await storeOf(
    conversation({ sessionId: 'own', seed: 'own', cwd: '/p' })
      .human('Read it')
      .reads('src/index.ts', 'a\n')
      .calls('Bash', { command: 'npx tsx src/index.ts' })
      .result('last', 'failed', { error: true })
      .calls('Bash', { command: 'npx tsx src/my-index.ts' })
      .result('last', 'failed', { error: true })
      .agent('No.'),
    tries('other', '/q', 'node src/index.ts'),
  )
  const [found] = JSON.parse(strata(store, 'attempts', 'src/index.ts', '--json').out) as AttemptsView[]
  expect(found?.rows.map(({ what }) => what)).toEqual(['npx tsx src/index.ts'])
  expect(strata(store, 'attempts', '/').err).toContain('names no file')
})

test('what people say in several sessions is grouped over its wordings; texts of the client and printed lines do not count', async () => {
  const said = [
    'Please always run the harbour tests before a commit.',
    'run the harbour tests before each commit',
    'Always run harbour tests before commit!',
  ]
  const talks = said.map((words, nth) =>
    conversation({ sessionId: `s${String(nth)}`, seed: `s${String(nth)}`, cwd: '/p', start: `2026-03-0${String(nth + 1)}T09:00:00Z` })
      .human(`${words}\nError: harbour exploded badly`)
      .agent('Yes.'),
  )
  const store = await storeOf(...talks)
  const found = JSON.parse(strata(store, 'repeated', '--json').out) as RepeatedView
  expect(found).toMatchObject({ rows: [{ text: said[2], times: 3, sessions: 3 }] })
  expect(found.rows[0]?.places.map(({ sessionId }) => sessionId)).toEqual(['s2', 's1', 's0'])
  expect(strata(store, 'repeated').out).toMatch(/3 times in 3 sessions\n {4}ctx-/)
  expect(strata(store, 'repeated', '--sessions', '4').out).toBe('Nothing is said again.\n')
})
