/** Lists imported transcript files: all of them, or those of one session. */
import { dirname } from 'node:path'
import type { Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { SourceView } from '../../contract/sources.ts'
import { fileOfSource, isHistorySource } from '../../../importer/agents.ts'
import { missingPaths } from '../watch/scan-folder.ts'
import { resolveSession } from '../commits/resolve-name.ts'

const roleOf = ({ role, path }: { readonly role: string; readonly path: string }): SourceView['role'] =>
  isHistorySource(path) ? 'prompts' : role === 'agent' ? 'agent' : 'session'

/**
 * @param session a session id or its unique beginning; undefined: every file
 * @throws StrataError not-found, ambiguous-id
 */
export const listSources = async (tables: Tables, session: string | undefined): Promise<readonly SourceView[]> => {
  const rows = await runQuery(tables, 'sourceList', { session: session === undefined ? null : await resolveSession(tables, session) })
  const missing = await missingPaths(
    rows.map(({ path }) => fileOfSource(path)),
    dirname,
  )
  return rows.map((row) => ({ ...row, role: roleOf(row), isGone: missing.has(fileOfSource(row.path)) }))
}
