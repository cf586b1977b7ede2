/** Ids of files by the paths that records name. Only absolute paths have one. */
import { fileEnvelope } from '../../model/objects/object-identity.ts'
import type { ResolvedPath } from '../../model/objects/resolve-path.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { openFileSystems, type FileSystems } from '../file-systems/file-systems.ts'
import { sourceRoots } from './source-roots.ts'
import { identityHash } from '../../files/object-hash.ts'

/** Gives ids, and remembers which files they name. */
export class ObjectNames {
  readonly found = new Map<string, ResolvedPath>()
  readonly #systems: FileSystems
  readonly #ids = new Map<string, string | null>()

  constructor(systems: FileSystems) {
    this.#systems = systems
  }

  /** @param root the folder that the transcript was imported from @returns null: the path is not absolute */
  idOf(sessionId: string, root: string, path: string): string | null {
    const key = JSON.stringify([this.#systems.of(sessionId, root), root, path])
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const resolved = this.#systems.resolve(sessionId, root, path)
    const id = resolved === undefined ? null : identityHash(fileEnvelope(resolved.filesystemId, resolved.path))
    this.#ids.set(key, id)
    if (id !== null && resolved !== undefined) this.found.set(id, resolved)
    return id
  }
}

/** Returns the object id of a path in a record; null: the path is not absolute. */
export type ObjectIdOf = (at: { readonly sourceId: string; readonly sessionId: string }, path: string) => Promise<string | null>

export const objectIds = async ({ store, env }: Pick<EngineContext, 'store' | 'env'>): Promise<ObjectIdOf> => {
  const names = new ObjectNames(await openFileSystems({ store, env }))
  const rootOfSource = sourceRoots(store.database)
  // Without a folder, only the session determines the file system.
  return async ({ sourceId, sessionId }, path) => names.idOf(sessionId, await rootOfSource(sourceId), path)
}
