/** Which dialog about a commit lies over the window; one at a time. */
import type { CommitView } from '../../../app/contract/commits.ts'
import { observable } from '../calls/observable.ts'

export type CommitDialogName = 'materialise' | 'fork' | 'tag' | 'export' | 'compare'

export interface OpenCommitDialog {
  readonly name: CommitDialogName
  readonly commit: CommitView
}

export const commitDialog = observable<OpenCommitDialog | undefined>(undefined)

export const openCommitDialog = (name: CommitDialogName, commit: CommitView): void => commitDialog.set({ name, commit })
