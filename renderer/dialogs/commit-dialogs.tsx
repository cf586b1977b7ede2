/** The dialog about a commit that is open, if one is. */
import type { ComponentProps, ReactNode } from 'react'
import { commitDialog, type CommitDialogName } from '../ui/commands/commit-dialog.ts'
import { useObservable } from '../ui/calls/observable.ts'
import type { CommitDialogProps } from '../ui/forms/commit-form.tsx'
import { CheckoutDialog } from './checkout/checkout-dialog.tsx'
import { CompareDialog } from './compare/compare-dialog.tsx'
import { DriftDialog } from './drift/drift-dialog.tsx'
import { ExportDialog, ResumeDialog } from './export/export-dialog.tsx'
import { MaterialiseDialog } from './materialise/materialise-dialog.tsx'
import { ForkDialog, TagDialog } from './naming/naming-dialog.tsx'

type DialogProps = CommitDialogProps & Pick<ComponentProps<typeof ExportDialog>, 'first'>

const dialogs: Readonly<Record<CommitDialogName, (props: DialogProps) => ReactNode>> = {
  materialise: MaterialiseDialog,
  fork: ForkDialog,
  tag: TagDialog,
  resume: ResumeDialog,
  export: ExportDialog,
  compare: CompareDialog,
  checkout: CheckoutDialog,
  drift: DriftDialog,
}

export const CommitDialogs = (): ReactNode => {
  const open = useObservable(commitDialog)
  if (open === undefined) return null
  const Dialog = dialogs[open.name]
  return (
    <Dialog
      key={`${open.name} ${open.commit.commitId}`}
      commit={open.commit}
      first={open.target}
      onClose={() => commitDialog.set(undefined)}
    />
  )
}
