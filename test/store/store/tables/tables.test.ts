import { expect, test } from 'vitest'
import { appendRows } from '../../../../app/store/tables/append-rows.ts'
import { count, text, type Columns } from '../../../../app/model/columns.ts'
import { execute, query } from '../../../../app/store/tables/query.ts'
import { tables, type TableName, type TableRow } from '../../../../app/store/tables/tables.ts'
import { objectTables } from '../../../../app/model/rows/object-row.ts'
import { emptyTables } from '../../../support/empty-tables.ts'

const connection = emptyTables()

const columnsOf = (table: string): Promise<readonly { name: string; type: string; nullable: string; comment: string | null }[]> =>
  query(
    connection(),
    `SELECT column_name AS name, data_type AS type, is_nullable::VARCHAR AS nullable, coalesce(comment, '') AS comment
     FROM duckdb_columns() WHERE table_name = $table::VARCHAR ORDER BY column_index`,
    { name: text('name'), type: text('type'), nullable: text('nullable'), comment: text('comment') },
    { table },
  )

const tableNames = Object.keys(tables) as TableName[]

/** Made from the rows of the others by statements alone. */
const factTables = [
  ...Object.keys(objectTables),
  'accounts',
  'activity',
  'class_counts',
  'compaction_items',
  'compaction_losses',
  'compaction_sessions',
  'compactions',
  'copies',
  'context_parts',
  'context_owners',
  'endings',
  'fact_sessions',
  'fact_chains',
  'fact_names',
  'fact_quarters',
  'cache_sessions',
  'cache_uses',
  'prefix_changes',
  'prefix_sessions',
  'record_counts',
  'reference_counts',
  'replies',
  'shared_replies',
  'spending',
  'state_times',
  'storage_counts',
  'event_outcomes',
  'outcome_files',
  'said_events',
  'thinking_changes',
  'thinking_sessions',
  'tool_uses',
  'tool_counts',
  'turns',
]

test('every table of the schema that the program fills has a row type, and nothing else has', async () => {
  const found = await query(connection(), 'SELECT table_name FROM duckdb_tables() ORDER BY table_name', { name: text('table_name') })
  expect(found.map((row) => row.name)).toEqual([...tableNames, ...factTables, 'projection_state'].sort())
})

test.each(tableNames)('the row type of %s names the columns of the table, in order and with their types', async (table) => {
  const columns: Columns = tables[table]
  const promised = Object.values(columns).map((column) => `${column.name} ${column.sqlType}${column.nullable ? '' : ' NOT NULL'}`)
  const found = (await columnsOf(table)).map((column) => `${column.name} ${column.type}${column.nullable === 'true' ? '' : ' NOT NULL'}`)
  expect(promised).toEqual(found)
})

test.each(Object.entries(objectTables))('the row type of %s names the columns of that table of facts', async (table, columns: Columns) => {
  const promised = Object.values(columns).map((column) => `${column.name} ${column.sqlType}${column.nullable ? '' : ' NOT NULL'}`)
  const found = (await columnsOf(table)).map((column) => `${column.name} ${column.type}${column.nullable === 'true' ? '' : ' NOT NULL'}`)
  expect(promised).toEqual(found)
})

test('every table and every column has a comment', async () => {
  const silent = await query(
    connection(),
    `SELECT table_name AS name FROM duckdb_tables() WHERE comment IS NULL
     UNION ALL SELECT table_name || '.' || column_name FROM duckdb_columns() WHERE NOT internal AND comment IS NULL`,
    { name: text('name') },
  )
  expect(silent).toEqual([])
})

const event: TableRow<'events'> = {
  sourceId: 'src-1',
  line: 1,
  block: 0,
  sessionId: 's',
  chain: 'main',
  commitId: null,
  isCopy: false,
  kind: 'prompt',
  class: 'human_prompt',
  occurredAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  body: 'ein „Satz“ mit \u0000 und 😀',
  chars: 25,
  weighedChars: 25,
  countedTokens: 0,
  toolName: null,
  toolUseId: null,
  filePath: null,
  isError: true,
  permission: 'refused',
  runMs: 250,
  model: null,
  subtype: null,
}

test('rows are read as they were appended, more than one chunk of them and in order', async () => {
  const rows = Array.from({ length: 5_000 }, (_, line) => ({ ...event, line, occurredAt: line % 3 === 0 ? null : event.occurredAt }))
  await appendRows(connection(), 'events', rows)
  expect(await query(connection(), 'FROM events', tables.events)).toEqual(rows)
})

test('lists of text are read as they were appended, empty ones included', async () => {
  const commit: TableRow<'commits'> = {
    commitId: 'ctx-00000000',
    parentId: null,
    sessionId: 's',
    chain: 'main',
    position: 0,
    commitType: 'delta',
    checkpoint: 'turn_boundary',
    artifactHash: 'a',
    recordHash: 'b',
    format: 'claude-code-v1',
    template: 't',
    principal: 'p',
    summary: '',
    createdAt: '2026-01-01T00:00:00Z',
    startedAt: 0,
    endedAt: -1_000,
    records: Number.MAX_SAFE_INTEGER,
    bytes: 0,
    humanPrompts: 0,
    commands: 0,
    responses: 0,
    toolCalls: 0,
    errors: 0,
    models: ['opus', 'sonnet'],
    preserved: [],
    branchOf: null,
    agentType: null,
    spawnCall: null,
    cwd: null,
    gitBranch: null,
    clientVersion: null,
    machine: null,
    ticketId: null,
    threadId: null,
    tokenCount: null,
  }
  await appendRows(connection(), 'commits', [commit])
  expect(await query(connection(), 'FROM commits', tables.commits)).toEqual([commit])
})

test('a required column cannot be omitted', async () => {
  await expect(appendRows(connection(), 'events', [{ ...event, kind: null as never }])).rejects.toThrow('NOT NULL')
})

test('rows appended in a transaction that is rolled back are removed', async () => {
  await execute(connection(), 'BEGIN TRANSACTION')
  await appendRows(connection(), 'events', [{ ...event, sourceId: 'undone' }])
  await execute(connection(), 'ROLLBACK')
  expect(await query(connection(), "SELECT count(*) AS rows FROM events WHERE source_id = 'undone'", { rows: count('rows') })).toEqual([
    { rows: 0 },
  ])
})

test('times of the years 0000 and 9999 are exact to the millisecond', async () => {
  const extremes = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'].map((text) => Date.parse(text))
  const rows = extremes.map((occurredAt, line) => ({ ...event, sourceId: 'extreme', line, occurredAt }))
  await appendRows(connection(), 'events', rows)
  expect(await query(connection(), "FROM events WHERE source_id = 'extreme' ORDER BY line", tables.events)).toEqual(rows)
})
