/** Corrects the class of a record, or takes that back: one journal entry, and the rows of every session that holds the record, together. */
import type { CallParsed } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import type { Correction } from '../../model/correction.ts'
import { classesFor } from '../../model/correction.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { StoreUnit } from '../../store/tables/store-unit.ts'
import { count, optional, text } from '../../model/columns.ts'
import { correctionsOf } from '../kernel/corrections.ts'
import { recordKey } from '../../transcripts/apply-corrections.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { shareBetweenSessions } from './share-between-sessions.ts'
import { knownArtifacts } from './derive-inputs.ts'
import { isSettled, settledMark } from './linked-sessions.ts'
import { storedTask } from './stored-task.ts'
import { unitOf } from './session-batch-writer.ts'
import recordAt from './record-at.sql?raw'
import sessionsWithUuid from './sessions-with-uuid.sql?raw'
import { storedSlice, withScratch } from '../kernel/stored-bytes.ts'

type Input = CallParsed<'record.correct'>
type ClassEntry = Extract<NewJournalEntry, { readonly kind: 'class' }>

const columns = {
  sessionId: text('session_id'),
  uuid: optional(text('uuid')),
  recordType: text('record_type'),
  subtype: optional(text('subtype')),
  byteOffset: count('byte_offset'),
  byteLength: count('byte_length'),
  agent: text('agent'),
  file: text('file'),
  manifestHash: text('manifest_hash'),
} as const

/** The record at a place, and its key. */
const findRecord = async ({ store }: EngineContext, { sourceId, line }: Input) => {
  const [record] = await store.database.query(recordAt, columns, { source: sourceId, line })
  if (record === undefined) return undefined
  const bytes = await storedSlice(record.manifestHash, record.byteOffset, record.byteLength, (hash) => store.read(hash))
  const key = recordKey(record.agent, bytes, record.sessionId, line)
  return key === undefined ? undefined : { ...record, key }
}

const correctedEntry = async (context: EngineContext, input: Input): Promise<ClassEntry> => {
  const record = await findRecord(context, input)
  const place = { sourceId: input.sourceId, line: input.line }
  if (record === undefined) throw new StrataError('not-found', `The store contains no such record of ${input.sourceId}`, place)
  const choices = classesFor(record.recordType, record.subtype)
  if (choices.length === 0) {
    const kind = record.recordType === '' ? 'a record without a type' : `a record of type ${record.recordType}`
    throw new StrataError('invalid-input', `The class of ${kind} follows from its type and cannot be corrected`, place)
  }
  if (input.class === null || !choices.includes(input.class))
    throw new StrataError('invalid-input', `A record of type ${record.recordType} can be ${choices.join(', ')}`, { ...place, choices })
  return {
    kind: 'class',
    record: record.key,
    class: input.class,
    source_id: input.sourceId,
    line: input.line,
    session_id: record.sessionId,
    ...(record.uuid === null ? {} : { uuid: record.uuid }),
    ...(input.reason === undefined ? {} : { reason: input.reason }),
    corrected_at: new Date().toISOString(),
  }
}

/** The entry that undoes a correction: of the record now at a place, or of the one that was there when it was corrected. */
const takenBack = async (context: EngineContext, input: Input): Promise<ClassEntry> => {
  const key = (await findRecord(context, input))?.key
  const corrections = correctionsOf(context.store)
  const found =
    corrections.find((correction) => correction.recordKey === key) ??
    corrections.find(({ sourceId, line }) => sourceId === input.sourceId && line === input.line)
  if (found === undefined)
    throw new StrataError('not-found', `The record has no correction to remove`, {
      sourceId: input.sourceId,
      line: input.line,
      list: 'strata ledger corrections',
    })
  return {
    kind: 'class',
    record: found.recordKey,
    class: null,
    source_id: found.sourceId,
    line: found.line,
    session_id: found.sessionId,
    ...(found.uuid === undefined ? {} : { uuid: found.uuid }),
    corrected_at: new Date().toISOString(),
  }
}

/** Sessions that hold a record: that where it was corrected, and those that copied it. */
export const sessionsOf = async ({ store }: EngineContext, entry: ClassEntry): Promise<readonly string[]> => {
  if (entry.uuid === undefined) return [entry.session_id]
  const rows = await store.database.query(sessionsWithUuid, { sessionId: text('session_id') }, { uuid: entry.uuid })
  return [...new Set([entry.session_id, ...rows.map(({ sessionId }) => sessionId)])]
}

const after = (corrections: readonly Correction[], entry: ClassEntry): readonly Correction[] => {
  const others = corrections.filter(({ recordKey: key }) => key !== entry.record)
  if (entry.class === null) return others
  const correctedAt = Date.parse(entry.corrected_at)
  const { record, class: given, source_id: sourceId, line, session_id: sessionId, uuid, reason } = entry
  return [...others, { recordKey: record, class: given, sourceId, line, sessionId, uuid, reason, correctedAt }].sort((a, b) =>
    a.recordKey < b.recordKey ? -1 : 1,
  )
}

/** A session's rows with these corrections. */
const derivedUnit = async (
  context: EngineContext,
  sessionId: string,
  corrections: readonly Correction[],
  scratch: string,
): Promise<readonly StoreUnit[]> => {
  const entry = context.store.session(sessionId)
  if (entry === undefined) return []
  const task = await storedTask(context.store, entry, scratch, corrections, await knownArtifacts(context.store, sessionId))
  return [unitOf(context.store, { derived: await context.pool.deriveOne(task), task })]
}

/**
 * Corrects the class of a record: writes all changes or none. Commit ids and the places where chains are cut do not change.
 * @throws StrataError not-found, invalid-input, disk-full
 */
export const correctRecord = async (context: EngineContext, input: Input): Promise<void> => {
  const entry = input.class === null ? await takenBack(context, input) : await correctedEntry(context, input)
  const sessionIds = await sessionsOf(context, entry)
  const corrections = after(correctionsOf(context.store), entry)
  const wasSettled = await isSettled(context.store)
  await withScratch(context.store.scratch, async (scratch) => {
    const units: StoreUnit[] = [{ entries: [], journal: entry, replaces: undefined, rows: {}, followUps: [settledMark(false)] }]
    for (const sessionId of sessionIds) units.push(...(await derivedUnit(context, sessionId, corrections, scratch)))
    await context.store.writeUnits(units)
  })
  await shareBetweenSessions(context.store, new Set(sessionIds), wasSettled)
  context.changed(sessionIds)
}
