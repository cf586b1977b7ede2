/** What became of decisions, by the records of all sessions: the same in SQL, recall, blame and the memory of a project. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { newProject, read, reasoning, run } from '../../../support/project-memory.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const ring = "I'll use a ring buffer for the tide table instead of a list."

type Talk = ReturnType<typeof conversation>

const tide = (root: string): Talk =>
  conversation({ sessionId: 'tide', seed: 'tide', cwd: root, start: '2026-03-01T09:00:00Z' })
    .human('Write the tide table')
    .thinks(ring)
    .writes('tide.ts', 'const ring = buffer(60)\nexport const keep = ring\n')
    .agent('Written.')

const storeOf = async (...talks: Talk[]): Promise<string> => {
  const store = path.join(tempDir(), 'store')
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
  return store
}

interface Found {
  readonly status: string
  /** Line of the record that shows it. */
  readonly line: number | null
}

const statusOf = (store: string, start: string): Found => {
  const sql = `SELECT status, shown_by_line FROM thinking_events WHERE type = 'decision' AND starts_with(summary, '${start.replaceAll("'", "''")}')`
  const [row] = JSON.parse(strata(store, 'sql', sql, '--json').out) as { status: string; shown_by_line: number | null }[]
  return { status: row?.status ?? 'none', line: row?.shown_by_line ?? null }
}

const later = (root: string): Talk =>
  conversation({ sessionId: 'later', seed: 'later', cwd: root, start: '2026-03-02T09:00:00Z' }).human('Go on')

test('a decision is in force while lines of its edits are left, as the last record with the file shows', async () => {
  expect(statusOf(await storeOf(tide('/p')), "I'll use a ring")).toMatchObject({ status: 'in_force', line: expect.any(Number) as number })
})

test('a decision is stale once no line of its edits is left, also where another session removed them', async () => {
  const talk = later('/p')
    .reads('tide.ts', 'const ring = buffer(60)\nexport const keep = ring\n')
    .writes('tide.ts', 'export {}\n')
    .agent('Done.')
  const store = await storeOf(tide('/p'), talk)
  expect(statusOf(store, "I'll use a ring")).toMatchObject({ status: 'stale', line: expect.any(Number) as number })
})

test('where a part of its lines is left, or the content is not known, nothing is claimed', async () => {
  const talk = tide('/p')
    .human('Thin it out')
    .writes('tide.ts', 'export const keep = ring\nconst a = 1\n')
    .human('More')
    .thinks('Let me look at the lamps of the harbour.')
    .agent('Done.')
  const store = await storeOf(talk)
  expect(statusOf(store, "I'll use a ring").status).toBe('in_force')
  const none = await storeOf(
    conversation({ sessionId: 'plan', seed: 'plan', cwd: '/p' })
      .human('Which?')
      .thinks("I'll go with oil for the lamps of the harbour.")
      .agent('Oil.'),
  )
  expect(statusOf(none, "I'll go with oil")).toEqual({ status: 'unknown', line: null })
})

test('a decision whose edits Git gave back is reverted in the store as in the memory of a project', async () => {
  const talk = later('/p')
    .reads('tide.ts', 'const ring = buffer(60)\n')
    .thinks("I'll go with a longer name for the ring of the harbour.")
    .edits('tide.ts', 'const ring', 'const longRing')
    .calls('Bash', { command: 'git checkout -- tide.ts' })
    .result('last', '')
    .agent('Taken back.')
  const store = await storeOf(talk)
  expect(statusOf(store, "I'll go with a longer").status).toBe('reverted')
})

test('a later session that decides otherwise about the same file supersedes a decision', async () => {
  const talk = later('/p')
    .thinks("I'll use a linked list for the tide table instead, the ring wastes memory.")
    .reads('tide.ts', 'const ring = buffer(60)\nexport const keep = ring\n')
    .edits('tide.ts', 'buffer(60)', 'list(60)')
    .agent('Done.')
  const store = await storeOf(tide('/p'), talk)
  expect(statusOf(store, "I'll use a ring").status).toBe('superseded')
  expect(statusOf(store, "I'll use a linked").status).toBe('in_force')
})

test('a later decision on the subject whose edit replaced the last lines of an earlier one supersedes it', async () => {
  const talk = later('/p')
    .reads('tide.ts', 'const ring = buffer(60)\nexport const keep = ring\n')
    .thinks("I'll keep the tide table in a database, so that the harbour has one.")
    .writes('tide.ts', 'export const keep = open()\n')
    .agent('Done.')
  const store = await storeOf(tide('/p'), talk)
  expect(statusOf(store, "I'll use a ring").status).toBe('superseded')
})

test('SQL, recall, blame and the memory of the project give one status', async () => {
  const project = newProject()
  const store = path.join(project.home, 'store')
  await importInto(store, [writeConversation(path.join(project.home, '.claude'), tide(project.root)).projects])
  expect(statusOf(store, "I'll use a ring").status).toBe('in_force')
  const recalled = run(project, ['recall', 'ring buffer of the tide table', '--json']).out
  expect(JSON.parse(recalled)).toMatchObject({ items: [{ status: 'in_force' }] })
  expect(run(project, ['blame', path.join(project.root, 'tide.ts'), '--why', '-L', '1,1']).out).toContain('decision, in force')
  expect(run(project, ['search', '--reasoning', 'decision']).out).toContain('in force')
  expect(reasoning(project, 'init').code).toBe(0)
  expect(reasoning(project, 'extract')).toMatchObject({ code: 0 })
  expect(read(project.memory, 'events.jsonl')).toContain('"status":"in_force"')
  // A hook reads the transcript alone, and keeps what the store showed.
  expect(reasoning(project, 'query', 'ring buffer of the tide table').out).toContain('decision (in force)')
})

test('a decision about a file that was moved is neither stale nor in force: its lines are in the file of another name', async () => {
  const talk = later('/p').calls('Bash', { command: 'git mv tide.ts tides.ts' }).result('last', '').agent('Moved.')
  expect(statusOf(await storeOf(tide('/p'), talk), "I'll use a ring")).toEqual({ status: 'unknown', line: null })
})

test('a decision with an edit that could not be followed is neither stale nor in force', async () => {
  const talk = tide('/p')
    .calls('Edit', { file_path: '/p/lamps.ts', old_string: 'oil', new_string: 'gas' })
    .result('last', 'The file was updated.')
    .human('Thin it out')
    .writes('tide.ts', 'export {}\n')
    .agent('Done.')
  const store = await storeOf(talk)
  expect(statusOf(store, "I'll use a ring").status).toBe('unknown')
})
