/** `strata ask`, as a person or a script runs it. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, expect, test } from 'vitest'
import { metricCatalog } from '../../../../app/analytics/metrics/metric-catalog.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata, type Ended } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { twoProjects } from '../../../support/two-projects.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

let store = ''
const ask = (...args: readonly string[]): Ended => strata(store, 'ask', ...args)
const rows = (...args: readonly string[]): readonly Readonly<Record<string, unknown>>[] =>
  JSON.parse(ask(...args, '--json').out) as readonly Readonly<Record<string, unknown>>[]

beforeAll(async () => {
  store = path.join(tempDir(), 'store')
  await importInto(store, [writeConversation(tempDir(), ...twoProjects()).projects])
})

test('every metric is listed, with its statement as JSON', () => {
  const { out, code } = ask('--list')
  expect(code).toBe(0)
  const listed = JSON.parse(ask('--list', '--json').out) as readonly { readonly name: string; readonly sql: string }[]
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(metricCatalog))
  for (const { name, sql } of listed) expect([name, out.includes(name), /\$\w+::/.test(sql)]).toEqual([name, true, false])
})

test('an answer is a table, followed by the n/a values and their reasons', () => {
  const { out, code } = ask('amplification', '--by', 'project')
  expect(code).toBe(0)
  expect(out).toMatch(/^How much did agents do for each prompt of a human\?\n\nPROJECT +PROMPTS/)
  expect(out).toMatch(/^\/home\/sam\/boat +3 /m)
  expect(ask('tools').out).toContain('Server n/a: the tool is the client’s own')
})

test('JSON, CSV and Parquet contain the same rows', async () => {
  const asked = ['amplification', '--by', 'project'] as const
  const found = rows(...asked)
  expect(found.map((row) => [row['group_name'], row['prompts']])).toEqual([
    ['/home/sam/boat', 3],
    ['/home/sam/garden', 2],
  ])
  const [head, ...lines] = ask(...asked, '--csv').out.split('\r\n')
  expect(head?.split(',').slice(0, 2)).toEqual(['group_name', 'prompts'])
  expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([['/home/sam/boat', '3'], ['/home/sam/garden', '2'], ['']])
  const file = path.join(tempDir(), 'rows.parquet')
  expect(ask(...asked, '--parquet', file)).toMatchObject({ code: 0, out: '', err: expect.stringContaining('2 rows written to') as unknown })
  const connection = await (await DuckDBInstance.create()).connect()
  const read = await connection.runAndReadAll(`SELECT group_name, prompts::INTEGER FROM '${file}' ORDER BY ALL`)
  expect(read.getRows()).toEqual([
    ['/home/sam/boat', 3],
    ['/home/sam/garden', 2],
  ])
  connection.closeSync()
})

test('files are CSV, JSON or Parquet by their names, and are overwritten only on request', () => {
  const folder = tempDir()
  const [csv, json] = [path.join(folder, 'rows.csv'), path.join(folder, 'rows.json')]
  expect(ask('turns', '--out', csv).code).toBe(0)
  expect(readFileSync(csv, 'utf8')).toMatch(/^session_id,turn,text,prompt_at,.*\n.*2026-01-07T12:00:\d\d\.\d{3}Z/)
  expect(ask('turns', '--out', json).code).toBe(0)
  expect(JSON.parse(readFileSync(json, 'utf8'))).toHaveLength(rows('turns').length)
  expect(ask('turns', '--out', csv)).toMatchObject({ code: 1, err: expect.stringContaining('target-exists') as unknown })
  expect(ask('days', '--out', csv, '--replace').code).toBe(0)
  expect(readFileSync(csv, 'utf8')).toMatch(/^day,/)
  expect(ask('turns', '--out', path.join(folder, 'rows.xls')).code).toBe(2)
})

test('SQL that reads facts makes the facts first', async () => {
  const other = path.join(tempDir(), 'store')
  await importInto(other, [writeConversation(tempDir(), ...twoProjects()).projects])
  const read = (sql: string): unknown => JSON.parse(strata(other, 'sql', sql, '--json').out)
  expect(read('SELECT sum(prompts)::INTEGER AS prompts FROM activity')).toEqual([{ prompts: 5 }])
  expect(read('SELECT count(*) > 0 AS is_counted FROM storage_counts')).toEqual([{ is_counted: true }])
})

test('the statement that is printed gives the same rows in SQL', () => {
  const file = path.join(tempDir(), 'tools.sql')
  writeFileSync(file, ask('tools', '--main', '--sql').out)
  expect(JSON.parse(strata(store, 'sql', '--file', file, '--json').out)).toEqual(rows('tools', '--main'))
  expect(JSON.parse(strata(store, 'sql', '--saved', 'tools', '--json').out)).toEqual(rows('tools'))
})

test('filters choose by project, session, model, chains and days of a zone', () => {
  const [garden, boat] = twoProjects()
  const prompts = (...args: readonly string[]): unknown => rows('amplification', ...args)[0]?.['prompts']
  expect(prompts('--project', '/home/sam/boat')).toBe(3)
  expect(prompts('--session', garden.sessionId.slice(0, 8))).toBe(2)
  expect(prompts('--model', 'claude-sonnet-4-5-20250929', '--session', boat.sessionId)).toBe(2)
  expect(prompts('--model', 'nobody')).toBe(undefined)
  expect(prompts('--since', '2026-01-07', '--until', '2026-01-07', '--time-zone', 'UTC')).toBe(2)
  // The first prompt about the boat, at ten to midnight, is of the next day in Berlin.
  expect(prompts('--since', '2026-01-07', '--zone', 'Europe/Berlin')).toBe(3)
  expect(rows('agent-minutes', '--sidechains')[0]).toMatchObject({ main_minutes: 0 })
  expect(rows('tool-calls', '--with', 'tool=Bash').every((row) => row['tool_name'] === 'Bash')).toBe(true)
})

test('the content that a compaction keeps is requested by its commit', () => {
  const commit = String(rows('compaction-list')[0]?.['commit_id'])
  expect(rows('compaction-survival', '--commit', commit)).toEqual(rows('compaction-survival', '--with', `commit=${commit}`))
  expect(ask('compaction-survival')).toMatchObject({ code: 2, err: expect.stringContaining('it requires a commit') as unknown })
})

test('a commit that is no compaction is the reason why there is no row', () => {
  const [newest] = (
    JSON.parse(strata(store, 'log', '--type', 'delta', '--json').out) as { readonly commits: readonly { readonly commitId: string }[] }
  ).commits
  const commit = newest?.commitId ?? ''
  const { out } = ask('compaction-survival', '--commit', commit)
  expect(out).toContain(`n/a: ${commit} is not a compaction; \`strata log --type compaction\` lists compactions`)
  expect(out).not.toContain('No matches')
})

test('in a store without a compaction, that is the reason why there is no row', () => {
  const other = path.join(tempDir(), 'store')
  const talk = conversation({ seed: 'short' }).human('hi').agent('hello')
  expect(strata(other, 'import', writeConversation(tempDir(), talk).projects)).toMatchObject({ code: 0 })
  const { out } = strata(other, 'ask', 'compaction-survival', '--commit', talk.sessionId)
  expect(out).toContain('n/a: there is no compaction\n')
  expect(out).not.toContain('No matches')
})

test('a limit reduces the rows, and the answer reports that more exist', () => {
  expect(rows('turns', '--limit', '2')).toHaveLength(2)
  expect(ask('turns', '--limit', '2').out).toContain('showing the first 2 rows; raise --limit for more')
  expect(ask('turns', '--limit', '2', '--csv')).toMatchObject({
    code: 0,
    err: expect.stringContaining('only the first 2 rows are printed; --out FILE') as unknown,
  })
})

test.each<readonly [string, readonly string[], number, string]>([
  ['a name that is like another', ['amplificaton'], 1, 'did you mean amplification?'],
  ['a name that nothing is like', ['zzzzzzzzzz'], 1, 'To list what exists, run `strata ask --list`.'],
  ['no name', [], 2, 'give the name of a metric'],
  ['a grouping that there is not', ['tools', '--by', 'colour'], 2, 'Allowed choices are'],
  ['a grouping that the metric cannot have', ['turns', '--by', 'day'], 2, 'its rows cannot be grouped'],
  ['a parameter that the metric does not accept', ['turns', '--with', 'tool=Bash'], 2, 'it has no parameter tool'],
  ['a parameter without a value', ['turns', '--with', 'tool'], 2, 'Expected NAME=VALUE'],
  ['a parameter that no metric accepts', ['turns', '--with', 'colour=red'], 2, 'colour'],
  ['a session that is not there', ['turns', '--session', 'ffffffff'], 1, 'ffffffff'],
  ['a day that is none', ['turns', '--since', '2026-02-31'], 2, '2026-02-31'],
  ['a time off the quarter of an hour', ['turns', '--since', '2026-01-05T09:07'], 2, 'quarter of an hour'],
  ['a zone that there is not', ['days', '--time-zone', 'Mars/Base'], 2, 'Unknown time zone'],
  ['both kinds of chains', ['turns', '--main', '--sidechains'], 2, 'cannot be used with'],
])('%s is refused with a reason', (_, args, code, reason) => {
  expect(ask(...args)).toMatchObject({ code, out: '', err: expect.stringContaining(reason) as unknown })
})

test('a filter that a metric cannot apply makes it n/a and is never ignored', () => {
  expect(ask('compaction-pressure', '--sidechains').out).toContain('n/a by chains: only main chains are counted')
  expect(rows('compaction-pressure', '--sidechains')).toEqual([])
  const file = path.join(tempDir(), 'rows.csv')
  expect(ask('compaction-pressure', '--sidechains', '--out', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('n/a by chains') as unknown,
  })
})

test('rows are ordered by a column on request', () => {
  const calls = rows('tools', '--sort', 'calls').map((row) => Number(row['calls']))
  expect(calls.length).toBeGreaterThan(1)
  expect(calls).toEqual([...calls].sort((a, b) => a - b))
  const [most] = rows('tools', '--sort', 'calls', '--descending', '--limit', '1')
  expect(most?.['calls']).toBe(Math.max(...calls))
  expect(ask('tools', '--sort', 'colour')).toMatchObject({ code: 2, err: expect.stringContaining('it has no column colour') as unknown })
})
