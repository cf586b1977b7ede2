/** Brings changes into the tables: a batch of them, shown when what was gathered is committed. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { appendPacked, appendRows } from './append-rows.ts'
import type { Columns } from '../../model/columns.ts'
import type { Database } from './database.ts'
import { subjectOf } from '../files/entry-subject.ts'
import { type NewJournalEntry, type UnreadableFile } from '../files/journal-entry.ts'
import { guessOf } from '../files/guess-entry.ts'
import { correctedEvent } from '../files/thinking-entry.ts'
import { isTracked } from '../files/tracked-entry.ts'
import { packRows, type PackedRows } from './column-blocks.ts'
import type { ReplacedSession } from './row-cache.ts'
import { writeState, type ProjectionState } from './projection.ts'
import { execute, type Parameters } from './query.ts'
import { sessionTables } from './schema/schema.ts'
import { forgetSeenFiles } from './seen-files.ts'
import { lineTables, type LineTable } from './row-marks.ts'
import { tables, type TableName, type TableRow, type TableRows } from './tables.ts'

/** A change to existing rows, computed by the tables themselves. */
export interface FollowUp {
  readonly sql: string
  readonly parameters: Parameters
}

/** One change as the tables see it. */
export interface RowUnit {
  readonly journal: NewJournalEntry
  /** Session whose rows are replaced by `rows`; undefined when none are. */
  readonly replaces: ReplacedSession | undefined
  /** New rows; those of refs, summaries and artifacts that the journal and the packs imply are added to them. */
  readonly rows: TableRows
  /** Rows of other tables, packed. */
  readonly packed?: Readonly<Partial<Record<TableName, PackedRows>>>
  /** Runs when the rows of the whole batch exist, in order, each once. */
  readonly followUps?: readonly FollowUp[]
}

/** Whether the tables show a batch immediately, or with others after it. */
export type Shown = 'now' | 'later'

/** Deletes what is replaced, appends what is new, and records how far the tables have followed; all or nothing. */
export const projectUnits = async (
  database: Database,
  units: readonly RowUnit[],
  artifacts: readonly TableRow<'artifacts'>[],
  state: ProjectionState,
  present: ReadonlySet<string>,
  when: Shown,
): Promise<{ readonly shown: Promise<void> }> => {
  const gathered = await database.gather(async (connection) => {
    const current = lastOfEach(units)
    const replaced = current.flatMap(({ replaces }) => (replaces !== undefined && present.has(replaces.sessionId) ? [replaces] : []))
    if (replaced.length > 0) await deleteSessions(connection, replaced)
    // The stamp of a file that was not read, for example because it was deleted, does not change.
    await forgetSeenFiles(
      connection,
      current.flatMap(({ rows }) => (rows.seen_files ?? []).map(({ path }) => path)),
    )
    for (const table of Object.keys(tables) as TableName[]) {
      await appendAll(connection, table, current)
      // DuckDB compresses in this thread: other tasks get their turn between the tables.
      await nextTurn()
    }
    await appendRows(connection, 'artifacts', artifacts)
    for (const unit of units) await projectEntry(connection, unit.journal)
    await runFollowUps(connection, units)
    await writeState(state, connection)
  }, rowsOf(units))
  if (when === 'now') await database.commit()
  return gathered
}

/** Rows of the large tables. */
const rowsOf = (units: readonly RowUnit[]): number =>
  units.reduce((sum, { packed }) => sum + Object.values(packed ?? {}).reduce((own, { rows }) => own + rows, 0), 0)

const runFollowUps = async (connection: DuckDBConnection, units: readonly RowUnit[]): Promise<void> => {
  const all = units.flatMap(({ followUps }) => followUps ?? [])
  const once = new Map(all.map((followUp) => [JSON.stringify([followUp.sql, followUp.parameters]), followUp]))
  for (const { sql, parameters } of once.values()) await execute(connection, sql, parameters)
}

/** When one batch replaces a session twice, only the last rows count. */
const lastOfEach = (units: readonly RowUnit[]): readonly RowUnit[] => {
  const last = new Map(units.map((unit, at) => [unit.replaces?.sessionId, at]))
  return units.filter((unit, at) => unit.replaces === undefined || last.get(unit.replaces.sessionId) === at)
}

const deleteSessions = async (connection: DuckDBConnection, replaced: readonly ReplacedSession[]): Promise<void> => {
  const sessions = replaced.map(({ sessionId }) => sessionId)
  for (const table of lineTables) await deleteRows(connection, table, replaced)
  await deleteCommits(connection, replaced)
  for (const table of sessionTables) {
    // Sources of no session are those of the session ''. Problems of none belong to files that could not be read.
    const sessionless = table === 'sources' && sessions.includes('') ? ' OR session_id IS NULL' : ''
    const where = `session_id IN (SELECT unnest($sessions::VARCHAR[]))${sessionless}`
    await execute(connection, `DELETE FROM ${table} WHERE ${where}`, { sessions })
  }
}

/**
 * Deletes the commits of these sessions from the first replaced position. Replaced commits stay: something references them, and they
 * outlive the rows that replaced them.
 */
const deleteCommits = (connection: DuckDBConnection, replaced: readonly ReplacedSession[]): Promise<void> => {
  const sql = `
    DELETE FROM commits
    USING (SELECT unnest($sessions::VARCHAR[]) AS replaced_id, unnest($positions::VARCHAR[])::BIGINT AS first_position)
    WHERE session_id = replaced_id AND position >= first_position AND chain <> 'replaced'`
  return execute(connection, sql, {
    sessions: replaced.map(({ sessionId }) => sessionId),
    positions: replaced.map(({ marked }) => String(marked?.commits.firstPosition ?? 0)),
  })
}

/** Deletes rows of lines; rows before the first new line stay. */
const deleteRows = (connection: DuckDBConnection, table: LineTable, replaced: readonly ReplacedSession[]): Promise<void> => {
  const kept = replaced.flatMap(({ marked }) => Object.entries(marked?.firstLines[table] ?? {}))
  const stays =
    kept.length === 0
      ? ''
      : ` AND line >= coalesce((
          SELECT first_line
          FROM (SELECT unnest($sources::VARCHAR[]) AS kept_id, unnest($lines::VARCHAR[])::BIGINT AS first_line)
          WHERE kept_id = source_id
        ), 0)`
  const where = `session_id IN (SELECT unnest($sessions::VARCHAR[]))${stays}`
  const sessions = replaced.map(({ sessionId }) => sessionId)
  const from: Parameters = kept.length === 0 ? {} : { sources: kept.map(([source]) => source), lines: kept.map(([, line]) => String(line)) }
  return execute(connection, `DELETE FROM ${table} WHERE ${where}`, { sessions, ...from })
}

const appendAll = (connection: DuckDBConnection, table: TableName, units: readonly RowUnit[]): Promise<void> => {
  const rows = units.flatMap((unit): readonly TableRow<TableName>[] => unit.rows[table] ?? [])
  const packed = units.flatMap((unit) => unit.packed?.[table] ?? [])
  return appendPacked(connection, table, [packRows<Columns>(tables[table], rows), ...packed])
}

/** The rows that follow from the journal alone. Corrected classes come with the rows of their session. */
const projectEntry = async (connection: DuckDBConnection, entry: NewJournalEntry): Promise<void> => {
  switch (entry.kind) {
    case 'summary':
      return projectSummary(connection, entry)
    case 'pin':
      return projectPin(connection, entry)
    case 'ref':
      return projectRef(connection, entry.name, entry.commit_id)
    case 'unreadable':
      return projectUnreadable(connection, entry.files)
    case 'tracked':
      return projectTracked(connection, entry)
    case 'thinking':
      return projectThinking(connection, entry)
    case 'guess':
      return projectGuesses(connection, entry)
    case 'removed':
      await forgetThinking(connection, entry.of)
      await forgetGuesses(connection, entry.of)
      return forgetTracked(connection, entry.of)
    default:
      return
  }
}

type Entry<K extends NewJournalEntry['kind']> = Extract<NewJournalEntry, { readonly kind: K }>

/** When a summary was withdrawn, the rule's summary comes with the unit: only the derivation knows the rules. */
const projectSummary = async (connection: DuckDBConnection, { commit_id: commitId, earlier, ...last }: Entry<'summary'>): Promise<void> => {
  await execute(connection, 'DELETE FROM summaries WHERE commit_id = $commit::VARCHAR', { commit: commitId })
  const rows = [...(earlier ?? []), last].map(({ summary, written_at: at, by }, position) => ({
    commitId,
    position,
    summary,
    writtenAt: at === undefined ? null : Date.parse(at),
    writtenBy: by ?? null,
  }))
  await appendRows(connection, 'summaries', rows)
  if (last.summary === '') return
  await execute(connection, 'UPDATE commits SET summary = $summary::VARCHAR WHERE commit_id = $commit::VARCHAR', {
    summary: last.summary,
    commit: commitId,
  })
}

const projectPin = async (connection: DuckDBConnection, entry: Entry<'pin'>): Promise<void> => {
  await execute(connection, 'DELETE FROM pins WHERE commit_id = $commit::VARCHAR', { commit: entry.commit_id })
  if (entry.pinned) await appendRows(connection, 'pins', [{ commitId: entry.commit_id, pinnedAt: Date.parse(entry.pinned_at) }])
}

const projectRef = async (connection: DuckDBConnection, name: string, commitId: string | null): Promise<void> => {
  await execute(connection, 'DELETE FROM refs WHERE session_id IS NULL AND name = $name::VARCHAR', { name })
  const [kind = ''] = name.split('/')
  if (commitId !== null) await appendRows(connection, 'refs', [{ name, kind, commitId, sessionId: null }])
}

/** An observation is written once; where the tables are filled again it may be there. */
const projectTracked = async (connection: DuckDBConnection, entry: Entry<'tracked'>): Promise<void> => {
  await forgetTracked(connection, subjectOf(entry))
  await appendRows(connection, 'tracked_files', [
    {
      sessionId: entry.session_id,
      objectId: entry.object_id,
      path: entry.path,
      observedAt: Date.parse(entry.observed_at),
      isThere: entry.source_hash !== null,
      sourceHash: entry.source_hash,
      bytes: entry.bytes,
      artifactHash: entry.artifact_hash ?? null,
    },
  ])
}

const forgetTracked = async (connection: DuckDBConnection, subject: string): Promise<void> => {
  if (!isTracked(subject)) return
  const [, session = '', object = '', at = ''] = subject.split(' ')
  await execute(
    connection,
    'DELETE FROM tracked_files WHERE session_id = $session::VARCHAR AND object_id = $object::VARCHAR AND epoch_ms(observed_at) = $at::BIGINT',
    { session, object, at: Date.parse(at) },
  )
}

const projectThinking = async (connection: DuckDBConnection, entry: Entry<'thinking'>): Promise<void> => {
  await forgetThinking(connection, subjectOf(entry))
  if (entry.type === null) return
  await appendRows(connection, 'thinking_corrections', [
    {
      eventId: entry.event_id,
      sessionId: entry.session_id,
      sourceId: entry.source_id,
      line: entry.line,
      block: entry.block,
      type: entry.type,
      typeByRule: entry.type_by_rule,
      reason: entry.reason ?? null,
      correctedAt: Date.parse(entry.corrected_at),
    },
  ])
}

const forgetThinking = async (connection: DuckDBConnection, subject: string): Promise<void> => {
  const event = correctedEvent(subject)
  if (event !== undefined) await execute(connection, 'DELETE FROM thinking_corrections WHERE event_id = $event::VARCHAR', { event })
}

const projectGuesses = async (connection: DuckDBConnection, entry: Entry<'guess'>): Promise<void> => {
  await forgetGuesses(connection, subjectOf(entry))
  const { session_id: sessionId, model, model_version: modelVersion, guesses } = entry
  const guessedAt = Date.parse(entry.guessed_at)
  await appendRows(
    connection,
    'thinking_guesses',
    guesses.map(({ source_id: sourceId, text_hash: textHash, ...guess }) => ({
      ...guess,
      sessionId,
      sourceId,
      textHash,
      model,
      modelVersion,
      guessedAt,
    })),
  )
}

const forgetGuesses = async (connection: DuckDBConnection, subject: string): Promise<void> => {
  const guess = guessOf(subject)
  if (guess === undefined) return
  await execute(
    connection,
    'DELETE FROM thinking_guesses WHERE session_id = $session::VARCHAR AND model = $model::VARCHAR AND model_version = $version::VARCHAR',
    { session: guess.session_id, model: guess.model, version: guess.model_version },
  )
}

/** Files that could not be read are problems of no session. */
const projectUnreadable = async (connection: DuckDBConnection, files: readonly UnreadableFile[]): Promise<void> => {
  await execute(connection, 'DELETE FROM problems WHERE session_id IS NULL')
  await appendRows(
    connection,
    'problems',
    files.map(({ source_id: sourceId, file, code, reason, action, line = null, offset = null, length = null }) => ({
      ...{ sessionId: null, sourceId, file, code, reason, action },
      ...{ line, byteOffset: offset, byteLength: length },
    })),
  )
}
