/** What was decided, dropped and weighed, as a derived table. */
import { choice, count, flag, instant, integer, optional, text, type Row } from '../../model/columns.ts'
import { groupBy } from '../../model/group-by.ts'
import type { RecordClass } from '../../model/record-class.ts'
import type { ChainText } from '../../reasoning/chain-text.ts'
import { thinkingEvents } from '../../reasoning/read-events.ts'
import type { ThinkingEvent } from '../../reasoning/thinking-event.ts'
import type { Store } from '../../store/store.ts'
import { execute } from '../../store/tables/query.ts'
import type { Derived, Given } from '../derived/derived.ts'
import { batchesOf, fromArtifacts } from '../derived/from-artifacts.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { correctedTypes } from '../kernel/corrections.ts'
import { withRefusalTexts } from '../reader/refusal-texts.ts'
import newThinkingChanges from './new-thinking-changes.sql?raw'
import newSaidEvents from './new-said-events.sql?raw'
import reasoningSessions from './reasoning-sessions.sql?raw'
import reasoningTexts from './reasoning-texts.sql?raw'

/** Increase it when the rules change: events that were found by other rules are looked for again. */
const rules = '4'

const tables = ['said_events', 'thinking_changes', 'thinking_sessions'] as const

const sessionColumns = { sessionId: text('session_id'), size: count('bytes'), mark: text('mark') } as const
type ReadSession = Row<typeof sessionColumns>

const textColumns = {
  sessionId: text('session_id'),
  chain: text('chain'),
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  commitId: optional(text('commit_id')),
  recordUuid: optional(text('record_uuid')),
  occurredAt: optional(instant('occurred_at')),
  kind: choice<ChainText['kind']>('kind'),
  class: choice<RecordClass>('class'),
  body: text('body'),
  filePath: optional(text('file_path')),
  permission: optional(text('permission')),
  isCopy: flag('is_copy'),
  toolName: optional(text('tool_name')),
  toolUseId: optional(text('tool_use_id')),
  isError: flag('is_error'),
  cwd: optional(text('cwd')),
} as const

const eventsIn = async (store: Store, sessions: readonly string[], pause: () => Promise<void>): Promise<readonly ThinkingEvent[]> => {
  const rows = await withRefusalTexts(store, await store.database.query(reasoningTexts, textColumns, { sessions: [...sessions] }))
  const corrected = correctedTypes(store)
  const found: ThinkingEvent[] = []
  for (const texts of groupBy(rows, ({ sessionId, chain }) => `${sessionId} ${chain}`).values()) {
    const reading = thinkingEvents(texts, '', corrected)
    let step = reading.next()
    for (; step.done !== true; step = reading.next()) await pause()
    for (const event of step.value) found.push(event)
  }
  return found
}

/** @throws StrataError disk-full, cancelled */
const make = async (store: Store, batch: readonly ReadSession[], pause: () => Promise<void>): Promise<void> => {
  const sessions = batch.map(({ sessionId }) => sessionId)
  const found = await eventsIn(store, sessions, pause)
  await store.database.transaction(async (connection) => {
    for (const table of tables)
      await execute(connection, `DELETE FROM ${table} WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))`, { sessions })
    await execute(connection, newSaidEvents, {
      ids: found.map(({ id }) => id),
      sessions: found.map(({ sessionId }) => sessionId),
      chains: found.map(({ chain }) => chain),
      times: found.map(({ occurredAt }) => (occurredAt === null ? '' : String(occurredAt))),
      types: found.map(({ type }) => type),
      rule_types: found.map(({ typeByRule }) => typeByRule ?? ''),
      summaries: found.map(({ summary }) => summary),
      statuses: found.map(({ status }) => status),
      origins: found.map(({ origin }) => origin),
      commits: found.map(({ commitId }) => commitId ?? ''),
      sources: found.map(({ sourceId }) => sourceId),
      lines: found.map(({ line }) => String(line)),
      blocks: found.map(({ block }) => String(block)),
      uuids: found.map(({ recordUuid }) => recordUuid ?? ''),
      files: found.map(({ files }) => JSON.stringify(files)),
      shown_sources: found.map(({ shownBy }) => shownBy?.sourceId ?? ''),
      shown_lines: found.map(({ shownBy }) => (shownBy === null ? '' : String(shownBy.line))),
    })
    const changes = found.flatMap((event) => event.changes.map((change) => ({ event, change })))
    await execute(connection, newThinkingChanges, {
      ids: changes.map(({ event }) => event.id),
      sessions: changes.map(({ event }) => event.sessionId),
      sources: changes.map(({ change }) => change.sourceId),
      lines: changes.map(({ change }) => String(change.line)),
      paths: changes.map(({ change }) => change.path),
    })
    await execute(connection, 'INSERT INTO thinking_sessions SELECT unnest($sessions::VARCHAR[]), unnest($marks::VARCHAR[])', {
      sessions,
      marks: batch.map(({ mark }) => mark),
    })
  })
}

const forget = ({ database }: Store): Promise<void> =>
  database.transaction(async (connection) => {
    for (const table of tables) await execute(connection, `DELETE FROM ${table} WHERE session_id NOT IN (SELECT session_id FROM sessions)`)
  })

export const derivedSaidEvents = (context: Pick<EngineContext, 'store'>): Derived<ReadSession, Given> => ({
  tables,
  ...fromArtifacts,
  schedule: { delayMs: 8000, waitsForRest: true, share: 1 / 20 },
  phase: 'Reading what was decided',
  summaryOf: (sessions) => `Decisions of ${sessions} sessions read`,
  given: () => Promise.resolve({ mark: '' }),
  missing: async () => {
    const sessions = await context.store.database.query(reasoningSessions, sessionColumns, { rules })
    return sessions.length === 0 ? undefined : sessions
  },
  batches: batchesOf(32 * 1024 * 1024),
  make: (batch, _given, { pause }) => make(context.store, batch, pause),
  forget: () => forget(context.store),
})
