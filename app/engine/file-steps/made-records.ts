/** The events of commits that are no transcripts, as the records of a client that did the same. */
import { withOwnCallIds } from '../../chains/own-call-ids.ts'
import type { TranscriptRecord } from '../../model/record.ts'
import { count, flag, instant, optional, text, type Row } from '../../model/columns.ts'
import type { Event } from '../../model/event.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { eventsIn } from '../added-commits/added-rows.ts'
import { eventRecord, type ToolCall } from './event-record.ts'
import madeRecordsSql from './made-records.sql?raw'

const columns = {
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  sessionId: text('session_id'),
  occurredAt: optional(instant('occurred_at')),
  /** Whether it may say something of files. */
  maySay: flag('may_say'),
  clientVersion: optional(text('client_version')),
  parentId: text('parent_id'),
  artifactHash: text('artifact_hash'),
  format: text('format'),
  callCommit: optional(text('call_commit')),
  callLine: optional(count('call_line')),
  callParent: optional(text('call_parent')),
  callArtifact: optional(text('call_artifact')),
  callFormat: optional(text('call_format')),
} as const

/** An event by its number in its commit, and where the call of a result is. */
export type MadeRecord = Row<typeof columns>

/** The events of each commit as records, in order; commits from transcripts have none. */
export const madeRecords = async (store: Store, commits: readonly string[]): Promise<readonly MadeRecord[]> =>
  commits.length === 0 ? [] : store.database.query(madeRecordsSql, columns, { commits })

interface Artifact {
  readonly commitId: string
  readonly parentId: string
  readonly hash: string
  readonly format: string
}

const artifactsOf = (row: MadeRecord): readonly Artifact[] => {
  const { callCommit, callParent, callArtifact, callFormat } = row
  const own = { commitId: row.commitId, parentId: row.parentId, hash: row.artifactHash, format: row.format }
  if (callCommit === null || callCommit === row.commitId) return [own]
  return [own, { commitId: callCommit, parentId: callParent ?? '', hash: callArtifact ?? '', format: callFormat ?? '' }]
}

const eventsOf = async (store: Store, { commitId, parentId, hash, format }: Artifact): Promise<readonly Event[]> =>
  withOwnCallIds(eventsIn(format, await store.read(artifactHash(hash))) ?? [], { own: commitId, parent: parentId })

/**
 * The records of one commit by their places among the rows.
 * @param isWanted of these alone
 * @throws StrataError not-found, artifact-corrupt
 */
export const madeRecordsIn = async (
  store: Store,
  rows: readonly MadeRecord[],
  isWanted: (row: MadeRecord) => boolean = () => true,
): Promise<(place: number) => TranscriptRecord | undefined> => {
  const events = new Map<string, readonly Event[]>()
  for (const artifact of rows.filter(isWanted).flatMap(artifactsOf))
    if (!events.has(artifact.commitId)) events.set(artifact.commitId, await eventsOf(store, artifact))
  const eventAt = (commitId: string, line: number): Event | undefined => events.get(commitId)?.[line - 1]
  const callOf = ({ callCommit, callLine }: MadeRecord): ToolCall | undefined => {
    const call = callCommit === null || callLine === null ? undefined : eventAt(callCommit, callLine)
    return call?.type === 'tool_call' ? call.payload : undefined
  }
  return (place) => {
    const row = rows[place]
    const event = row && eventAt(row.commitId, row.line)
    return row && event && eventRecord(event, row, callOf(row))
  }
}
