import { expect, test } from 'vitest'
import { calls, type CallInput } from '../../../../app/contract/calls.ts'
import { listProblems } from '../../../../app/engine/problems/list-problems.ts'
import { listRefs } from '../../../../app/engine/refs/refs.ts'
import { listSources } from '../../../../app/engine/sources/list-sources.ts'
import type { Database } from '../../../../app/store/tables/database.ts'
import { conversation } from '../../../support/conversation.ts'
import { tablesOf } from '../../../support/tables-of.ts'

const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000'
const list = (tables: Database, input: CallInput<'problems.list'> = {}) => listProblems(tables, calls['problems.list'].input.parse(input))

const broken = () =>
  tablesOf(
    conversation({ sessionId, cwd: '/src/a' }).human('hi').raw('{"broken').raw('[1]').agent('hello').torn(),
    conversation({ cwd: '/src/b' }).human('hi').raw('nonsense').agent('hello'),
  )

test('problems are ordered by file and line, with the number of each kind', async () => {
  const page = await list(await broken())
  expect(page.rows.map(({ code, line }) => `${code}:${line ?? 0}`)).toEqual([
    'malformed-json:2',
    'not-an-object:3',
    'truncated-line:4',
    'malformed-json:2',
  ])
  expect(page.byCode).toEqual([
    { code: 'malformed-json', count: 2 },
    { code: 'not-an-object', count: 1 },
    { code: 'truncated-line', count: 1 },
  ])
  expect(page.total).toBe(4)
})

test('a kind or a session restricts the rows, but not the list of kinds', async () => {
  const tables = await broken()
  expect(await list(tables, { code: 'malformed-json', limit: 1, offset: 1 })).toMatchObject({
    total: 2,
    rows: [{ sessionId: expect.not.stringContaining('aaaa') as string }],
  })
  expect(await list(tables, { sessionId: 'aaaa' })).toMatchObject({ total: 3, byCode: [{ count: 1 }, { count: 1 }, { count: 1 }] })
})

test('sources have the number of lines, records and problems of each file', async () => {
  const tables = await broken()
  const [own, ...others] = await listSources(tables, 'aaaa')
  expect(others).toEqual([])
  expect(own).toMatchObject({ role: 'session', sessionId, file: `projects/-src-a/${sessionId}.jsonl`, problems: 3 })
  expect((own?.lines ?? 0) - (own?.records ?? 0)).toBe(3)
  expect(await listSources(tables, undefined)).toHaveLength(2)
})

test('refs are listed by name, of everything or of one session', async () => {
  const tables = await broken()
  expect((await listRefs(tables, 'aaaa')).map(({ name }) => name)).toEqual([`session/${sessionId}`])
  expect(await listRefs(tables, undefined)).toHaveLength(2)
  await expect(listRefs(tables, 'none-such')).rejects.toMatchObject({ code: 'not-found' })
})
