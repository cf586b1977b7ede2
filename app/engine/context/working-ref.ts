/** Finds the fork or the captured session whose working state is meant. Imported sessions have none, because they do not change. */
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { CommitDetail, RefView } from '../../contract/commits.ts'
import { StrataError } from '../../model/failure.ts'
import { isWorkingRef } from '../../model/ref-name.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { findCommit } from '../commits/find-commit.ts'
import { resolveName } from '../commits/resolve-name.ts'

export interface Named {
  readonly detail: CommitDetail
  /** Null: none. */
  readonly on: string | null
  /** Several forks have the commit, and none was named. */
  readonly others: readonly string[]
}

const namedRef = async ({ store }: Pick<EngineContext, 'store'>, text: string): Promise<RefView | undefined> => {
  for (const name of [text, `fork/${text}`, `session/${text}`]) {
    const [ref] = await runQuery(store.database, 'refList', { session: null, name })
    if (ref !== undefined) return ref
  }
  return undefined
}

/** @param text a ref, commit or session @throws StrataError not-found, ambiguous-id, malformed-id */
export const workingRef = async (context: Pick<EngineContext, 'store'>, text: string): Promise<Named> => {
  const detail = await findCommit(context, text)
  const ref = await namedRef(context, text)
  if (ref?.commitId === detail.commit.commitId) return { detail, on: isWorkingRef(ref) ? ref.name : null, others: [] }
  const { refs } = detail.commit
  const working = refs.filter(isWorkingRef).map(({ name }) => name)
  const session = await sessionNamed(context, text)
  if (session !== undefined) return { detail, on: working.find((name) => name === `session/${session}`) ?? null, others: [] }
  return working.length === 1 ? { detail, on: working[0] ?? null, others: [] } : { detail, on: null, others: working }
}

/** Undefined: the text names a commit; that of an amended commit is in no table. */
const sessionNamed = async ({ store }: Pick<EngineContext, 'store'>, text: string): Promise<string | undefined> => {
  try {
    const named = await resolveName(store.database, text)
    return named.kind === 'session' ? named.sessionId : undefined
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'not-found') return undefined
    throw thrown
  }
}

interface WorkingState {
  readonly detail: CommitDetail
  readonly on: string
}

/** @throws StrataError invalid-input where nothing can be set, not-found, ambiguous-id, malformed-id */
export const requireWorkingRef = async (context: Pick<EngineContext, 'store'>, text: string): Promise<WorkingState> => {
  const { detail, on, others } = await workingRef(context, text)
  if (on !== null) return { detail, on }
  const { commitId } = detail.commit
  if (others.length > 0) {
    const message = `“${text}” is ambiguous: several forks have the commit ${commitId}: ${others.join(', ')}`
    throw new StrataError('ambiguous-id', message, { text, candidates: others })
  }
  const message = `“${text}” is no fork, and an imported session does not change; a fork of it can be made: strata fork ${commitId} --name NAME`
  throw new StrataError('invalid-input', message, { text, commit: commitId, option: 'makeFork' })
}
