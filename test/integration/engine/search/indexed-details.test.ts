/** What the index knows about texts beside their words: their tool, file, failure, time and record. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rulesVersion } from '../../../../app/engine/kernel/rules-version.ts'
import { count, flag, instant, integer, optional, text, type Row } from '../../../../app/model/columns.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { conversation } from '../../../support/conversation.ts'
import { sampleStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, searchIn, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** What the tables say about texts that are outputs or calls. */
const factsSql = `
  SELECT
    events.session_id AS session_id, events.source_id AS source_id, events.line AS line, events.block AS block, records.uuid AS uuid,
    coalesce(events.tool_name, calls.tool_name) AS tool, coalesce(events.file_path, calls.file_path) AS file,
    events.is_error AND NOT is_refusal(events.permission) AS is_error, events.occurred_at AS occurred_at
  FROM events
  LEFT JOIN events AS calls
    ON calls.kind = 'tool_call' AND calls.tool_use_id = events.tool_use_id AND calls.session_id = events.session_id AND NOT calls.is_copy
  LEFT JOIN records ON records.source_id = events.source_id AND records.line = events.line
  WHERE NOT events.is_copy AND events.commit_id IS NOT NULL AND events.kind IN ('tool_call', 'tool_result', 'error') AND events.chars > 0`
const factColumns = {
  sessionId: text('session_id'),
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  uuid: optional(text('uuid')),
  tool: optional(text('tool')),
  file: optional(text('file')),
  isError: flag('is_error'),
  occurredAt: optional(instant('occurred_at')),
} as const

type Fact = Row<typeof factColumns>

const shown = ({ uuid, tool, file, isError, occurredAt }: Fact): Omit<Fact, 'sessionId' | 'sourceId' | 'line' | 'block'> => ({
  ...{ uuid, tool, file, isError, occurredAt },
})

test('tool, file, failure, time and record of what is found are those of the tables', { timeout: 120_000 }, async () => {
  const at = await sampleStore()
  const opened = await openStore(at, { program: 'test', rulesVersion })
  const facts = await opened.database.query(factsSql, factColumns)
  await opened.close()
  const tools = [...new Set(facts.flatMap(({ tool }) => tool ?? []))]
  const names = [...new Set(facts.flatMap(({ file }) => file?.split('/').at(-1) ?? []))]
  expect(Math.min(tools.length, names.length)).toBeGreaterThan(5)
  const sessions = (found: readonly Fact[]): readonly string[] => [...new Set(found.map(({ sessionId }) => sessionId))].sort()
  await withEngine(at, async (engine) => {
    const all = { limit: 200, hits: 10 }
    const check = async (query: string, expected: readonly Fact[]): Promise<void> => {
      const found = await searchIn(engine, query, all)
      expect([query, [...found.sessions.map(({ sessionId }) => sessionId)].sort()]).toEqual([query, sessions(expected)])
      for (const { recordUuid: uuid, sourceId, line, block, tool, file, isError, occurredAt } of found.sessions.flatMap(
        ({ hits }) => hits,
      )) {
        const own = expected.find((one) => one.sourceId === sourceId && one.line === line && one.block === block)
        expect({ uuid, tool, file, isError, occurredAt }).toEqual(own && shown(own))
      }
    }
    for (const tool of tools)
      await check(
        `tool:${tool}`,
        facts.filter((one) => one.tool === tool),
      )
    for (const name of names)
      await check(
        `file:"${name}"`,
        facts.filter(({ file }) => file?.toLowerCase().includes(name.toLowerCase())),
      )
    const failures = facts.filter(({ isError }) => isError)
    await check('is:error', failures)
    const since = failures.map(({ occurredAt }) => occurredAt ?? 0).sort()[Math.floor(failures.length / 2)] ?? 0
    await check(
      `is:error after:${new Date(since).toISOString()}`,
      failures.filter(({ occurredAt }) => (occurredAt ?? 0) >= since),
    )
  })
})

test('after a session is removed, its files are no longer named in the index', async () => {
  const at = tempDir()
  const talk = (sessionId: string, file: string) =>
    conversation({ sessionId, seed: sessionId, cwd: `/p/${sessionId}` })
      .human('Write it down')
      .writes(file, 'Nine centimetres.')
      .agent('Done.')
  await importInto(at, [writeConversation(tempDir(), talk('lighthouse', 'docs/wick.md'), talk('harbour', 'docs/mast.md')).projects])
  const named = (): readonly string[] => {
    const bytes = readFileSync(path.join(at, 'search.db'))
    return ['wick.md', 'mast.md'].filter((name) => bytes.includes(name))
  }
  await withEngine(at, (engine) => runJob(engine, 'search.index', {}))
  expect(named()).toEqual(['wick.md', 'mast.md'])
  await withEngine(at, (engine) => runJob(engine, 'removal.start', { sessions: ['lighthouse'], force: true, dryRun: false }))
  expect(named()).toEqual(['mast.md'])
})
