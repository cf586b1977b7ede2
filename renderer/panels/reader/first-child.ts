/** The child that goes on with the same chain. */
import type { CommitDetail, CommitView } from '../../../app/contract/commits.ts'

/** The straight continuation when there is one, else the first child. */
export const firstChild = ({ commit, children }: CommitDetail): CommitView | undefined =>
  children.find((child) => child.branchOf === null && child.chain === commit.chain && child.sessionId === commit.sessionId) ?? children[0]
