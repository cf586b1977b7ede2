/** Ids of the files of a chain. */
import { fileEnvelope } from '../../model/objects/object-identity.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { openFileSystems } from '../kernel/file-systems.ts'
import type { RecordAt } from './chain-records.ts'
import { rootOf } from './find-file.ts'
import { identityHash } from './object-hash.ts'

/** Of a path in a record; null: the path is not absolute, or no transcript has the record. */
export type ObjectIdOf = (at: RecordAt, path: string) => Promise<string | null>

export const objectIds = async (context: EngineContext): Promise<ObjectIdOf> => {
  const fileSystems = await openFileSystems(context)
  const roots = new Map<string, Promise<string | undefined>>()
  return async ({ sourceId, sessionId }, path) => {
    const asked = roots.get(sourceId) ?? rootOf(context.store.database, sourceId)
    roots.set(sourceId, asked)
    const root = await asked
    const resolved = root === undefined ? undefined : fileSystems.resolve(sessionId, root, path)
    return resolved === undefined ? null : identityHash(fileEnvelope(resolved.filesystemId, resolved.path))
  }
}
