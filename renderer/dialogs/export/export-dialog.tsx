/** Exports a commit in a form that others read: to be resumed, sent, carried elsewhere, or read. */
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { ExportView } from '../../../app/contract/export.ts'
import type { JobView } from '../../../app/contract/jobs.ts'
import type { BundleMade } from '../../../app/contract/transfer.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { BundleWritten } from '../../ui/jobs/written-file.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ContentsField, contentsKey } from '../../ui/forms/contents-field.tsx'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { useJob } from '../../ui/jobs/use-job.ts'
import { JobOutcome } from '../../ui/jobs/job-outcome.tsx'
import { CommitForm, type CommitDialogProps } from '../../ui/forms/commit-form.tsx'
import { readBudget } from '../../../app/model/format/token-budget.ts'
import { useSettled } from '../../ui/forms/use-typed.ts'
import { ExportBudget, lastBudget } from './export-budget.tsx'
import type { WindowTarget } from '../../ui/commands/commit-dialog.ts'
import { exportCommand, exportName, hasParts, isConversation, sinceOf, targets, type ExportChoice } from './export-targets.ts'
import { ExportWhere, type Where } from './export-where.tsx'
import { Exported } from './exported.tsx'
import { OutputsField } from './outputs-field.tsx'
import { SecretsField } from './secrets-field.tsx'
import { TargetField } from './target-field.tsx'
import { noParts, PartsField } from './parts-field.tsx'
import { StopField } from '../../ui/forms/stop-field.tsx'

type Made = ExportView | BundleMade

/** Starts it; null: the person was asked where the file goes, and did not say. */
const startExport = async (choice: ExportChoice): Promise<JobView<Made> | null> => {
  const { commitId, target, stop, policy, budget, pinned, dropped, isInstalled, folder, redact, leave } = choice
  const cwd = target === 'claude-code' && folder.trim() !== '' ? { cwd: folder.trim() } : {}
  const without = {
    redact,
    leave: [...leave],
    ...(policy === undefined ? {} : { policy }),
    ...(budget === undefined ? {} : { budget, pinned: [...pinned], dropped: [...dropped] }),
  }
  if (isInstalled && target !== 'bundle') return ask('export.start', { commitId, target, stop, install: true, ...without, ...cwd })
  const to = await ask('shell.chooseTarget', { name: exportName(choice) })
  if (to === null) return null
  if (target !== 'bundle') return ask('export.start', { commitId, target, stop, to, replaces: true, ...without, ...cwd })
  const since = sinceOf(stop)
  return ask('bundle.create', { path: to, names: [commitId], replaces: true, ...(since === undefined ? {} : { since }) })
}

interface ExportDialogProps extends CommitDialogProps {
  /** The form that is chosen at first. */
  readonly first?: WindowTarget | undefined
}

/** One action: a fork as a new session of the client, and the command that continues it. */
export const ResumeDialog = ({ commit, onClose }: CommitDialogProps): ReactNode => <ExportForm commit={commit} onClose={onClose} isResume />

const bundleStops = [
  ['root', 'All ancestors'],
  ['ancestor', 'Commits after an ancestor…'],
] as const

export const ExportDialog = (props: ExportDialogProps): ReactNode => <ExportForm {...props} />

const ExportForm = ({
  commit,
  first = 'claude-code',
  onClose,
  isResume = false,
}: ExportDialogProps & { readonly isResume?: boolean }): ReactNode => {
  const [target, setTarget] = useState(first)
  const [stop, setStop] = useState('compaction')
  const [where, setWhere] = useState<Where>('install')
  const [folder, setFolder] = useState('')
  const { work, start, reset } = useJob<Made>()
  const [wantsRedaction, setRedaction] = useState<boolean>()
  const [leave, setLeave] = useState<readonly string[]>([])
  const [allowed, setAllowed] = useState<string>()
  const [policy, setPolicy] = useState<string>()
  const [typed, setTyped] = useState(lastBudget)
  const [parts, setParts] = useState(noParts)
  const isInstalled = target === 'claude-code' && where === 'install'
  // An export that leaves the machine is redacted, unless the person decides otherwise.
  const redact = wantsRedaction ?? !isInstalled
  const budget = readBudget(typed)
  const what = { commitId: commit.commitId, target, stop, policy: isConversation(target) ? policy : undefined, budget, ...parts }
  const choice: ExportChoice = { ...what, isInstalled, folder: folder.trim(), redact, leave }
  const change = <T,>(set: (value: T) => void): ((value: T) => void) => {
    return (value) => {
      set(value)
      reset()
      // The numbers of turns follow from the form and from where the export begins; other choices keep what was chosen.
      if (set === (setTarget as unknown) || set === (setStop as unknown)) setParts(noParts)
    }
  }
  const choose = (chosen: WindowTarget): void => {
    if ((chosen === 'bundle') !== (target === 'bundle')) setStop(chosen === 'bundle' ? 'root' : 'compaction')
    change(setTarget)(chosen)
  }
  const words = wordsOf(isResume, isInstalled)
  const sent = { names: [commit.commitId], since: sinceOf(stop) }
  const isReady = work.kind !== 'running' && (target !== 'bundle' || allowed === contentsKey(sent))
  const make = (): void => {
    if (isReady) start(() => startExport(choice))
  }
  return (
    <CommitForm heading={words.heading} commit={commit} onClose={onClose} onSubmit={make} isSteady>
      {isResume ? null : <TargetField targets={targets} target={target} onTarget={choose} />}
      <StopField
        key={String(target === 'bundle')}
        commitId={commit.commitId}
        stop={stop}
        onStop={change(setStop)}
        {...(target === 'bundle' ? { kinds: bundleStops } : {})}
      />
      {target === 'claude-code' ? (
        <ExportWhere isInstallOnly={isResume} where={where} folder={folder} onWhere={change(setWhere)} onFolder={change(setFolder)} />
      ) : null}
      {isConversation(target) ? <OutputsField commitId={commit.commitId} stop={stop} policy={policy} onPolicy={change(setPolicy)} /> : null}
      {target === 'bundle' ? null : (
        <ExportBudget commit={commit} target={target} stop={stop} onStop={change(setStop)} typed={typed} onType={change(setTyped)} />
      )}
      <PackedParts choice={choice} sessionId={commit.sessionId} parts={parts} onParts={change(setParts)} />
      {target === 'bundle' ? (
        <ContentsField {...sent} onAllowed={setAllowed} />
      ) : (
        <SecretsField
          commitIds={[commit.commitId]}
          stop={stop}
          sessionId={commit.sessionId}
          isInstalled={isInstalled}
          redact={redact}
          onRedact={change(setRedaction)}
          leave={leave}
          onLeave={change(setLeave)}
        />
      )}
      <JobOutcome work={work} what="Exporting" before={<Before choice={choice} />}>
        {(made) => ('target' in made ? <Exported view={made} /> : <BundleWritten made={made} />)}
      </JobOutcome>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label={words.action} look="primary" isDisabled={!isReady} onPress={make} />
      </div>
    </CommitForm>
  )
}

interface PackedPartsProps extends Pick<ComponentProps<typeof PartsField>, 'sessionId' | 'parts' | 'onParts'> {
  readonly choice: ExportChoice
}

/** Without a budget nothing is packed. */
const PackedParts = ({ choice, ...rest }: PackedPartsProps): ReactNode => {
  const { commitId, target, stop, policy, redact, leave } = choice
  // To pack a long conversation takes time: not for each digit.
  const budget = readBudget(useSettled(String(choice.budget ?? '')))
  if (choice.budget === undefined || budget === undefined || !hasParts(target)) return null
  const outputs = policy === undefined ? {} : { policy }
  return <PartsField asked={{ commitId, target, stop, budget, redact, leave: [...leave], ...outputs }} {...rest} />
}

interface Words {
  readonly heading: string
  readonly action: string
}

const wordsOf = (isResume: boolean, isInstalled: boolean): Words => {
  if (isResume) return { heading: 'Fork and resume', action: 'Fork and resume' }
  return { heading: 'Export', action: isInstalled ? 'Install' : 'Save to a file…' }
}

const Before = ({ choice }: { readonly choice: ExportChoice }): ReactNode => (
  <>
    <p className="faint">
      {choice.isInstalled ? 'Writes a new session with a new id. A fork records its origin.' : 'A dialog asks for the file.'}
    </p>
    <NextCommand label="Run in a terminal" command={exportCommand(choice)} />
  </>
)
