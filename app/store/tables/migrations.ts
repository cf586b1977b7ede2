/** The statements that build the projection, in order; their number is the schema version. */
import initial from './schema/001-initial.sql?raw'
import corrections from './schema/002-corrections.sql?raw'
import madeCommits from './schema/003-made-commits.sql?raw'
import sessionFacts from './schema/004-session-facts.sql?raw'
import usageFacts from './schema/004-usage-facts.sql?raw'
import seenFiles from './schema/005-seen-files.sql?raw'

export const migrations: readonly string[] = [initial, corrections, madeCommits, `${sessionFacts}\n${usageFacts}`, seenFiles]
export const schemaVersion = migrations.length
