/** What a conversation of records alone does not follow: what the export showed that its session continues. */
import type { Lost } from '../../model/chain-event.ts'
import { currentChain } from '../commits/current-chain.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { inheritedState } from './inherited-state.ts'

/** Empty: the session continues no export that showed less, or was compacted since. @throws StrataError not-found */
export const unappliedExport = async ({ store }: Pick<EngineContext, 'store'>, name: string): Promise<readonly Lost[]> => {
  const { commit } = await findCommit({ store }, name)
  const inherited = await inheritedState({ store }, await currentChain(store, commit))
  if (inherited === undefined || inherited.isCompacted) return []
  const why = `the records of ${inherited.commitId} are in full; the agent saw what the export that it continues showed`
  return [{ what: 'ignored: the export that the session continues', count: 1, why }]
}
