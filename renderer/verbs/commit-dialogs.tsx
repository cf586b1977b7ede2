/** The dialog about a commit that is open, if one is. */
import type { ReactNode } from 'react'
import { commitDialog, type CommitDialogName } from '../ui/commit-dialog.ts'
import { useObservable } from '../ui/observable.ts'
import type { CommitDialogProps } from './commit-form.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { MaterialiseDialog } from './materialise-dialog.tsx'
import { ForkDialog, TagDialog } from './naming-dialog.tsx'

const dialogs: Readonly<Record<CommitDialogName, (props: CommitDialogProps) => ReactNode>> = {
  materialise: MaterialiseDialog,
  fork: ForkDialog,
  tag: TagDialog,
  export: ExportDialog,
  compare: CompareDialog,
}

export const CommitDialogs = (): ReactNode => {
  const open = useObservable(commitDialog)
  if (open === undefined) return null
  const Dialog = dialogs[open.name]
  return <Dialog key={`${open.name} ${open.commit.commitId}`} commit={open.commit} onClose={() => commitDialog.set(undefined)} />
}
