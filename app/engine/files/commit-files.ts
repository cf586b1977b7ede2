/** All files that the agent of a commit, or the agents of a session, knew. */
import type { CommitFile, CommitFilesView, KnownFileSummary, SessionFilesView } from '../../contract/commit-files.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { choice, count, flag, instant, optional, text } from '../../model/columns.ts'
import type { Proof } from '../../model/objects/proof.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { recordNames } from '../kernel/file-lines.ts'
import { seenByAgent } from '../file-steps/chain-records.ts'
import commitFilesSql from './commit-files.sql?raw'
import { knownTree, treeRequest } from './known-tree.ts'
import sessionFilesSql from './session-files.sql?raw'
import { type KnownFile } from '../../files/known-file.ts'

const commitColumns = { path: text('path'), versions: count('versions'), changedHere: flag('changed_here') } as const

/** Number of lines; the line end of the last line begins no further one. Null: not known. */
const lineCount = ({ stretches, total }: KnownFile): number | null => {
  const last = stretches.at(-1)
  if (last === undefined || total === undefined) return total ?? null
  const isEnd = total > 1 && last.from + last.lines.length - 1 === total && last.lines.at(-1) === ''
  return isEnd ? total - 1 : total
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, artifact-corrupt */
export const commitFiles = async (context: EngineContext, input: CallParsed<'commit.files'>): Promise<CommitFilesView> => {
  const request = await treeRequest(context, input.commitId)
  const { commitId, sessionId, files } = await knownTree(context, request)
  const commits = seenByAgent(request.chain).map((link) => link.commitId)
  const rows = await context.store.database.query(commitFilesSql, commitColumns, { commit: commitId, commits })
  const counted = new Map(rows.map((row) => [row.path, row]))
  const named = await recordNames(
    context.store.database,
    files.map(({ at }) => at),
  )
  const summaries = files.map(({ path, file, proof, by, at }): CommitFile => ({
    path,
    proof,
    isThere: file !== null,
    totalLines: file === null ? null : lineCount(file),
    record: named(at),
    occurredAt: at.occurredAt,
    by,
    versions: counted.get(path)?.versions ?? 0,
    changedHere: counted.get(path)?.changedHere ?? false,
  }))
  return { commitId, sessionId, files: summaries }
}

const sessionColumns = {
  path: text('path'),
  sourceId: text('source_id'),
  line: count('line'),
  by: text('given_by'),
  proof: choice<Proof>('proof'),
  isThere: flag('is_there'),
  totalLines: optional(count('lines')),
  occurredAt: optional(instant('occurred_at')),
  versions: count('versions'),
} as const

/** @throws StrataError not-found, ambiguous-id, artifact-corrupt */
export const sessionFiles = async (
  { store, ensureObjects }: EngineContext,
  input: CallParsed<'session.files'>,
): Promise<SessionFilesView> => {
  const sessionId = await resolveSession(store.database, input.sessionId)
  await ensureObjects(() => Promise.resolve([sessionId]))
  const rows = await store.database.query(sessionFilesSql, sessionColumns, { session: sessionId })
  const named = await recordNames(store.database, rows)
  return { sessionId, files: rows.map(({ sourceId, line, ...row }): KnownFileSummary => ({ ...row, record: named({ sourceId, line }) })) }
}
