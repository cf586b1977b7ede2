/** Rebuilds the conversation that an agent would see from a commit, and says what it is made of. */
import { BookOpen, Copy, Save } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { CommitView } from '../../../app/contract/commits.ts'
import type { MaterialisedView } from '../../../app/contract/materialise.ts'
import { Button } from '../../ui/layout/button.tsx'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { MaterialisedFacts } from '../../ui/jobs/materialised-facts.tsx'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { copyText } from '../../ui/layout/notice.ts'
import { go } from '../../ui/address/location.ts'
import { saveArtifact, artifactName } from '../../ui/jobs/save-artifact.ts'
import { Pending } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useJobQuery } from '../../ui/jobs/use-job-query.ts'
import { CommitForm, type CommitDialogProps } from '../../ui/forms/commit-form.tsx'
import { StopField } from '../../ui/forms/stop-field.tsx'

export const MaterialiseDialog = ({ commit, onClose }: CommitDialogProps): ReactNode => {
  const [stop, setStop] = useState('compaction')
  const [format, setFormat] = useState<string>()
  const asked = { commitId: commit.commitId, stop, ...(format === undefined ? {} : { format }) }
  const call = useJobQuery('materialise.start', asked, commit.sessionId)
  const open = (): void => {
    onClose()
    setTimeout(() => go({ view: 'materialised', commit: commit.commitId, stop, format }))
  }
  return (
    <CommitForm heading="Materialise" commit={commit} onClose={onClose} onSubmit={open}>
      <StopField commitId={commit.commitId} stop={stop} onStop={setStop} />
      <FormatField chain={commit.format} format={format} onFormat={setFormat} />
      <div className="form-result" aria-live="polite">
        {call.kind === 'pending' ? <Pending what="Rebuilding the conversation" working={call.working} /> : null}
        {call.kind === 'failed' ? <InlineFailure failure={call.failure} retry={call.retry} /> : null}
        {call.kind === 'done' ? <Result commit={commit} stop={stop} format={format} view={call.value} onOpen={open} /> : null}
      </div>
    </CommitForm>
  )
}

interface FormatFieldProps {
  readonly chain: string
  readonly format: string | undefined
  readonly onFormat: (format: string | undefined) => void
}

const FormatField = ({ chain, format, onFormat }: FormatFieldProps): ReactNode => {
  const call = useQuery('formats.list', {})
  const formats = call.kind === 'done' ? call.value : []
  return (
    <label className="form-row">
      <span>Format</span>
      <select
        className="field"
        value={format ?? ''}
        onChange={(event) => onFormat(event.target.value === '' ? undefined : event.target.value)}
      >
        <option value="">Same as the chain ({chain})</option>
        {formats.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ResultProps {
  readonly commit: CommitView
  readonly stop: string
  readonly format: string | undefined
  readonly view: MaterialisedView
  readonly onOpen: () => void
}

const Result = ({ commit, stop, format, view, onOpen }: ResultProps): ReactNode => {
  const name = artifactName(commit.commitId, view.format)
  const formatWords = format === undefined ? [] : ['--format', format]
  return (
    <>
      <MaterialisedFacts view={view} />
      <NextCommand
        label="Run in a terminal"
        command={`${shellCommand('strata', 'materialize', commit.commitId, '--stop', stop, ...formatWords)} > ${shellCommand(name)}`}
      />
      <div className="form-actions">
        <Button
          label="Copy ref"
          isDisabled={view.artifactRef === null}
          icon={<Copy size={14} aria-hidden="true" />}
          onPress={() => view.artifactRef !== null && copyText(view.artifactRef, view.artifactRef)}
        />
        <Button
          label="Save to a file…"
          isDisabled={view.artifactHash === null}
          icon={<Save size={14} aria-hidden="true" />}
          onPress={() => view.artifactHash !== null && saveArtifact(view.artifactHash, name)}
        />
        <Button
          label="Read"
          look="primary"
          isDisabled={view.artifactHash === null}
          icon={<BookOpen size={14} aria-hidden="true" />}
          onPress={onOpen}
        />
      </div>
    </>
  )
}
