/** Puts the events of sessions of the store into a project's memory. */
import { recordsOfSteps } from '../../agent-context/records-of-steps.ts'
import type { ThinkingRecord } from '../../agent-context/thinking-record.ts'
import type { Tables } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { ExtractedView } from '../../contract/agent-context.ts'
import { choice, count, flag, instant, integer, optional, text } from '../../model/columns.ts'
import type { ChainText } from '../../reasoning/chain-text.ts'
import { groupBy } from '../../model/group-by.ts'
import type { EventStatus } from '../../model/reasoning.ts'
import type { RecordClass } from '../../model/record-class.ts'
import { StrataError } from '../../model/failure.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { correctedTypes } from '../kernel/corrections.ts'
import { withRefusalTexts } from '../reader/refusal-texts.ts'
import { whileWriting } from './local-state.ts'
import { withSession } from '../../agent-context/join-session.ts'
import { changeMemory, configOf, noProject } from './memory.ts'
import { findProject } from './project.ts'
import { redactFor } from './redact-words.ts'
import eventStatusesSql from './event-statuses.sql?raw'
import sessionSteps from './session-steps.sql?raw'
import sessionsInFolder from './sessions-in-folder.sql?raw'

const columns = {
  sessionId: text('session_id'),
  chain: text('chain'),
  sourceId: text('source_id'),
  fileName: text('source'),
  line: count('line'),
  block: integer('block'),
  commitId: optional(text('commit_id')),
  cwd: optional(text('cwd')),
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
} as const

const lockWaitMs = 10_000

const statusColumns = {
  eventId: text('event_id'),
  status: choice<EventStatus>('status'),
  source: optional(text('source')),
  line: optional(count('line')),
} as const

/** What records of all sessions show of the events, in place of what the transcript shows alone. */
const withStatuses = async (tables: Tables, session: string, records: readonly ThinkingRecord[]): Promise<readonly ThinkingRecord[]> => {
  const rows = await tables.query(eventStatusesSql, statusColumns, { session })
  const known = new Map(rows.map((row) => [row.eventId, row]))
  return records.map((record) => {
    const { status, source, line } = known.get(record.id) ?? {}
    if (status === undefined) return record
    const evidence = typeof source === 'string' && typeof line === 'number' ? { source, line } : null
    return { ...record, status, evidence }
  })
}

/** The id itself where the store has no such session: it is in a transcript alone. */
const sessionIn = async (tables: Tables, name: string): Promise<string> => {
  try {
    return await resolveSession(tables, name)
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'not-found') return name
    throw thrown
  }
}

/** @throws StrataError not-found, ambiguous-id, system-refused */
export const extractFromStore = async (context: EngineContext, input: CallParsed<'memory.extract'>): Promise<ExtractedView> => {
  await context.ensure('reasoning')
  const { database } = context.store
  const files = findProject(input.root) ?? noProject(input.root)
  const session = input.sessionId === undefined ? null : await sessionIn(database, input.sessionId)
  const sessions = await database.query(sessionsInFolder, { sessionId: text('session_id') }, { root: files.root, session })
  const redact = redactFor(context.store.dir)
  const corrected = correctedTypes(context.store)
  const fresh: (readonly ThinkingRecord[])[] = []
  for (const { sessionId } of sessions) {
    const rows = await withRefusalTexts(context.store, await database.query(sessionSteps, columns, { session: sessionId }))
    const steps = rows.map(({ fileName, ...step }): ChainText => ({ ...step, sourceId: fileName }))
    const chains = groupBy(steps, (step) => step.chain)
    const records = [...chains.values()].flatMap((chain) => recordsOfSteps(chain, files.root, redact, corrected))
    fresh.push(await withStatuses(database, sessionId, records))
  }
  const { backend, claude_md: section } = configOf(files, context.env)
  const done = await whileWriting(files, lockWaitMs, () => {
    const { before, events, written } = changeMemory(files, { backend, section }, (own) =>
      fresh.reduce((known, session) => withSession(known, session, 'store'), own),
    )
    return { events: events.length, added: events.length - before.length, written }
  })
  if (done === undefined) throw new StrataError('system-refused', `Another process is writing ${files.folder}`, { folder: files.folder })
  return { sessions: sessions.length, ...done }
}
