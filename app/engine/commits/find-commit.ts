/** A commit by any of its names, also when it was amended away. */
import type { CommitDetail } from '../../contract/commits.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { ReplacedIndex } from './replaced-records.ts'
import { showReplaced, withReplacedFallbacks } from './replaced-commits.ts'
import { runQuery, type Tables } from '../../analytics/queries/run-query.ts'
import { commitViews } from './commit-views.ts'
import { resolveCommit } from './resolve-name.ts'

/**
 * A commit that a ref reaches or that was made, else one that was amended away.
 * @param replaced where several are looked up, one index for all
 * @throws StrataError not-found, ambiguous-id, malformed-id
 */
export const findCommit = async (
  { store }: Pick<EngineContext, 'store'>,
  name: string,
  replaced?: ReplacedIndex,
): Promise<CommitDetail> => {
  try {
    const shown = await showCommit(store.database, name)
    const [commit = shown.commit] = await withReplacedFallbacks(store, [shown.commit])
    return { ...shown, commit, record: decodeCommit(await store.read(artifactHash(shown.commit.recordHash))) }
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'not-found') return showReplaced(store, name, thrown, replaced)
    throw thrown
  }
}

/**
 * @param text a ref, a commit id, a session id, or a unique beginning.
 * @throws StrataError not-found, ambiguous-id, malformed-id
 */
export const showCommit = async (tables: Tables, text: string): Promise<Omit<CommitDetail, 'record'>> => {
  const commitId = await resolveCommit(tables, text)
  const children = (await runQuery(tables, 'commitChildren', { commit: commitId })).map((child) => child.commitId)
  const [commit, ...following] = await commitViews(tables, [commitId, ...children])
  if (commit?.commitId !== commitId) throw new StrataError('not-found', `The index does not contain the commit ${commitId}`, { text })
  const [size] = await runQuery(tables, 'commitSize', { commit: commitId })
  return { commit, children: following, storedBytes: size?.storedBytes ?? 0 }
}
