/** Which dialog about chosen sessions lies over the window; one at a time. */
import { observable } from '../calls/observable.ts'

export type SessionDialogName = 'export' | 'tag' | 'remove' | 'restore'

export interface ChosenSession {
  readonly sessionId: string
  readonly title: string
  /** null: it has no commits. */
  readonly tipCommitId: string | null
}

export interface OpenSessionDialog {
  readonly name: SessionDialogName
  readonly sessions: readonly ChosenSession[]
  /** Hears which sessions were removed, or written back to disk. */
  readonly onDone: (sessionIds: readonly string[]) => void
}

export const sessionDialog = observable<OpenSessionDialog | undefined>(undefined)
