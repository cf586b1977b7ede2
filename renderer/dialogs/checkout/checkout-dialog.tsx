/** Writes the files as known at a commit into a folder. */
import { useState, type ReactNode } from 'react'
import type { CheckoutResult } from '../../../app/contract/known-files.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { skipReasons } from '../../../app/model/objects/skip-reasons.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { CommitForm, type CommitDialogProps } from '../../ui/forms/commit-form.tsx'
import { FolderField } from '../../ui/forms/folder-field.tsx'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { JobOutcome } from '../../ui/jobs/job-outcome.tsx'
import { useJob } from '../../ui/jobs/use-job.ts'
import { WrittenFile } from '../../ui/jobs/written-file.tsx'
import { Button } from '../../ui/layout/button.tsx'

export const CheckoutDialog = ({ commit, onClose }: CommitDialogProps): ReactNode => {
  const { commitId } = commit
  const [to, setTo] = useState('')
  const [partial, setPartial] = useState(false)
  const [asWas, setAsWas] = useState(false)
  const { work, start, reset } = useJob<CheckoutResult>()
  const isReady = to !== '' && work.kind !== 'running' && work.kind !== 'done'
  const write = (): void => {
    if (isReady) start(() => ask('checkout.start', { commitId, to, partial, asWas }))
  }
  const options = [...(partial ? ['--partial'] : []), ...(asWas ? ['--as-was'] : [])]
  return (
    <CommitForm heading="Check out files" commit={commit} onClose={onClose} onSubmit={write}>
      <FolderField
        name="Folder for the files"
        hint="Existing files are never replaced, and nothing is written outside the folder."
        path={to}
        onPath={(path) => {
          setTo(path)
          reset()
        }}
      />
      <div className="form-row">
        <span>Files</span>
        <div className="form-choices">
          <Check label="Include files of which not all is known, with marks for what is missing" isOn={partial} onChange={setPartial} />
          <Check label="As any session had seen them by then, not as this agent knew them" isOn={asWas} onChange={setAsWas} />
        </div>
      </div>
      <JobOutcome
        work={work}
        what="Writing the files"
        before={
          <NextCommand
            label="Run in a terminal"
            command={shellCommand('strata', 'checkout', commitId, '--to', to === '' ? 'folder' : to, ...options)}
          />
        }
      >
        {(result) => <Written result={result} />}
      </JobOutcome>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label="Check out" look="primary" isDisabled={!isReady} onPress={write} />
      </div>
    </CommitForm>
  )
}

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

const Check = ({ label, isOn, onChange }: CheckProps): ReactNode => (
  <label className="form-choice">
    <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} /> {label}
  </label>
)

const mostSkipped = 50

const Written = ({ result: { to, files, deleted, skipped } }: { readonly result: CheckoutResult }): ReactNode => (
  <section aria-label="Written">
    <p role="status">
      {countOf(files.length, 'file')} written, {deleted.length} deleted by then, {skipped.length} skipped.
    </p>
    <dl className="facts">
      <WrittenFile path={to} />
    </dl>
    {skipped.length === 0 ? null : (
      <ul className="drift-files" aria-label="Skipped files">
        {skipped.slice(0, mostSkipped).map(({ path, reason }) => (
          <li key={path}>
            <span className="mono">{path}</span> <span className="faint">{skipReasons[reason]}</span>
          </li>
        ))}
        {skipped.length > mostSkipped ? <li className="faint">And {skipped.length - mostSkipped} more: see MANIFEST.json.</li> : null}
      </ul>
    )}
  </section>
)
