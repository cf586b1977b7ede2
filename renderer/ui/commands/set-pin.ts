/** Pins a commit, or does so no more, and says so. */
import type { CommitView } from '../../../app/contract/commits.ts'
import { ask } from '../calls/bridge.ts'
import { tell, tellFailure } from '../layout/notice.ts'

export const setPin = (commitId: CommitView['commitId'], pinned: boolean): void => {
  ask('commit.pin', { commitId, pinned }).then(
    () => tell(pinned ? `Pinned ${commitId}: it is never collected` : `${commitId} is pinned no more`),
    tellFailure,
  )
}
