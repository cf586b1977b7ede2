/** Objects whose newest version a tracker saw: wherever an object is listed or shown, it has the size of that one. */
import type { KnownFileView } from '../../contract/objects.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { groupBy } from '../../model/group-by.ts'
import { showFile } from '../files/show-file.ts'
import { seenByTrackers } from '../track/tracked-steps.ts'

/** How often trackers saw each of these objects change. @param session whose trackers count; null: all */
export const trackedVersions = async (
  store: Store,
  objects: readonly string[],
  session: string | null = null,
): Promise<ReadonlyMap<string, number>> => {
  const rows = objects.length === 0 ? [] : await seenByTrackers(store, { objects, session })
  return new Map([...groupBy(rows, ({ objectId }) => objectId)].map(([id, own]) => [id, own.length]))
}

/** As any agent or tracker saw it last. @param at the last commit that used it @throws StrataError not-found, artifact-corrupt */
export const newestFile = (context: EngineContext, path: string, at: string): Promise<KnownFileView> =>
  showFile(context, { path, reading: 'as-was', at })

/** UTF-16 code units; null: not all of it is known. */
export const charsOfFile = ({ content, isThere }: KnownFileView): number | null => (isThere ? (content?.length ?? null) : 0)
