/** The dialog about a commit that is open, if one is. */
import type { ReactNode } from 'react'
import { commitDialog, type CommitDialogName } from '../ui/commit-dialog.ts'
import { useObservable } from '../ui/observable.ts'
import { MaterialiseDialog, type CommitDialogProps } from './materialise-dialog.tsx'

const dialogs: Readonly<Record<CommitDialogName, (props: CommitDialogProps) => ReactNode>> = {
  materialise: MaterialiseDialog,
}

export const CommitDialogs = (): ReactNode => {
  const open = useObservable(commitDialog)
  if (open === undefined) return null
  const Dialog = dialogs[open.name]
  return <Dialog key={open.commit.commitId} commit={open.commit} onClose={() => commitDialog.set(undefined)} />
}
