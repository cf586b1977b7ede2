/** The frame of every dialog about a commit: its name, the commit, and what is asked. */
import type { ReactNode } from 'react'
import type { CommitView } from '../../app/contract/views.ts'
import { Panel } from '../ui/panel.tsx'
import '../ui/forms.css'

export interface CommitDialogProps {
  readonly commit: CommitView
  readonly onClose: () => void
}

export interface CommitFormProps {
  readonly heading: string
  readonly commit: CommitView
  readonly onClose: () => void
  readonly onSubmit?: () => void
  readonly children: ReactNode
}

export const CommitForm = ({ heading, commit, onClose, onSubmit, children }: CommitFormProps): ReactNode => (
  <Panel label={heading} heading={heading} onClose={onClose}>
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      <p className="form-subject" title={commit.summary}>
        <span className="mono">{commit.commitId}</span>
        <span className="form-summary">{commit.summary === '' ? 'No summary' : commit.summary}</span>
      </p>
      {children}
    </form>
  </Panel>
)
