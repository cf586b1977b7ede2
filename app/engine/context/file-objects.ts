/** Files by their ids, as the facts about objects have them. */
import { count, instant, optional, text, type Row } from '../../model/columns.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import fileObjectsSql from './file-objects.sql?raw'

const columns = {
  id: text('id'),
  filesystemId: text('filesystem_id'),
  /** On its file system. */
  ownPath: text('own_path'),
  /** As the session gives it that used it last, and the last commit that did. */
  path: text('path'),
  sessionId: text('session_id'),
  commitId: text('commit_id'),
  versions: count('versions'),
  chars: optional(count('chars')),
  sessions: count('sessions'),
  lastAt: optional(instant('last_at')),
  total: count('total'),
} as const

export type FileObject = Row<typeof columns>

/**
 * Those that were used last first.
 * @param beginning of the id; '': all
 * @throws StrataError cancelled, artifact-corrupt, disk-full
 */
export const fileObjects = async (
  { store, ensureObjects }: Pick<EngineContext, 'store' | 'ensureObjects'>,
  beginning: string,
  limit: number,
): Promise<readonly FileObject[]> => {
  await ensureObjects()
  return store.database.query(fileObjectsSql, columns, { beginning, limit: String(limit) })
}
