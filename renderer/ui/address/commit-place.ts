/** Where a commit is shown: in the chain of its session, and on the timeline. */
import type { CommitView } from '../../../app/contract/commits.ts'
import { sessionAddress, type SessionAddress } from './address.ts'

export const chainPlace = (commit: CommitView): SessionAddress => sessionAddress(commit.sessionId, 'chain', commit.commitId)

const roomShare = 0.25

/** The timeline around a commit, with a little of what came before and after. */
export const timelinePlace = (commit: CommitView): SessionAddress => {
  const plain = sessionAddress(commit.sessionId, 'timeline', commit.commitId)
  if (commit.startedAt === null || commit.endedAt === null) return plain
  const room = Math.max(1000, (commit.endedAt - commit.startedAt) * roomShare)
  return { ...plain, from: commit.startedAt - room, to: commit.endedAt + room }
}
