/** All commits in the order of the log, kept until one of them changes: a log is read page by page. */
import type { Answer, Tables } from '../../analytics/queries/ask.ts'
import { ask } from '../../analytics/queries/ask.ts'
import { orderCommits } from './order-commits.ts'

type LightCommit = Answer<'commitOrder'>

interface Kept {
  readonly fingerprint: string
  readonly commits: Promise<readonly LightCommit[]>
}

const kept = new WeakMap<Tables, Kept>()

const readOrdered = async (tables: Tables): Promise<readonly LightCommit[]> =>
  orderCommits(await ask(tables, 'commitOrder', { session: null, commit: null }))

/** Every commit with its parent, newest first, children before parents. */
export const orderedCommits = async (tables: Tables): Promise<readonly LightCommit[]> => {
  const fingerprint = (await ask(tables, 'commitFingerprint', {}))[0]?.fingerprint ?? ''
  const before = kept.get(tables)
  if (before?.fingerprint === fingerprint) return before.commits
  const commits = readOrdered(tables)
  kept.set(tables, { fingerprint, commits })
  commits.catch(() => kept.delete(tables))
  return commits
}
