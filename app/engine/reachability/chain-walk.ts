/** Walks chains by the records of their commits. */
import type { ContextCommit } from '../../model/context-commit.ts'
import { artifactHash } from '../../model/ids.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'
import type { Holdings } from '../../store/files/holdings.ts'
import type { Catalog } from './catalog.ts'

/** The record of a commit. @throws StrataError artifact-corrupt, commit-malformed */
export const recordWith = async (store: Pick<Holdings, 'read'>, recordHash: string): Promise<ContextCommit> =>
  decodeCommit(await store.read(artifactHash(recordHash)))

/** Adds a commit and everything it stands on, parents before children, as far as the store holds it and `seen` does not. */
export const addAncestors = async (store: Pick<Holdings, 'read'>, catalog: Catalog, tip: string, seen: Set<string>): Promise<void> => {
  const path = new Set<string>()
  let at: string | undefined = tip
  while (at !== undefined && !seen.has(at) && !path.has(at)) {
    const hash = catalog.commits.get(at)
    if (hash === undefined) break
    path.add(at)
    at = catalog.made.get(at)?.parent ?? (await recordWith(store, hash)).parent
  }
  for (const id of [...path].reverse()) seen.add(id)
}
