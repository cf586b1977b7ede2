/** The dialog about the store that is open, if one is. */
import type { ReactNode } from 'react'
import { useObservable } from '../../ui/calls/observable.ts'
import { storeDialog, type StoreDialogName } from '../../ui/commands/store-dialog.ts'
import { BundleDialog, ImportBundleDialog } from './bundle-dialogs.tsx'
import { FetchDialog, PushDialog } from './exchange-dialog.tsx'
import { GcDialog } from './gc-dialog.tsx'
import { LakeDialog } from './lake-dialog.tsx'
import { RemoteDialog } from './remote-dialog.tsx'
import type { StoreDialogProps } from './store-dialog-props.ts'
import { SummariesDialog } from './summaries-dialog.tsx'

const dialogs: Readonly<Record<StoreDialogName, (props: StoreDialogProps) => ReactNode>> = {
  remote: RemoteDialog,
  push: PushDialog,
  fetch: FetchDialog,
  bundle: BundleDialog,
  'import-bundle': ImportBundleDialog,
  gc: GcDialog,
  summaries: SummariesDialog,
  lake: LakeDialog,
}

export const StoreDialogs = (): ReactNode => {
  const open = useObservable(storeDialog)
  if (open === undefined) return null
  const Dialog = dialogs[open.name]
  return (
    <Dialog key={`${open.name} ${open.remote ?? ''}`} remote={open.remote} names={open.names} onClose={() => storeDialog.set(undefined)} />
  )
}
