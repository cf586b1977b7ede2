/** Rows of commits as a screen or the command line shows them, with the refs that name them. */
import type { Answer, Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { CommitView, ModelFallback, RefView } from '../../contract/commits.ts'
import type { Checkpoint, CommitType } from '../../model/context-commit.ts'
import { artifactHash, refOf } from '../../model/ids.ts'

const commitView = (row: Answer<'commitList'>, refs: readonly RefView[], fallbacks: readonly ModelFallback[]): CommitView => ({
  ...row,
  commitType: row.commitType as CommitType,
  checkpoint: row.checkpoint as Checkpoint,
  artifactRef: refOf(artifactHash(row.artifactHash)),
  refs,
  fallbacks,
})

/** The commits with these ids, in the order of the ids. Ids without a commit are skipped. */
export const commitViews = async (tables: Tables, commitIds: readonly string[]): Promise<readonly CommitView[]> => {
  if (commitIds.length === 0) return []
  const [listed, named, fallen] = await Promise.all([
    runQuery(tables, 'commitList', { commits: commitIds }),
    runQuery(tables, 'commitRefs', { commits: commitIds }),
    runQuery(tables, 'commitFallbacks', { commits: commitIds }),
  ])
  const rows = new Map(listed.map((row) => [row.commitId, row]))
  const refs = new Map<string, RefView[]>()
  for (const ref of named) {
    const own = refs.get(ref.commitId)
    if (own === undefined) refs.set(ref.commitId, [ref])
    else own.push(ref)
  }
  const fallbacksOf = (id: string): readonly ModelFallback[] =>
    fallen.filter(({ commitId }) => commitId === id).map(({ from, to }) => ({ from, to }))
  return commitIds.flatMap((id) => {
    const row = rows.get(id)
    return row === undefined ? [] : [commitView(row, refs.get(id) ?? [], fallbacksOf(id))]
  })
}
