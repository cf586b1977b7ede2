/** What the agent service keeps beside commits: figures of sessions, logs, files, and entries of the older key/value store. */
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveAgents } from '../../../../app/engine/agents/serve-agents.ts'
import type { Event } from '../../../../app/model/event.ts'
import { agentData, askAgent } from '../../../support/agent-client.ts'
import { at, delta, prompt, response, service, serviceWithStore, turn } from '../../../support/served-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob } from '../../../support/with-engine.ts'

const metric: Event = {
  type: 'metric',
  timestamp: at,
  payload: { status: 'success', input_tokens: 5000, output_tokens: 2000, cost_usd: 0.0259, cache_read_tokens: 7 },
}

test('figures of a session are counted while it runs and summed up at its end, also for the next service', async () => {
  const { address, engine } = await serviceWithStore()
  expect(await agentData(address, 'get-metrics')).toEqual({})
  await agentData(address, 'start-session', { session_id: 's-1' })
  const call: Event = { type: 'tool_call', timestamp: at, payload: { id: 'tc-1', name: 'Read' } }
  await agentData(address, 'checkpoint-context', turn({ session_id: 's-1', data: delta(prompt, call, response) }))
  await agentData(address, 'checkpoint-context', turn({ session_id: 's-1', data: delta(response, metric) }))
  expect(await agentData(address, 'get-metrics')).toEqual({
    live_session: {
      session_id: 's-1',
      started_at: expect.stringMatching(/Z$/) as string,
      last_activity_at: expect.stringMatching(/Z$/) as string,
      tool_calls: 1,
      turns: 2,
      errors: 0,
      input_tokens: 5000,
      output_tokens: 2000,
      cache_read_tokens: 7,
      cost_milliusd: 25,
      status: 'success',
    },
  })
  const ended = {
    input_tokens: 5000,
    output_tokens: 2000,
    cache_read_tokens: 7,
    cost_usd: 0.0259,
    tool_calls: 1,
    turns: 2,
    duration_seconds: 60,
  }
  await agentData(address, 'end-session', { session_id: 's-1', ...ended })
  await agentData(address, 'start-session', { session_id: 's-2' })
  await agentData(address, 'end-session', { session_id: 's-2', ...ended, errors: 3 })
  const metrics = {
    version: 1,
    total_input_tokens: 10_000,
    total_output_tokens: 4000,
    total_cache_read_tokens: 14,
    total_cache_write_tokens: 0,
    total_cost_milliusd: 50,
    total_tool_calls: 2,
    total_turns: 4,
    total_errors: 3,
    total_session_count: 2,
    total_duration_seconds: 120,
    last_session_id: 's-2',
    last_updated_at: expect.stringMatching(/Z$/) as string,
  }
  expect(await agentData(address, 'get-metrics')).toEqual({ metrics })
  const again = await serveAgents({
    ask: (name, input) => engine.ask(name, input),
    address: path.join(tempDir(), 'again.sock'),
    principal: '@agent/test:bureau.local',
    onBug: (error) => expect.fail(String(error)),
  })
  onTestFinished(() => again.close())
  expect(await agentData(again.address, 'get-metrics')).toEqual({ metrics })
  expect(await agentData(address, 'get-metrics', { principal_local: 'agent/other:bureau.local' })).toEqual({})
})

test('logs and other files of an agent keep the names of the reference, and no collection removes them', async () => {
  const { address, engine } = await serviceWithStore()
  const log = Buffer.from('{"timestamp":"2025-01-01T00:00:00.12Z","type":"response","response":{"content":"world"}}\n')
  const unsent = { session_id: 's-1', data: log }
  expect((await askAgent(address, 'store-session-log', unsent)).error).toBe('session s-1 is not active')
  await agentData(address, 'start-session', { session_id: 's-1' })
  const { ref } = await agentData(address, 'store-session-log', unsent)
  expect(ref).toMatch(/^art-[0-9a-f]{12}$/)
  expect(
    await agentData(address, 'archive-artifact', { data: Buffer.from('hello world'), content_type: 'text/plain', label: 'note' }),
  ).toEqual({
    ref: 'art-c72ca8c64b43',
    size: 11,
  })
  expect((await askAgent(address, 'archive-artifact', { content_type: 'text/plain', label: 'note' })).error).toBe('data is required')
  await agentData(address, 'end-session', { session_id: 's-1', session_log_artifact_ref: ref })
  expect(await agentData(address, 'get-session')).toMatchObject({ session: { latest_session_id: 's-1', latest_session_artifact_ref: ref } })
  const gc = (await runJob(engine, 'gc.start', { dryRun: false, keepDays: 0 })).result
  expect(gc).toMatchObject({ rows: [] })
  expect(Buffer.from(await engine.ask('artifact.bytes', { ref: String(ref) })).equals(log)).toBe(true)
})

test('entries of the older key/value store are set, found by prefix, replaced and deleted', async () => {
  const address = await service()
  const { ref } = await agentData(address, 'archive-artifact', { data: Buffer.from('a summary'), content_type: 'text/plain', label: 'x' })
  const entry = { artifact_ref: ref, size: 9, content_type: 'text/plain' }
  expect(await agentData(address, 'list-context')).toEqual({})
  expect(await agentData(address, 'get-context', { key: 'summary/1' })).toEqual({})
  await agentData(address, 'set-context', { key: 'summary/1', ...entry, session_id: 's-1', message_count: 3 })
  await agentData(address, 'set-context', { key: 'conversation', ...entry })
  const kept = { ...entry, modified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string }
  expect(await agentData(address, 'get-context', { key: 'summary/1' })).toEqual({ entry: { ...kept, session_id: 's-1', message_count: 3 } })
  expect(await agentData(address, 'list-context', { prefix: 'conv' })).toEqual({ entries: { conversation: kept } })
  expect(Object.keys((await agentData(address, 'list-context'))['entries'] as object).sort()).toEqual(['conversation', 'summary/1'])
  await agentData(address, 'delete-context', { key: 'conversation' })
  expect((await askAgent(address, 'delete-context', { key: 'conversation' })).error).toBe(
    'no context entry "conversation" exists for agent/test:bureau.local',
  )
  expect((await askAgent(address, 'set-context', { key: 'x', ...entry, artifact_ref: '' })).error).toBe('artifact_ref is required')
})
