/** Rows of the tables for a made commit: they follow from its journal entry, its record and its artifact, and from nothing else. */
import { describeEvents } from '../../chains/describe-events.ts'
import { isTranscript } from '../../../importer/agents.ts'
import { linesIn } from '../../conversation/artifact-lines.ts'
import type { ContextCommit } from '../../model/context-commit.ts'
import { objectIn } from '../../model/json-object.ts'
import { recordsInLine } from '../../model/records-in-line.ts'
import type { Event } from '../../model/event.ts'
import { agentChain, mainChain } from '../../model/agent-chain.ts'
import { agentCallId } from '../../model/call-pairing.ts'
import { StrataError } from '../../model/failure.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { TableRows } from '../../store/tables/tables.ts'
import { formats } from '../kernel/chain-formats.ts'
import { eventRows, usageRows, type EventsOwner } from '../../conversation/event-rows.ts'
import { clientColumns, recordColumns } from '../../transcripts/record-columns.ts'

export type NewCommitEntry = Extract<NewJournalEntry, { readonly kind: 'commit' }>

export interface AddedCommit {
  readonly entry: NewCommitEntry
  readonly record: ContextCommit
  /** Its artifact. */
  readonly bytes: Uint8Array
}

/** The events in an artifact; undefined when it cannot be read as events. */
export const eventsIn = (format: string, bytes: Uint8Array): readonly Event[] | undefined => {
  try {
    return formats.find(format)?.readEvents(bytes).events
  } catch (thrown) {
    if (thrown instanceof StrataError) return undefined
    throw thrown
  }
}

/** How many messages, events or lines an artifact holds; undefined when its format is not known or it is not of its format. */
export const itemsIn = (format: string, bytes: Uint8Array): number | undefined => {
  try {
    return formats.find(format)?.count(bytes)
  } catch (thrown) {
    if (thrown instanceof StrataError) return undefined
    throw thrown
  }
}

/** The place of a made commit in its session. */
export interface AddedPlace {
  /** Its place among the commits of its session, from 0. */
  readonly position: number
  /** Why its parent is not the commit before it in its chain. */
  readonly branchOf: 'resume' | 'spawn' | null
}

/** Messages that a compaction of a transcript keeps word for word. */
const preservedIn = ({ record, bytes }: AddedCommit): readonly string[] => {
  if (record.commit_type !== 'compaction' || !isTranscript(record.format)) return []
  const decode = (part: Uint8Array): string => Buffer.from(part.buffer, part.byteOffset, part.length).toString('utf8')
  return [...linesIn(Buffer.from(bytes))]
    .flatMap((line) => recordsInLine(line, decode))
    .flatMap(({ json }) => {
      const uuids = objectIn(objectIn(json, 'compactMetadata'), 'preservedMessages')['uuids']
      return Array.isArray(uuids) ? uuids.filter((uuid): uuid is string => typeof uuid === 'string') : []
    })
}

const noFigures = { humanPrompts: 0, commands: 0, responses: 0, toolCalls: 0, errors: 0 } as const

const ownerOf = ({ entry, record }: AddedCommit): EventsOwner => ({
  commitId: entry.commit_id,
  parentId: record.parent ?? null,
  key: entry.key,
  chain: entry.agent === undefined ? mainChain : agentChain(entry.agent),
  isCopy: record.commit_type === 'snapshot' && record.parent !== undefined,
  isSummary: record.commit_type === 'compaction',
})

/** A snapshot says again what the commits before it hold: all of it is a copy, and none of it counts. */
export const addedRows = (made: AddedCommit, { position, branchOf }: AddedPlace): TableRows => {
  const { entry, record, bytes } = made
  const events = eventsIn(record.format, bytes) ?? []
  const { startedAt, endedAt, ...facts } = { ...describeEvents(events), preserved: preservedIn(made) }
  const owner = ownerOf(made)
  return {
    commits: [
      {
        ...facts,
        ...(owner.isCopy ? noFigures : {}),
        ...clientColumns(facts),
        ...recordColumns(record),
        agentType: entry.agent_type ?? null,
        spawnCall: branchOf === 'spawn' && entry.agent !== undefined ? agentCallId(entry.agent, record.parent ?? '') : null,
        commitId: entry.commit_id,
        parentId: record.parent ?? null,
        sessionId: entry.key,
        chain: owner.chain,
        position,
        commitType: record.commit_type,
        checkpoint: record.checkpoint,
        artifactHash: entry.artifact_hash,
        recordHash: entry.record_hash,
        format: record.format,
        template: record.template ?? '',
        principal: record.principal ?? '',
        summary: record.summary ?? facts.summary,
        createdAt: record.created_at,
        startedAt: startedAt ?? null,
        endedAt: endedAt ?? null,
        bytes: bytes.length,
        branchOf,
      },
    ],
    events: eventRows(events, owner),
    token_usage: usageRows(events, owner),
  }
}
