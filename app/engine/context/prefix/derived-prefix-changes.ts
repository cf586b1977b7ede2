/** What changed from one request to the next, as a derived table. */
import { filledLines } from '../../../conversation/artifact-lines.ts'
import { count, flag, instant, optional, text, type Row } from '../../../model/columns.ts'
import { groupBy } from '../../../model/group-by.ts'
import { artifactHash } from '../../../model/ids.ts'
import { changerKinds } from '../../../model/tool-kind.ts'
import { recordsInLine } from '../../../model/records-in-line.ts'
import type { Store } from '../../../store/store.ts'
import { execute } from '../../../store/tables/query.ts'
import { asRecords, toolsOf } from '../../../../importer/agents.ts'
import type { Derived, Given } from '../../derived/derived.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { batchesOf, fromArtifacts } from '../../derived/from-artifacts.ts'
import { PrefixReader, type PrefixChange } from './prefix-changes.ts'
import prefixRecords from './prefix-records.sql?raw'
import prefixSessions from './prefix-sessions.sql?raw'
import newPrefixChanges from './new-prefix-changes.sql?raw'
import newPrefixEvents from './new-prefix-events.sql?raw'

/** Increase it when the rules change: changes that were found by other rules are looked for again. */
const rules = '1'

const tables = ['prefix_changes', 'prefix_sessions'] as const

const sessionColumns = { sessionId: text('session_id'), size: count('bytes'), mark: text('mark') } as const
type ComparedSession = Row<typeof sessionColumns>

const recordColumns = {
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  sessionId: text('session_id'),
  chain: text('chain'),
  occurredAt: optional(instant('occurred_at')),
  format: text('format'),
  artifactHash: text('artifact_hash'),
  saysRequest: flag('says_request'),
} as const

const decode = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

type RecordRow = Row<typeof recordColumns>
type Found = RecordRow & PrefixChange

const changesIn = async (store: Store, rows: readonly RecordRow[], pause: () => Promise<void>): Promise<readonly Found[]> => {
  const readers = new Map<string, PrefixReader>()
  const found: Found[] = []
  for (const records of groupBy(rows, ({ commitId }) => commitId).values()) {
    const [first] = records
    if (first === undefined || !records.some(({ saysRequest }) => saysRequest)) continue
    await pause()
    const lines = filledLines(asRecords(first.format, await store.read(artifactHash(first.artifactHash))))
    const written = lines.flatMap((line) => recordsInLine(line, decode))
    for (const [place, row] of records.entries()) {
      const json = row.saysRequest ? written[place]?.json : undefined
      if (json === undefined) continue
      const key = `${row.sessionId} ${row.chain}`
      const reader = readers.get(key) ?? new PrefixReader()
      readers.set(key, reader)
      for (const change of reader.read(json)) found.push({ ...row, ...change })
    }
  }
  return found
}

/** @throws StrataError artifact-corrupt, disk-full, cancelled */
const make = async (store: Store, batch: readonly ComparedSession[], pause: () => Promise<void>): Promise<void> => {
  const sessions = batch.map(({ sessionId }) => sessionId)
  const described = batch.flatMap(({ sessionId, size }) => (size > 0 ? [sessionId] : []))
  const rows = described.length === 0 ? [] : await store.database.query(prefixRecords, recordColumns, { sessions: described })
  const found = await changesIn(store, rows, pause)
  await store.database.transaction(async (connection) => {
    for (const table of tables)
      await execute(connection, `DELETE FROM ${table} WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))`, { sessions })
    await execute(connection, newPrefixChanges, {
      sessions: found.map(({ sessionId }) => sessionId),
      chains: found.map(({ chain }) => chain),
      sources: found.map(({ sourceId }) => sourceId),
      lines: found.map(({ line }) => String(line)),
      times: found.map(({ occurredAt }) => (occurredAt === null ? '' : String(occurredAt))),
      parts: found.map(({ part }) => part),
      changes: found.map(({ change }) => change),
    })
    await execute(connection, newPrefixEvents, { sessions, changers: toolsOf(changerKinds) })
    await execute(connection, 'INSERT INTO prefix_sessions SELECT unnest($sessions::VARCHAR[]), unnest($marks::VARCHAR[])', {
      sessions,
      marks: batch.map(({ mark }) => mark),
    })
  })
}

const forget = ({ database }: Store): Promise<void> =>
  database.transaction(async (connection) => {
    for (const table of tables) await execute(connection, `DELETE FROM ${table} WHERE session_id NOT IN (SELECT session_id FROM sessions)`)
  })

export const derivedPrefixChanges = (context: Pick<EngineContext, 'store'>): Derived<ComparedSession, Given> => ({
  tables,
  ...fromArtifacts,
  schedule: { delayMs: 6000, waitsForRest: true, share: 1 / 20 },
  phase: 'Comparing requests',
  summaryOf: (sessions) => `Requests of ${sessions} sessions compared`,
  given: () => Promise.resolve({ mark: '' }),
  missing: async () => {
    const sessions = await context.store.database.query(prefixSessions, sessionColumns, { rules })
    return sessions.length === 0 ? undefined : sessions
  },
  batches: batchesOf(8 * 1024 * 1024),
  make: (batch, _given, { pause }) => make(context.store, batch, pause),
  forget: () => forget(context.store),
})
