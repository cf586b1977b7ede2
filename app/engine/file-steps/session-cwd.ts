/** The working directory of a session. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { optional, text } from '../../model/columns.ts'
import sessionCwd from './session-cwd.sql?raw'

/** Null: no record has one. */
export const cwdOf = async (tables: Tables, sessionId: string): Promise<string | null> =>
  (await tables.query(sessionCwd, { cwd: optional(text('cwd')) }, { session: sessionId }))[0]?.cwd ?? null
