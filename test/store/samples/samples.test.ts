/** The sample transcripts: they equal what their stories tell, and they hold together as transcripts do. */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Fields } from '../../support/transcript/session.ts'
import { sampleFiles } from '../../samples/all-samples.ts'

const committed = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../samples/projects')

function filesOnDisk(): readonly string[] {
  return readdirSync(committed, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(committed, file)).isFile())
    .map((file) => file.split(path.sep).join('/'))
    .sort()
}

function parsed(line: string): Fields | undefined {
  try {
    return JSON.parse(line) as Fields
  } catch {
    return undefined
  }
}

interface Transcript {
  readonly file: string
  readonly lines: readonly string[]
  readonly records: readonly Fields[]
}

const transcripts: readonly Transcript[] = [...sampleFiles()]
  .filter(([file]) => file.endsWith('.jsonl'))
  .map(([file, bytes]) => {
    const lines = bytes.toString().split('\n').filter((line) => line !== '')
    return { file, lines, records: lines.map(parsed).filter((record) => record !== undefined) }
  })

const everyRecord = transcripts.flatMap(({ records }) => records)

function blocksOf(record: Fields): readonly Fields[] {
  const content = (record['message'] as Fields | undefined)?.['content']
  return Array.isArray(content) ? (content as readonly Fields[]) : []
}

test('the shipped samples equal what the stories make (npm run samples writes them)', () => {
  const made = sampleFiles()
  expect(filesOnDisk()).toEqual([...made.keys()].sort())
  for (const [file, bytes] of made) expect(readFileSync(path.join(committed, file)).equals(bytes), file).toBe(true)
})

test('every line is a record, except one broken in the middle and one torn at the end', () => {
  const broken = transcripts.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => (parsed(line) === undefined ? [{ project: file.split('/')[0], last: at === lines.length - 1 }] : [])),
  )
  expect(broken).toEqual([
    { project: '-home-dana-src-pocket-ledger', last: true },
    { project: '-home-dana-src-pocket-ledger', last: false },
  ])
})

test('every parent is an earlier row of the same file', () => {
  for (const { file, records } of transcripts) {
    const seen = new Set<unknown>([null])
    for (const record of records) {
      if (record['parentUuid'] !== undefined) expect(seen, `${file} ${String(record['uuid'])}`).toContain(record['parentUuid'])
      seen.add(record['uuid'])
    }
  }
})

test('every tool result has a call in its file, and time increases along every chain', () => {
  for (const { file, records } of transcripts) {
    const calls = new Set(records.flatMap((record) => blocksOf(record).flatMap((block) => (block['type'] === 'tool_use' ? [block['id']] : []))))
    const rows = records.filter((record) => record['uuid'] !== undefined)
    const times = new Map(rows.map((record) => [record['uuid'], Date.parse(String(record['timestamp']))]))
    for (const record of records) {
      for (const block of blocksOf(record)) if (block['type'] === 'tool_result') expect(calls, file).toContain(block['tool_use_id'])
      const parentTime = times.get(record['parentUuid'])
      if (parentTime !== undefined) expect(times.get(record['uuid'])).toBeGreaterThanOrEqual(parentTime)
    }
  }
})

test('a uuid is in two files only where one session begins with a copy of the other', () => {
  const filesOf = new Map<unknown, Set<string>>()
  for (const { file, records } of transcripts) {
    for (const { uuid } of records) if (uuid !== undefined) filesOf.set(uuid, (filesOf.get(uuid) ?? new Set()).add(file))
  }
  const sharing = new Set([...filesOf.values()].filter((files) => files.size > 1).map((files) => [...files].map((file) => file.split('/')[0]).join(' + ')))
  expect([...sharing].sort()).toEqual(['-Users-jonas-src-seedling + -Users-jonas-src-seedling', '-home-mira-code-harbor-board + -home-mira-code-harbor-board'])
})

function kindsOf(record: Fields): readonly string[] {
  const attachment = (record['attachment'] as Fields | undefined)?.['type']
  const data = (record['data'] as Fields | undefined)?.['type']
  const detail = attachment ?? data ?? record['subtype'] ?? record['operation']
  const own = detail === undefined ? String(record['type']) : `${String(record['type'])}/${typeof detail === 'string' ? detail : ''}`
  return [own, ...blocksOf(record).map((block) => `block ${String(block['type'])}`), `client ${String(record['version'])}`]
}

test('the samples contain every kind of record that Strata distinguishes', () => {
  const shown = new Set(everyRecord.flatMap(kindsOf))
  for (const kind of [
    ...['client 1.0.128', 'client 2.0.76', 'client 2.1.42', 'client 2.1.330'],
    ...['block text', 'block thinking', 'block redacted_thinking', 'block tool_use', 'block tool_result', 'block image'],
    ...['system/compact_boundary', 'system/microcompact_boundary', 'system/api_error', 'system/local_command', 'system/turn_duration', 'system/stop_hook_summary'],
    ...['progress/agent_progress', 'progress/bash_progress', 'progress/hook_progress', 'progress/mcp_progress'],
    ...['attachment/queued_command', 'attachment/hook_success', 'attachment/hook_additional_context', 'attachment/file', 'attachment/prompt_snapshot'],
    ...['queue-operation/enqueue', 'queue-operation/dequeue', 'queue-operation/remove', 'api-request', 'api-request-shape', 'api-request-blob'],
    ...['summary', 'ai-title', 'custom-title', 'agent-name', 'pr-link', 'last-prompt', 'cost-state', 'tools-used', 'mode', 'permission-mode', 'file-history-snapshot', 'result/success'],
  ]) {
    expect(shown).toContain(kind)
  }
})

function count(record: (candidate: Fields) => boolean): number {
  return everyRecord.filter(record).length
}

test('the samples show sub-agents in every layout', () => {
  const files = transcripts.map(({ file }) => file.split('/').slice(1).join('/'))
  expect(files.filter((file) => /^agent-[0-9a-f]{7}\.jsonl$/.test(file))).toHaveLength(4)
  expect(files.filter((file) => /\/subagents\/agent-[0-9a-f]{17}\.jsonl$/.test(file))).toHaveLength(6)
  expect(count((record) => record['isSidechain'] === true && record['agentId'] === undefined)).toBeGreaterThan(0)
  expect(transcripts.filter(({ lines }) => lines.length === 0)).toHaveLength(1)
})
