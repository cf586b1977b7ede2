/** A commit by any of its names, also when it was amended away. */
import type { CommitDetail } from '../../contract/commits.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { ReplacedIndex } from './replaced-records.ts'
import { showReplaced } from './replaced-commits.ts'
import { showCommit } from './show-commit.ts'

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
    return { ...shown, record: decodeCommit(await store.read(artifactHash(shown.commit.recordHash))) }
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'not-found') return showReplaced(store, name, thrown, replaced)
    throw thrown
  }
}
