/** The frame of every dialog about a commit: its name, the commit, and what is asked. */
import type { ReactNode } from 'react'
import type { CommitView } from '../../../app/contract/commits.ts'
import { Form, type FormProps } from './form.tsx'

export interface CommitDialogProps {
  readonly commit: CommitView
  readonly onClose: () => void
}

export interface CommitFormProps extends FormProps {
  readonly commit: CommitView
}

export const CommitForm = ({ commit, children, ...form }: CommitFormProps): ReactNode => (
  <Form {...form}>
    <p className="form-subject" title={commit.summary}>
      <span className="mono">{commit.commitId}</span>
      <span className="form-summary">{commit.summary === '' ? 'No summary' : commit.summary}</span>
    </p>
    {children}
  </Form>
)
