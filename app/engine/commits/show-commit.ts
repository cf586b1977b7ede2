/** One commit: its record, the commits that go on from it, and what it takes up in the packs. */
import type { Tables } from '../../analytics/queries/ask.ts'
import { ask } from '../../analytics/queries/ask.ts'
import type { CommitDetail } from '../../contract/commits.ts'
import { StrataError } from '../../model/failure.ts'
import { commitViews } from './commit-views.ts'
import { resolveCommit } from './resolve-name.ts'

/**
 * @param text a ref, a commit id, a session id, or a unique beginning.
 * @throws StrataError not-found, ambiguous-id, malformed-id
 */
export const showCommit = async (tables: Tables, text: string): Promise<Omit<CommitDetail, 'record'>> => {
  const commitId = await resolveCommit(tables, text)
  const children = (await ask(tables, 'commitChildren', { commit: commitId })).map((child) => child.commitId)
  const [commit, ...following] = await commitViews(tables, [commitId, ...children])
  if (commit?.commitId !== commitId) throw new StrataError('not-found', `The commit ${commitId} is not in the tables`, { text })
  const [size] = await ask(tables, 'commitSize', { commit: commitId })
  return { commit, children: following, storedBytes: size?.storedBytes ?? 0 }
}
