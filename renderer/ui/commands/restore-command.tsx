/** The command that writes the deleted transcript of a session back to its place. */
import { ArchiveRestore } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQuery } from '../calls/use-query.ts'
import { Button } from '../layout/button.tsx'
import { useCommands } from './commands.ts'
import { sessionDialog, type ChosenSession } from './session-dialog.ts'

const restoreTitle = 'Restore transcript…'

/** A button and a palette entry while a file of the session is gone from its place; otherwise nothing. */
export const RestoreCommand = ({
  session,
  isQuiet = false,
}: {
  readonly session: ChosenSession
  readonly isQuiet?: boolean
}): ReactNode => {
  const { sessionId } = session
  const call = useQuery('restore.missing', { sessionId }, sessionId)
  const isOffered = call.kind === 'done' && call.value.missing > 0
  const open = (): void => {
    if (isOffered) sessionDialog.set({ name: 'restore', sessions: [session], onDone: call.retry })
  }
  useCommands(
    isOffered ? [{ id: 'session.restore', title: 'Restore the transcript of this session…', group: 'Session', keys: [], run: open }] : [],
  )
  return isOffered ? (
    <Button
      label={restoreTitle}
      hint="Restore transcript: a file of this session is no longer on disk"
      isSmall={isQuiet}
      look={isQuiet ? 'quiet' : 'plain'}
      icon={<ArchiveRestore size={14} aria-hidden="true" />}
      onPress={open}
    />
  ) : null
}
