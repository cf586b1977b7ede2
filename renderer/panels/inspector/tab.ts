/** The declaration of a tab of the inspector. */
import type { ComponentType } from 'react'
import type { CommitDetail, CommitView } from '../../../app/contract/commits.ts'

export interface InspectedProps {
  /** The commit that is in view. */
  readonly detail: CommitDetail
  /** Goes to another commit, of this or another session. */
  readonly onCommit: (commit: CommitView) => void
  /** Goes to a record of the conversation, `sourceId:line`. */
  readonly onRecord: (record: string) => void
  /** Keeps this commit, also while another one comes into view. */
  readonly onHold: () => void
}

export interface InspectorTab {
  /** Stable name: the chosen tab is kept under it. */
  readonly id: string
  readonly title: string
  readonly component: ComponentType<InspectedProps>
}
