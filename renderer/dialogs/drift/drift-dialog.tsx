/** Compares the files on disk with those known at a commit. */
import { useState, type ReactNode } from 'react'
import type { DriftedFile, DriftState, DriftView } from '../../../app/contract/known-files.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { driftWords } from '../../../app/model/objects/disk-words.ts'
import { CommitForm, type CommitDialogProps } from '../../ui/forms/commit-form.tsx'
import { FolderField } from '../../ui/forms/folder-field.tsx'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { useJobQuery } from '../../ui/jobs/use-job-query.ts'
import { Pending } from '../../ui/layout/async-states.tsx'
import { Badge, type BadgeProps } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'

export const DriftDialog = ({ commit, onClose }: CommitDialogProps): ReactNode => {
  const { commitId, sessionId } = commit
  const [root, setRoot] = useState('')
  const [round, setRound] = useState(0)
  const options = root === '' ? [] : ['--root', root]
  return (
    <CommitForm heading="Compare with disk" commit={commit} onClose={onClose}>
      <FolderField
        name="Folder that is compared"
        hint="In place of the working directory of the session. Without one, the paths themselves are compared."
        path={root}
        onPath={setRoot}
        isOptional
      />
      <div className="form-result" aria-live="polite">
        <Comparison key={round} commitId={commitId} sessionId={sessionId} root={root} />
      </div>
      <NextCommand label="Run in a terminal, with diffs" command={shellCommand('strata', 'drift', commitId, ...options, '-p')} />
      <div className="form-actions">
        <Button label="Compare again" onPress={() => setRound(round + 1)} />
        <Button label="Close" onPress={onClose} />
      </div>
    </CommitForm>
  )
}

interface ComparisonProps {
  readonly commitId: string
  readonly sessionId: string
  readonly root: string
}

const Comparison = ({ commitId, sessionId, root }: ComparisonProps): ReactNode => {
  const call = useJobQuery('drift.start', { commitId, ...(root === '' ? {} : { root }) }, sessionId)
  if (call.kind === 'pending') return <Pending what="Comparing the files" working={call.working} />
  if (call.kind === 'failed') return <InlineFailure failure={call.failure} retry={call.retry} />
  return <Drift view={call.value} />
}

/** States in the order of the list: files that differ come first. */
const order = Object.keys(driftWords) as readonly DriftState[]

const looks: Readonly<Partial<Record<DriftState, NonNullable<BadgeProps['look']>>>> = {
  changed: 'warn',
  deleted: 'danger',
  created: 'warn',
  unreadable: 'danger',
  unchanged: 'ok',
}

const maxFiles = 200

const Drift = ({ view: { files, counts } }: { readonly view: DriftView }): ReactNode => {
  const sorted = order.flatMap((state) => files.filter((file) => file.state === state))
  return (
    <section aria-label="Compared files">
      <p role="status">
        {files.length === 0
          ? 'No file is known at this commit.'
          : `${countOf(files.length, 'file')}: ${order
              .filter((state) => counts[state] > 0)
              .map((state) => `${formatCount(counts[state])} ${driftWords[state]}`)
              .join(', ')}.`}
      </p>
      <ul className="form-list" aria-label="Files">
        {sorted.slice(0, maxFiles).map((file) => (
          <File key={file.path} file={file} />
        ))}
        {sorted.length > maxFiles ? <li className="faint">And {formatCount(sorted.length - maxFiles)} more.</li> : null}
      </ul>
    </section>
  )
}

const File = ({ file: { path, state, added, removed, isWhole, note } }: { readonly file: DriftedFile }): ReactNode => (
  <li>
    <Badge look={looks[state] ?? 'plain'}>{driftWords[state]}</Badge>
    <PathText path={path} />
    <span className="faint">
      {state === 'changed' && added !== null && removed !== null ? `+${formatCount(added)} −${formatCount(removed)}` : ''}
      {isWhole || state === 'unknown' || state === 'elsewhere' ? '' : ' (known lines only)'}
      {note === null ? '' : ` ${note}`}
    </span>
  </li>
)
