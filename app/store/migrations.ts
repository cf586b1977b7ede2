/** The statements that build the projection, in order; their number is the schema version. */
import initial from './schema/001-initial.sql?raw'

export const migrations: readonly string[] = [initial]
export const schemaVersion = migrations.length
