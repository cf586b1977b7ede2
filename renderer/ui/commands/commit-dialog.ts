/** Which dialog about a commit lies over the window; one at a time. */
import type { ExportTarget } from '../../../app/contract/export.ts'
import type { CommitView } from '../../../app/contract/commits.ts'
import { observable } from '../calls/observable.ts'

/** The forms in which a commit is exported. */
export type WindowTarget = ExportTarget | 'bundle'

export type CommitDialogName = 'materialise' | 'fork' | 'resume' | 'tag' | 'export' | 'compare' | 'checkout' | 'drift'

export interface OpenCommitDialog {
  readonly name: CommitDialogName
  readonly commit: CommitView
  /** The form that is selected first in an export; undefined: the default. */
  readonly target?: WindowTarget | undefined
}

export const commitDialog = observable<OpenCommitDialog | undefined>(undefined)

export const openCommitDialog = (name: CommitDialogName, commit: CommitView, target?: WindowTarget): void =>
  commitDialog.set({ name, commit, target })
