import { expect, onTestFinished, test } from 'vitest'
import { resolveCommit, resolveName, resolveSession } from '../../../../app/engine/commits/resolve-name.ts'
import type { Database } from '../../../../app/store/tables/database.ts'
import { emptyTables } from '../../../support/empty-index.ts'

/** Tables with commits, sessions and refs of the given names; a session's tip may be null. */
const tablesWith = async (
  commits: readonly string[],
  sessions: Readonly<Record<string, string | null>> = {},
  refs: Readonly<Record<string, string>> = {},
): Promise<Database> => {
  const tables = await emptyTables()
  onTestFinished(async () => {
    await tables.close()
  })
  await tables.transaction(async (connection) => {
    for (const id of commits)
      await connection.run(
        `INSERT INTO commits SELECT $id, NULL, 's', 'main', 0, 'delta', 'session_end', 'a', 'b', 'f', 't', 'p', '', '2026-01-01T00:00:00Z',
           NULL, NULL, 0, 0, 0, 0, 0, 0, 0, [], [], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL`,
        { id },
      )
    for (const [id, tip] of Object.entries(sessions))
      await connection.run(
        `INSERT INTO sessions BY NAME
         SELECT $id AS session_id, 'p' AS project, 'f' AS folder, 't' AS template, 'title' AS title, 'id' AS title_source,
           'conversation' AS kind, 'unknown' AS outcome, 'none' AS standing, $tip::VARCHAR AS tip_commit_id, 0 AS records, 0 AS malformed_lines,
           0 AS bytes, 0 AS human_prompts, 0 AS commands, 0 AS responses, 0 AS thinking_blocks, 0 AS tool_calls, 0 AS tool_errors,
           0 AS compactions, 0 AS sub_agents, 0 AS errors, 0 AS commits, [] AS models, 0 AS understated_replies`,
        { id, tip },
      )
    for (const [name, commit] of Object.entries(refs))
      await connection.run(`INSERT INTO refs SELECT $name, 'tag', $commit, NULL`, { name, commit })
  })
  return tables
}

const commits = ['ctx-12345678', 'ctx-12349999', 'ctx-abcdef01', 'ctx-abcdef0123']

test('a commit is named by its id, by a unique beginning, and without ctx-', async () => {
  const tables = await tablesWith(commits)
  for (const text of ['ctx-12345678', 'ctx-12345', '12345']) expect(await resolveCommit(tables, text)).toBe('ctx-12345678')
})

test('a full id names its commit even where a lengthened id begins with it', async () => {
  expect(await resolveCommit(await tablesWith(commits), 'ctx-abcdef01')).toBe('ctx-abcdef01')
})

test('an ambiguous beginning lists its candidates', async () => {
  await expect(resolveCommit(await tablesWith(commits), 'ctx-1234')).rejects.toMatchObject({
    code: 'ambiguous-id',
    data: { text: 'ctx-1234', candidates: ['ctx-12345678', 'ctx-12349999'] },
  })
})

test('a prefix that is too short or not hexadecimal is malformed, and one without a match is not found', async () => {
  const tables = await tablesWith(commits)
  for (const text of ['ctx-123', 'ctx-xyz1', 'ctx-', 'ab'])
    await expect(resolveCommit(tables, text)).rejects.toMatchObject({ code: 'malformed-id' })
  for (const text of ['ctx-ffff', 'ffff', 'nothing-like-it', '%_%_'])
    await expect(resolveCommit(tables, text)).rejects.toMatchObject({ code: 'not-found' })
})

test('a session means its tip, by its id or a unique prefix, with any name', async () => {
  const tables = await tablesWith(commits, { 'f00d-1': 'ctx-12345678', 'not-a-uuid ünï 🚀': 'ctx-abcdef01', 'bare-1': null })
  expect(await resolveCommit(tables, 'f00d')).toBe('ctx-12345678')
  expect(await resolveCommit(tables, 'not-a-uuid ü')).toBe('ctx-abcdef01')
  expect(await resolveName(tables, 'bare-1')).toEqual({ kind: 'session', sessionId: 'bare-1', tipCommitId: null })
  await expect(resolveCommit(tables, 'bare-1')).rejects.toMatchObject({ code: 'not-found' })
})

test('a text that begins both a commit and a session is ambiguous', async () => {
  const tables = await tablesWith(commits, { '12345-session': 'ctx-abcdef01' })
  await expect(resolveCommit(tables, '12345')).rejects.toMatchObject({ data: { candidates: ['ctx-12345678', '12345-session'] } })
})

test('a ref goes before everything else, tags and forks also without their folder', async () => {
  const tables = await tablesWith(commits, { good: 'ctx-12345678' }, { 'tag/good': 'ctx-abcdef01', 'fork/x': 'ctx-12349999' })
  expect(await resolveCommit(tables, 'tag/good')).toBe('ctx-abcdef01')
  expect(await resolveCommit(tables, 'good')).toBe('ctx-abcdef01')
  expect(await resolveCommit(tables, 'x')).toBe('ctx-12349999')
})

test('each part of a ref may be cut short as long as one ref is meant', async () => {
  const refs = {
    'session/aaaa-1111': 'ctx-12345678',
    'agent/aaaa-1111/side-1': 'ctx-abcdef01',
    'agent/aaaa-1111/side-2': 'ctx-12349999',
    'session/a.+b': 'ctx-12345678',
  }
  const tables = await tablesWith(commits, {}, refs)
  expect(await resolveCommit(tables, 'session/aaaa')).toBe('ctx-12345678')
  expect(await resolveCommit(tables, 'agent/aaaa/side-1')).toBe('ctx-abcdef01')
  await expect(resolveCommit(tables, 'agent/aaaa/side')).rejects.toMatchObject({
    data: { candidates: ['agent/aaaa-1111/side-1', 'agent/aaaa-1111/side-2'] },
  })
  await expect(resolveCommit(tables, 'session/....')).rejects.toMatchObject({ code: 'not-found' })
})

test('a session is named by its whole id however many others begin with it', async () => {
  const tables = await tablesWith([], { abcd: null, abcdef: null })
  expect(await resolveSession(tables, 'abcd')).toBe('abcd')
  await expect(resolveSession(tables, 'abc')).rejects.toMatchObject({ code: 'not-found' })
  expect(await resolveSession(tables, 'abcde')).toBe('abcdef')
})

test('a captured session is found without the prefix of its name where nothing else has that name', async () => {
  const tables = await tablesWith(['ctx-abcd1234'], { 'live/abcd': 'ctx-abcd1234', 'live/first run': null })
  expect(await resolveSession(tables, 'abcd')).toBe('live/abcd')
  expect(await resolveName(tables, 'first')).toEqual({ kind: 'session', sessionId: 'live/first run', tipCommitId: null })
  expect(await resolveName(tables, 'abcd')).toEqual({ kind: 'commit', commitId: 'ctx-abcd1234' })
})

test('at most twenty candidates are listed', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `ctx-aaaa00${String(index).padStart(2, '0')}`)
  const failure: unknown = await resolveCommit(await tablesWith(many), 'aaaa').catch((thrown: unknown) => thrown)
  expect(failure).toMatchObject({ data: { candidates: many.slice(0, 20) }, message: expect.stringContaining('and more') as string })
})
