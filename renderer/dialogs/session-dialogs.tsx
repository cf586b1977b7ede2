/** The dialog about chosen sessions that is open, if one is. */
import type { ReactNode } from 'react'
import { sessionDialog, type OpenSessionDialog, type SessionDialogName } from '../ui/commands/session-dialog.ts'
import { useObservable } from '../ui/calls/observable.ts'
import { ExportSessionsDialog } from './export/export-sessions-dialog.tsx'
import { TagSessionsDialog } from './naming/tag-sessions-dialog.tsx'
import { RemoveDialog } from './removal/remove-dialog.tsx'
import { RestoreDialog } from './restore/restore-dialog.tsx'

const dialogs: Readonly<Record<SessionDialogName, (props: OpenSessionDialog & { readonly onClose: () => void }) => ReactNode>> = {
  export: ExportSessionsDialog,
  tag: TagSessionsDialog,
  remove: RemoveDialog,
  restore: RestoreDialog,
}

export const SessionDialogs = (): ReactNode => {
  const open = useObservable(sessionDialog)
  if (open === undefined) return null
  const Dialog = dialogs[open.name]
  return <Dialog {...open} onClose={() => sessionDialog.set(undefined)} />
}
