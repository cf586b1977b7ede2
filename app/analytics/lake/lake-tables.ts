/** The tables of a lake: what its readers get of each, and what is hidden when names are to stay at home. */
import { count, optional, text } from '../../model/columns.ts'
import type { FrozenTables } from '../../store/tables/frozen-tables.ts'
import clearNames from './names/clear.sql?raw'
import hiddenNames from './names/hidden.sql?raw'
import commits from './commits.sql?raw'
import compactions from './compactions.sql?raw'
import corrections from './corrections.sql?raw'
import lackingSessions from './lacking-sessions.sql?raw'
import events from './events.sql?raw'
import objectChecks from './object-checks.sql?raw'
import objectVersions from './object-versions.sql?raw'
import objects from './objects.sql?raw'
import pins from './pins.sql?raw'
import problems from './problems.sql?raw'
import records from './records.sql?raw'
import refs from './refs.sql?raw'
import replies from './replies.sql?raw'
import sessions from './sessions.sql?raw'
import sources from './sources.sql?raw'
import stateTimes from './state-times.sql?raw'
import summaries from './summaries.sql?raw'
import thinkingCorrections from './thinking-corrections.sql?raw'
import thinkingEvents from './thinking-events.sql?raw'
import thinkingGuesses from './thinking-guesses.sql?raw'
import tokenUsage from './token-usage.sql?raw'
import toolUses from './tool-uses.sql?raw'
import trackedFiles from './tracked-files.sql?raw'
import turns from './turns.sql?raw'

/**
 * Table → its rows with their `project` and `month`, the columns by which a lake is divided. Excluded are other facts, which follow
 * from these, what records say about files and Git (object_steps, git_commits), and tables that contain the places of bytes in this store's files
 * (artifacts, projection_state).
 */
export const lakeTables: Readonly<Record<string, string>> = {
  sessions,
  sources,
  records,
  events,
  token_usage: tokenUsage,
  problems,
  commits,
  refs,
  pins,
  summaries,
  corrections,
  objects,
  object_versions: objectVersions,
  object_checks: objectChecks,
  tracked_files: trackedFiles,
  thinking_corrections: thinkingCorrections,
  thinking_events: thinkingEvents,
  thinking_guesses: thinkingGuesses,
  turns,
  tool_uses: toolUses,
  replies,
  compactions,
  state_times: stateTimes,
}

/** Facts contain numbers that only their store knows: a lake has what they number, in columns of these names. */
export const lakeNamesOfNumbers: Readonly<Record<string, { readonly name: string; readonly about: string }>> = {
  session_number: { name: 'session_id', about: 'Session as in sessions; empty for files that belong to none.' },
  agent_number: { name: 'agent_type', about: 'Type of the agent: (main), the type of a sub-agent, or (none) where no type is recorded.' },
  model_number: { name: 'model', about: 'Model; (none) where no model replies.' },
  tool_number: { name: 'tool_name', about: 'Tool; empty for calls that name none.' },
}

/** Statements that DuckDB must run before the tables of a lake can be queried. */
export const lakeNames = (hashedWith: string | undefined): readonly string[] =>
  hashedWith === undefined ? [clearNames] : [`SET VARIABLE lake_key = '${hashedWith}'`, hiddenNames]

/** Number of sessions that changed after what follows from them was made: the lake lacks that. */
export const sessionsLacking = async (tables: FrozenTables): Promise<number> => {
  const [row] = await tables.query(lackingSessions, { sessions: count('sessions') })
  return row?.sessions ?? 0
}

/** Rows of one project and month of a table. */
export interface LakePart {
  /** Null: the rows belong to no session. */
  readonly project: string | null
  /** Month of the beginning of the session, YYYY-MM, UTC; null: it has no time. */
  readonly month: string | null
  readonly rows: number
  /** Digest of the rows; the order of the rows does not change it. */
  readonly digest: string
}

const partColumns = {
  project: optional(text('project')),
  month: optional(text('month')),
  rows: count('rows'),
  digest: text('digest'),
} as const

/** How the rows of a table are divided. */
export const lakeParts = (tables: FrozenTables, table: string): Promise<readonly LakePart[]> =>
  tables.query(
    `SELECT project AS project, month AS month, count(*) AS rows, bit_xor(hash(part_rows))::VARCHAR || '.' || sum(hash(part_rows))::VARCHAR AS digest
FROM (\n${lakeTables[table] ?? ''}\n) part_rows
GROUP BY project, month ORDER BY project, month`,
    partColumns,
  )

const is = (column: string, value: string | null): string =>
  value === null ? `${column} IS NULL` : `${column} = '${value.replaceAll("'", "''")}'`

/** Writes the rows of one part to a new Parquet file in the scratch folder. */
export const copyLakePart = (tables: FrozenTables, table: string, { project, month }: LakePart, path: string): Promise<number> =>
  tables.copy(
    `SELECT * EXCLUDE (project, month) FROM (\n${lakeTables[table] ?? ''}\n) WHERE ${is('project', project)} AND ${is('month', month)}`,
    path,
  )
