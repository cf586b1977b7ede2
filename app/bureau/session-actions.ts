/** Actions for the sessions of a writer (events-v1 §5.2): beginning and end, log, files, and their totals. */
import { wholeSeconds } from '../chains/describe-commit.ts'
import { numberIn, readable, required, requiredBytes, text, type Action, type Actions, type Fields } from './agent-action.ts'
import type { ContextStore } from './context-store.ts'

const sessionNote = 'session'
const metricsNote = 'metrics'

/** The fields that this module stored under a key; empty when none are stored. */
const recalled = async (store: ContextStore, owner: string, key: string): Promise<Fields> => {
  const note = (await store.remembered(owner, key)).find((one) => one.key === key)
  return note === undefined ? {} : (JSON.parse(note.text) as Fields)
}

const startSession: Action = (fields, { principal }, { sessions, now }) => {
  sessions.start(principal, required(fields, 'session_id'), now())
  return Promise.resolve(undefined)
}

/** Fields of end-session that are summed up → what the sum is called. */
const totals = {
  input_tokens: 'total_input_tokens',
  output_tokens: 'total_output_tokens',
  cache_read_tokens: 'total_cache_read_tokens',
  cache_write_tokens: 'total_cache_write_tokens',
  tool_calls: 'total_tool_calls',
  turns: 'total_turns',
  errors: 'total_errors',
  duration_seconds: 'total_duration_seconds',
} as const

const summedUp = (before: Fields, fields: Fields, sessionId: string, at: string): Fields => ({
  version: 1,
  ...Object.fromEntries(Object.entries(totals).map(([name, total]) => [total, numberIn(before, total) + numberIn(fields, name)])),
  total_cost_milliusd: numberIn(before, 'total_cost_milliusd') + Math.trunc(numberIn(fields, 'cost_usd') * 1000),
  total_session_count: numberIn(before, 'total_session_count') + 1,
  last_session_id: sessionId,
  last_updated_at: at,
})

const endSession: Action = async (fields, { principal }, { store, sessions, now }) => {
  const sessionId = required(fields, 'session_id')
  sessions.checkActive(principal, sessionId)
  const before = await recalled(store, principal, sessionNote)
  const latest = {
    latest_session_id: sessionId,
    latest_session_artifact_ref: text(fields, 'session_log_artifact_ref'),
    latest_context_commit_id: text(fields, 'latest_context_commit_id') || text(before, 'latest_context_commit_id'),
  }
  const metrics = summedUp(await recalled(store, principal, metricsNote), fields, sessionId, wholeSeconds(now()))
  await store.remember(principal, metricsNote, JSON.stringify(metrics))
  await store.remember(principal, sessionNote, JSON.stringify(latest))
  sessions.end(principal)
  return undefined
}

const someText = (value: string): string | undefined => (value === '' ? undefined : value)

const getSession: Action = async (fields, caller, options) => {
  const { store, sessions, now } = options
  const principal = readable(fields, caller, options)
  const live = sessions.live(principal)
  const latest = await recalled(store, principal, sessionNote)
  const newest = text(latest, 'latest_context_commit_id') || (await store.resolve(principal, new Date(now()).toISOString()))
  if (live === undefined && newest === '' && text(latest, 'latest_session_id') === '') return {}
  return {
    session: {
      version: 1,
      active_session_id: live?.sessionId,
      active_session_started_at: live?.startedAt,
      latest_session_id: someText(text(latest, 'latest_session_id')),
      latest_session_artifact_ref: someText(text(latest, 'latest_session_artifact_ref')),
      latest_context_commit_id: someText(newest),
    },
  }
}

const storeSessionLog: Action = async (fields, { principal }, { store, sessions }) => {
  const sessionId = required(fields, 'session_id')
  const data = requiredBytes(fields, 'data')
  sessions.checkActive(principal, sessionId)
  const about = { contentType: 'application/jsonl', label: 'session-log', description: '' }
  return { ref: await store.keep({ data, ...about, owner: principal, sessionId }) }
}

const archiveArtifact: Action = async (fields, { principal }, { store }) => {
  const data = requiredBytes(fields, 'data')
  const about = {
    contentType: required(fields, 'content_type'),
    label: required(fields, 'label'),
    description: text(fields, 'description'),
  }
  return { ref: await store.keep({ data, ...about, owner: principal, sessionId: '' }), size: data.length }
}

const getMetrics: Action = async (fields, caller, options) => {
  const principal = readable(fields, caller, options)
  const metrics = await recalled(options.store, principal, metricsNote)
  return {
    metrics: Object.keys(metrics).length === 0 ? undefined : (metrics as Readonly<Record<string, string | number>>),
    live_session: options.sessions.live(principal)?.view(),
  }
}

export const sessionActions: Actions = {
  'start-session': [startSession, { session_id: 'text' }],
  'end-session': [
    endSession,
    {
      session_id: 'text',
      session_log_artifact_ref: 'text',
      latest_context_commit_id: 'text',
      cost_usd: 'float',
      ...(Object.fromEntries(Object.keys(totals).map((name) => [name, 'int'])) as Readonly<Record<keyof typeof totals, 'int'>>),
    },
  ],
  'get-session': [getSession, { principal_local: 'text' }],
  'store-session-log': [storeSessionLog, { session_id: 'text', data: 'raw' }],
  'archive-artifact': [archiveArtifact, { data: 'raw', content_type: 'text', label: 'text', description: 'text' }],
  'get-metrics': [getMetrics, { principal_local: 'text' }],
}
