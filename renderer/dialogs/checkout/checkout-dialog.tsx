/** Writes the files as known at a commit into a folder. */
import { useState, type ReactNode } from 'react'
import type { CheckoutResult } from '../../../app/contract/known-files.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { skipReasons } from '../../../app/model/objects/disk-words.ts'
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
  /** A result is that of other options. */
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value)
      reset()
    }
  const options = [...(partial ? ['--partial'] : []), ...(asWas ? ['--as-was'] : [])]
  return (
    <CommitForm heading="Check out files" commit={commit} onClose={onClose} onSubmit={write}>
      <FolderField
        name="Folder for the files"
        hint="Existing files are never replaced, and nothing is written outside the folder."
        path={to}
        onPath={change(setTo)}
      />
      <div className="form-row">
        <span>Files</span>
        <div className="form-choices">
          <Check label="Include partly known files (gaps are marked)" isOn={partial} onChange={change(setPartial)} />
          <Check label="Use the newest content that any session had seen" isOn={asWas} onChange={change(setAsWas)} />
        </div>
      </div>
      <JobOutcome
        work={work}
        what="Writing the files"
        before={
          to === '' ? null : (
            <NextCommand label="Run in a terminal" command={shellCommand('strata', 'checkout', commitId, '--to', to, ...options)} />
          )
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

const maxSkipped = 50

const Written = ({ result: { to, files, deleted, skipped } }: { readonly result: CheckoutResult }): ReactNode => (
  <section aria-label="Written">
    <p role="status">
      {countOf(files.length, 'file')} written, {deleted.length} deleted by then, {skipped.length} skipped.
    </p>
    <dl className="facts">
      <WrittenFile path={to} />
    </dl>
    {skipped.length === 0 ? null : (
      <ul className="form-list" aria-label="Skipped files">
        {skipped.slice(0, maxSkipped).map(({ path, reason }) => (
          <li key={path}>
            <span className="mono">{path}</span> <span className="faint">{skipReasons[reason]}</span>
          </li>
        ))}
        {skipped.length > maxSkipped ? <li className="faint">And {skipped.length - maxSkipped} more: see MANIFEST.json.</li> : null}
      </ul>
    )}
  </section>
)
