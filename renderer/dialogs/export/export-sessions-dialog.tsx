/** Exports several sessions, one file each in one folder. */
import { useState, type ReactNode } from 'react'
import type { ExportView } from '../../../app/contract/export.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import type { CallInput } from '../../../app/contract/calls.ts'
import { ask, errorOf } from '../../ui/calls/bridge.ts'
import { claimJob, forgetJob } from '../../ui/jobs/jobs.ts'
import type { ChosenSession, OpenSessionDialog } from '../../ui/commands/session-dialog.ts'
import { Form } from '../../ui/forms/form.tsx'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { EachOutcome } from '../../ui/jobs/each-outcome.tsx'
import { useEach } from '../../ui/jobs/use-each.ts'
import { Button } from '../../ui/layout/button.tsx'
import { showFailure } from '../../ui/layout/notice.ts'
import { fileTargets, redactOptions, sessionFileName, type FileTarget } from './export-targets.ts'
import { SecretsField } from './secrets-field.tsx'
import { TargetField } from './target-field.tsx'

/** Runs one export to its end. The dialog shows it, so the foot of the window does not. */
const exported = async (input: CallInput<'export.start'>): Promise<ExportView> => {
  const job = await ask('export.start', input)
  claimJob(job)
  const { state, failure, result } = await ask('job.wait', { jobId: job.jobId })
  forgetJob(job.jobId)
  if (state !== 'done') throw failure === undefined ? new Error('The export was cancelled') : errorOf(failure)
  // The result has the type that the contract promises for the call.
  return result as ExportView
}

export const ExportSessionsDialog = ({ sessions, onClose }: OpenSessionDialog & { readonly onClose: () => void }): ReactNode => {
  const [target, setTarget] = useState<FileTarget>('markdown')
  const [redact, setRedact] = useState(true)
  const [leave, setLeave] = useState<readonly string[]>([])
  const [folder, setFolder] = useState('')
  const { run, start, stop } = useEach<ChosenSession, ExportView>()
  const exportOne = (to: string) => (session: ChosenSession) =>
    exported({
      commitId: session.sessionId,
      target,
      stop: 'root',
      to: `${to}/${sessionFileName(session, target)}`,
      redact,
      leave: [...leave],
    })
  const make = (): void => {
    if (run.state === 'running') return
    ask('shell.chooseFolders', {}).then(([to]) => {
      if (to === undefined) return
      setFolder(to)
      start(sessions, exportOne(to))
    }, showFailure)
  }
  const redacted = new Set(run.values.flatMap(({ secrets }) => (secrets ?? []).flatMap(({ id, isTaken }) => (isTaken ? id : []))))
  const first = sessions[0]
  return (
    <Form heading={`Export ${countOf(sessions.length, 'session')}`} onClose={onClose} onSubmit={make}>
      <TargetField targets={fileTargets} target={target} onTarget={setTarget} />
      <SecretsField
        commitIds={sessions.flatMap(({ tipCommitId }) => tipCommitId ?? [])}
        stop="root"
        sessionId=""
        isInstalled={false}
        redact={redact}
        onRedact={setRedact}
        leave={leave}
        onLeave={setLeave}
      />
      <EachOutcome
        run={run}
        what="Exporting"
        onStop={stop}
        before={
          <>
            <p className="faint">One file for each session, with its whole main chain.</p>
            {first === undefined ? null : (
              <NextCommand
                label={sessions.length === 1 ? 'Run in a terminal' : 'Run in a terminal, for the first'}
                command={shellCommand(
                  ...(['strata', 'export', first.sessionId, '--for', target, '--stop', 'root'] as const),
                  ...redactOptions({ redact, leave }),
                  '--out',
                  sessionFileName(first, target),
                )}
              />
            )}
          </>
        }
      >
        <p role="status">
          {countOf(run.values.length, 'file')} written, {formatBytes(run.values.reduce((sum, { bytes }) => sum + bytes, 0))}
          {redact ? `, ${countOf(redacted.size, 'secret')} redacted` : ''}.
        </p>
        <p className="mono">{folder}</p>
      </EachOutcome>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label="Export to a folder…" look="primary" isDisabled={run.state === 'running'} onPress={make} />
      </div>
    </Form>
  )
}
