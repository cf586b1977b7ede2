/** All tables of a store: the statements that make them, and which of them belong to sessions. A new table is a file here and an entry. */
import initial from './001-initial.sql?raw'
import corrections from './002-corrections.sql?raw'
import madeCommits from './003-made-commits.sql?raw'
import sessionFacts from './004-session-facts.sql?raw'
import usageFacts from './004-usage-facts.sql?raw'
import seenFiles from './005-seen-files.sql?raw'
import objectFacts from './006-object-facts.sql?raw'
import trackedFiles from './007-tracked-files.sql?raw'
import objectVersions from './008-object-versions.sql?raw'
import compactionItems from './009-compaction-items.sql?raw'
import prefixChanges from './010-prefix-changes.sql?raw'
import thinkingEvents from './011-thinking-events.sql?raw'
import cacheFacts from './012-cache-facts.sql?raw'

interface SchemaPart {
  readonly sql: string
  /**
   * Tables whose rows of a session are deleted when the session is written again. Of a table of facts this is the mark that they are made:
   * the next question makes them again. Commits and rows of lines are not among them, since some of theirs stay.
   */
  readonly ofSessions?: readonly string[]
}

const schema: readonly SchemaPart[] = [
  { sql: initial, ofSessions: ['sessions', 'refs', 'problems', 'sources'] },
  { sql: corrections, ofSessions: ['corrections'] },
  { sql: madeCommits },
  { sql: `${sessionFacts}\n${usageFacts}`, ofSessions: ['fact_sessions'] },
  { sql: seenFiles },
  { sql: objectFacts, ofSessions: ['object_sessions'] },
  { sql: trackedFiles },
  { sql: objectVersions },
  { sql: compactionItems, ofSessions: ['compaction_sessions'] },
  { sql: prefixChanges, ofSessions: ['prefix_sessions'] },
  { sql: thinkingEvents, ofSessions: ['thinking_sessions'] },
  { sql: cacheFacts, ofSessions: ['cache_sessions'] },
]

/** The statements that make the tables, in order; their number is the schema version. */
export const migrations: readonly string[] = schema.map(({ sql }) => sql)

export const sessionTables: readonly string[] = schema.flatMap(({ ofSessions }) => ofSessions ?? [])
