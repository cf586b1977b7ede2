/** Writes the deleted transcript of a session back to its place, after a preview that lists every file. */
import { useEffect, type ReactNode } from 'react'
import type { RestoreResult } from '../../../app/contract/restore.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { ask } from '../../ui/calls/bridge.ts'
import type { OpenSessionDialog } from '../../ui/commands/session-dialog.ts'
import { Form } from '../../ui/forms/form.tsx'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { JobOutcome } from '../../ui/jobs/job-outcome.tsx'
import { useJob } from '../../ui/jobs/use-job.ts'
import { Button } from '../../ui/layout/button.tsx'
import { RestoredFiles } from './restored-files.tsx'

export const RestoreDialog = ({ sessions, onDone, onClose }: OpenSessionDialog & { readonly onClose: () => void }): ReactNode => {
  const [session] = sessions
  const sessionId = session?.sessionId ?? ''
  const { work, start } = useJob<RestoreResult>()
  const run = (dryRun: boolean): void =>
    start(async () => {
      const job = await ask('restore.start', { what: { name: sessionId }, to: null, dryRun })
      // A restore that fails or is cancelled keeps the files that it has written.
      if (!dryRun) void ask('job.wait', { jobId: job.jobId }).then(() => onDone([sessionId]))
      return job
    })
  useEffect(() => {
    run(true)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the preview, once
  }, [])
  const result = work.kind === 'done' ? work.value : undefined
  const isDone = result?.dryRun === false
  const mayWrite = result?.dryRun === true && result.files.length > 0
  const write = (): void => {
    if (mayWrite) run(false)
  }
  return (
    <Form heading="Restore transcript" onClose={onClose} onSubmit={write}>
      <p>{session?.title}</p>
      <JobOutcome work={work} what={isDone ? 'Writing the files' : 'Reading the files'} before={null} isWhole>
        {(found) => (
          <>
            <p role="status">{outcomeOf(found)}</p>
            <RestoredFiles result={found} />
            {found.files.length === 0 ? null : (
              <p className="faint">
                The files keep their original times. Claude Code deletes old transcripts again when it starts; its setting cleanupPeriodDays
                says after how many days.
              </p>
            )}
          </>
        )}
      </JobOutcome>
      {mayWrite ? (
        <NextCommand label="Run in a terminal" command={shellCommand('strata', 'restore', sessionId, '--in-place')} />
      ) : result !== undefined && result.refused.length > 0 ? (
        <NextCommand label="Write them to a folder instead" command={shellCommand('strata', 'restore', sessionId, '--to', 'DIR')} />
      ) : null}
      <div className="form-actions">
        <Button label={isDone ? 'Done' : 'Cancel'} onPress={onClose} />
        {isDone ? null : (
          <Button
            label={result === undefined ? 'Restore' : `Restore ${countOf(result.files.length, 'file')}`}
            look="primary"
            isDisabled={!mayWrite}
            onPress={write}
          />
        )}
      </div>
    </Form>
  )
}

const outcomeOf = ({ dryRun, files, bytes }: RestoreResult): string => {
  if (files.length === 0) return dryRun ? 'Nothing to write.' : 'Nothing was written.'
  const amount = `${countOf(files.length, 'file')}, ${formatBytes(bytes)},`
  return dryRun ? `${amount} will be written. Existing files are never replaced.` : `${amount} written.`
}
