/** The commit that waits for another one to be compared with. */
import type { CommitView } from '../../../app/contract/commits.ts'
import { openCommitDialog } from './commit-dialog.ts'
import { observable } from '../calls/observable.ts'
import { go } from '../address/location.ts'

export const compareMark = observable<CommitView | undefined>(undefined)

export const compare = (left: string, right: string): void => go({ view: 'compare', left, right })

/** The second commit of a pair is compared immediately; for the first, the dialog asks for the other. */
export const compareWith = (commit: CommitView): void => {
  const marked = compareMark.get()
  if (marked === undefined || marked.commitId === commit.commitId) openCommitDialog('compare', commit)
  else {
    compareMark.set(undefined)
    compare(marked.commitId, commit.commitId)
  }
}
