/** A commit as it was archived. */
import type { Draft } from '../../chains/draft.ts'
import type { CommitFacts } from '../../chains/describe-commit.ts'
import type { ArtifactHash, CommitId } from '../../model/ids.ts'

export interface ArchivedCommit {
  readonly draft: Draft
  readonly commitId: CommitId
  readonly parentId: string | undefined
  readonly artifact: ArtifactHash
  readonly recordHash: ArtifactHash
  readonly bytes: number
  readonly createdAt: string
  readonly facts: CommitFacts
}
