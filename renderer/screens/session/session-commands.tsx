/** Actions on a session: resume, export or fork its end, compare it, or restore its transcript. */
import { Columns2, GitFork, HardDrive, Play, Share } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CommitView } from '../../../app/contract/commits.ts'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { openCommitDialog } from '../../ui/commands/commit-dialog.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { compareWith } from '../../ui/commands/compare-mark.ts'
import { RestoreCommand } from '../../ui/commands/restore-command.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { showFailure } from '../../ui/layout/notice.ts'

interface SessionCommand {
  readonly id: string
  readonly title: string
  /** Its name in the palette and in its tooltip; default: its title. */
  readonly inPalette?: string
  readonly icon: ReactNode
  readonly run: (tip: CommitView) => void
}

const commands: readonly SessionCommand[] = [
  {
    id: 'session.resume',
    title: 'Resume…',
    icon: <Play size={14} aria-hidden="true" />,
    run: (tip) => openCommitDialog('export', tip, 'claude-code'),
  },
  {
    id: 'session.export',
    title: 'Export…',
    icon: <Share size={14} aria-hidden="true" />,
    run: (tip) => openCommitDialog('export', tip, 'markdown'),
  },
  { id: 'session.fork', title: 'Fork…', icon: <GitFork size={14} aria-hidden="true" />, run: (tip) => openCommitDialog('fork', tip) },
  {
    id: 'session.drift',
    title: 'Disk…',
    inPalette: 'Compare this session with disk…',
    icon: <HardDrive size={14} aria-hidden="true" />,
    run: (tip) => openCommitDialog('drift', tip),
  },
  { id: 'session.compare', title: 'Compare…', icon: <Columns2 size={14} aria-hidden="true" />, run: compareWith },
]

/** Buttons and palette entries; disabled for a session without commits. */
export const SessionCommands = ({ session }: { readonly session: SessionView }): ReactNode => {
  const { tipCommitId } = session
  const runAtTip = (run: SessionCommand['run']): void => {
    if (tipCommitId !== null) ask('commit.show', { commitId: tipCommitId }).then(({ commit }) => run(commit), showFailure)
  }
  useCommands(
    tipCommitId === null
      ? []
      : commands.map(({ id, title, inPalette, run }) => ({
          id,
          title: inPalette ?? `${title.replace('…', '')} this session…`,
          group: 'Session',
          keys: [],
          run: () => runAtTip(run),
        })),
  )
  return (
    <div className="session-commands">
      {commands.map(({ id, title, inPalette, icon, run }) => (
        <Button
          key={id}
          label={title}
          {...(inPalette === undefined ? {} : { hint: inPalette })}
          isSmall
          look="quiet"
          icon={icon}
          isDisabled={tipCommitId === null}
          onPress={() => runAtTip(run)}
        />
      ))}
      <RestoreCommand session={session} isQuiet />
    </div>
  )
}
