/** What a conversation of records alone does not follow: what the export showed that its session continues. */
import type { Lost } from '../../model/chain-event.ts'
import type { ChainLink } from '../../chains/choose-commits.ts'
import { exportSubject } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import { currentChain } from '../commits/current-chain.ts'
import { findCommit } from '../commits/find-commit.ts'
import { sessionsOfChain } from '../file-steps/find-file.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { inheritedState } from './inherited-state.ts'

/** Whether a session of these commits continues an export with a recorded state. */
const continuesExport = async (store: Store, commits: readonly string[]): Promise<boolean> => {
  const sessions = await sessionsOfChain(
    store.database,
    commits.map((commitId) => ({ commitId })),
  )
  return sessions.some((session) => {
    const exported = store.entry(exportSubject(session))
    return exported?.kind === 'export' && exported.state !== undefined
  })
}

/**
 * Empty: the session continues no export that showed less, was compacted since, or the conversation begins after what was exported.
 * @param shown the commits of the conversation
 * @throws StrataError not-found
 */
export const unappliedExport = async (
  { store }: Pick<EngineContext, 'store'>,
  name: string,
  shown: readonly string[],
): Promise<readonly Lost[]> => {
  if (!(await continuesExport(store, shown))) return []
  const { commit } = await findCommit({ store }, name)
  const chain = await currentChain(store, commit)
  const inherited = await inheritedState({ store }, chain)
  if (inherited === undefined || inherited.isCompacted) return []
  const idsOf = ({ commitId, earlierId = commitId }: ChainLink): readonly string[] => [commitId, earlierId]
  const place = chain.findIndex((link) => idsOf(link).includes(inherited.commitId))
  const exported = new Set(chain.slice(place).flatMap(idsOf))
  if (!shown.some((commitId) => exported.has(commitId))) return []
  const why = `the records of ${inherited.commitId} are in full; the agent saw what the export that it continues showed`
  return [{ what: 'ignored: the export that the session continues', count: 1, why }]
}
