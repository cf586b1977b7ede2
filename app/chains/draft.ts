/** Commits that were cut and have no id yet. */
import type { Checkpoint, CommitType } from '../model/context-commit.ts'
import type { PlacedLine } from './session-lines.ts'

/** Why a commit's parent is not the commit before it. */
export type BranchReason = 'rewind' | 'spawn' | 'resume'

/** A commit of another session. */
export interface ForeignCommit {
  readonly foreign: string
}

/** A commit before it has an id. */
export interface Draft {
  readonly chain: string
  readonly type: CommitType
  readonly places: PlacedLine[]
  parent: Draft | ForeignCommit | undefined
  branchOf: BranchReason | undefined
  checkpoint: Checkpoint
}
