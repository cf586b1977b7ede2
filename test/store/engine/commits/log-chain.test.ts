import { expect, test } from 'vitest'
import { calls, type CallInput } from '../../../../app/contract/calls.ts'
import { logChain } from '../../../../app/engine/commits/log-chain.ts'
import { showCommit } from '../../../../app/engine/commits/find-commit.ts'
import type { Database } from '../../../../app/store/tables/database.ts'
import { conversation } from '../../../support/conversation.ts'
import { sharedTables, tablesOf } from '../../../support/tables-of.ts'

const log = (tables: Database, input: CallInput<'chain.log'> = {}) => logChain(tables, calls['chain.log'].input.parse(input))
const summaries = async (tables: Database, input?: CallInput<'chain.log'>): Promise<readonly string[]> =>
  (await log(tables, input)).commits.map(({ summary }) => summary)

const first = 'aaaaaaaa-0000-4000-8000-000000000000'
const harbour = sharedTables(
  conversation({ sessionId: first, start: '2026-01-01T09:00:00Z' })
    .human('one')
    .agent('1')
    .human('two')
    .agent('2')
    .rewind(1)
    .human('three')
    .agent('3'),
  conversation({ start: '2026-01-02T09:00:00Z' }).human('four').agent('4'),
)

test('the log of everything is newest first, with the refs of each commit', async () => {
  const { commits, total } = await log(harbour())
  expect(commits.map(({ summary }) => summary)).toEqual(['four', 'three', 'two', 'one'])
  expect(total).toBe(4)
  expect(commits[1]?.refs.map(({ name }) => name)).toEqual([`session/${first}`])
  expect(commits[2]?.refs.map(({ name }) => name)).toEqual([`rewind/${first}/1`])
})

test('the log of a ref is its chain, the log of a session all its chains', async () => {
  const tables = harbour()
  expect(await summaries(tables, { of: `session/${first}` })).toEqual(['three', 'one'])
  expect(await summaries(tables, { of: `rewind/${first}/1` })).toEqual(['two', 'one'])
  expect(await summaries(tables, { of: 'aaaa' })).toEqual(['three', 'two', 'one'])
})

test('a chain that continues another session is followed into it', async () => {
  const tables = harbour()
  await tables.transaction(async (connection) => {
    await connection.run("UPDATE commits SET parent_id = (SELECT commit_id FROM commits WHERE summary = 'three') WHERE summary = 'four'")
  })
  const [four] = (await log(tables)).commits
  expect(await summaries(tables, { of: four?.sessionId ?? '' })).toEqual(['four', 'three', 'one'])
  expect(await summaries(tables, { of: four?.commitId ?? '' })).toEqual(['four', 'three', 'one'])
  expect(await summaries(tables, { of: first })).toEqual(['three', 'two', 'one'])
})

test('a text restricts the log to commits that contain every word', async () => {
  const tables = harbour()
  expect(await log(tables, { text: 'TWO' })).toMatchObject({ total: 1, commits: [{ summary: 'two' }] })
  expect(await log(tables, { text: 'two three' })).toMatchObject({ total: 0, commits: [] })
})

/** Summaries begin with the prompt. */
const prompts = async (tables: Database, input: CallInput<'chain.log'>): Promise<readonly string[]> =>
  (await summaries(tables, input)).map((summary) => summary.split(' — ')[0] ?? '')

const workshop = () =>
  tablesOf(
    conversation({ start: '2026-01-01T09:00:00Z' })
      .human('saw')
      .writes('/home/ann/yard/src/saw.ts', 'a')
      .agent('sawn')
      .compacts()
      .human('glue')
      .reads('/home/ann/yard/src/glue.ts', 'dry')
      .runs('cat saw.ts', 'b')
      .agent('glued'),
    conversation({ start: '2026-01-02T09:00:00Z' }).human('plan').reads('C:\\yard\\src\\saw.ts', 'b').agent('planned'),
  )

test('a file restricts the log to commits whose tools used it: whole, by its end, or by a folder, in either notation', async () => {
  const tables = await workshop()
  expect(await prompts(tables, { file: '/home/ann/yard/src/saw.ts' })).toEqual(['saw'])
  expect(await prompts(tables, { file: 'saw.ts' })).toEqual(['plan', 'saw'])
  expect(await prompts(tables, { file: './src/' })).toEqual(['plan', 'glue', 'saw'])
  expect(await prompts(tables, { file: 'yard\\src' })).toEqual(['plan', 'glue', 'saw'])
  for (const file of ['aw.ts', '/yard', '/src/saw.ts', 'src/s%', '*']) expect(await prompts(tables, { file })).toEqual([])
})

test('tool, kind, author and time restrict the log too; a file and a tool mean a call with both', async () => {
  const tables = await workshop()
  expect(await prompts(tables, { tool: 'Read' })).toEqual(['plan', 'glue'])
  expect(await prompts(tables, { tool: 'Read', file: 'saw.ts' })).toEqual(['plan'])
  const [compaction] = (await log(tables, { type: 'compaction' })).commits
  expect(compaction).toMatchObject({ commitType: 'compaction' })
  expect(await log(tables, { author: compaction?.principal ?? '' })).toMatchObject({ total: 4 })
  expect(await log(tables, { author: 'nobody' })).toMatchObject({ total: 0 })
  const second = Date.UTC(2026, 0, 2)
  expect(await prompts(tables, { since: second })).toEqual(['plan'])
  expect(await prompts(tables, { until: second, tool: 'Bash' })).toEqual(['glue'])
})

test('a page of the log continues after the one before', async () => {
  const tables = harbour()
  expect([...(await summaries(tables, { limit: 3 })), ...(await summaries(tables, { offset: 3, limit: 3 }))]).toEqual(
    await summaries(tables),
  )
})

test('the log follows the tables when commits come and go', async () => {
  const tables = harbour()
  await log(tables)
  await tables.transaction(async (connection) => {
    await connection.run("DELETE FROM commits WHERE summary = 'four'")
  })
  expect(await summaries(tables)).toEqual(['three', 'two', 'one'])
})

test('a commit is shown with the commits that continue it', async () => {
  const { commit, children } = await showCommit(harbour(), (await log(harbour(), { of: first })).commits.at(-1)?.commitId ?? '')
  expect(commit).toMatchObject({ summary: 'one', parentId: null, artifactRef: `art-${commit.artifactHash.slice(0, 12)}` })
  expect(children.map(({ summary }) => summary)).toEqual(['two', 'three'])
})
