/** Writes a bundle of the store or of parts of it, and takes one in that came from elsewhere. */
import { useState, type ReactNode } from 'react'
import type { JobView } from '../../../app/contract/jobs.ts'
import type { BundleMade, BundleView, TransferResult } from '../../../app/contract/transfer.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { BundleWritten } from '../../ui/jobs/written-file.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ContentsField, contentsKey } from '../../ui/forms/contents-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { useAction } from '../../ui/calls/use-action.ts'
import { useJob } from '../../ui/jobs/use-job.ts'
import { JobOutcome } from '../../ui/jobs/job-outcome.tsx'
import { lacksNames, NamesField, namesIn } from './names-field.tsx'
import type { StoreDialogProps } from './store-dialog-props.ts'
import { Transferred } from './transferred.tsx'

const suggested = 'strata.bundle'

const makeBundle = async (names: readonly string[]): Promise<JobView<BundleMade> | null> => {
  const path = await ask('shell.chooseTarget', { name: suggested })
  return path === null ? null : ask('bundle.create', { path, names: [...names], replaces: true })
}

export const BundleDialog = ({ names: given, onClose }: StoreDialogProps): ReactNode => {
  const [names, setNames] = useState(given?.join(' '))
  const about = names === undefined ? 'all' : `these ${namesIn(names).join(' ')}`
  const { work, start } = useJob<BundleMade>(about)
  const [allowed, setAllowed] = useState<string>()
  const isReady = !lacksNames(names) && allowed === contentsKey({ names: namesIn(names) }) && work.kind !== 'running'
  const make = (): void => {
    if (isReady) start(() => makeBundle(namesIn(names)), about)
  }
  const what = names === undefined ? ['--all'] : namesIn(names)
  return (
    <Form heading="Create bundle" onClose={onClose} onSubmit={make}>
      <NamesField names={names} onNames={setNames} />
      {lacksNames(names) ? null : <ContentsField names={namesIn(names)} onAllowed={setAllowed} />}
      <JobOutcome
        work={work}
        what="Writing the bundle"
        before={
          <>
            <p className="faint">One file with sessions, commits and refs, byte for byte, for another machine.</p>
            <NextCommand label="Run in a terminal" command={shellCommand('strata', 'bundle', 'create', suggested, ...what)} />
          </>
        }
      >
        {(made) => <BundleWritten made={made} />}
      </JobOutcome>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label="Save to a file…" look="primary" isDisabled={!isReady} onPress={make} />
      </div>
    </Form>
  )
}

export const ImportBundleDialog = ({ onClose }: StoreDialogProps): ReactNode => {
  const [bundle, look] = useAction<BundleView | null>()
  const { work, start } = useJob<TransferResult>()
  const shown = bundle.kind === 'done' ? bundle.value : null
  const choose = (): void =>
    look(async () => {
      const path = await ask('shell.chooseFile', {})
      return path === null ? null : ask('bundle.show', { path })
    })
  const isReady = shown !== null && work.kind !== 'running'
  const take = (): void => {
    if (isReady) start(() => ask('bundle.import', { path: shown.path }))
  }
  return (
    <Form heading="Import bundle" onClose={onClose} onSubmit={take}>
      <div className="form-row">
        <span>File</span>
        <div className="form-line">
          <output className="field mono" aria-label="Bundle">
            {shown === null ? <span className="faint">None chosen</span> : shown.path}
          </output>
          <Button label="Choose…" onPress={choose} />
        </div>
      </div>
      {bundle.kind === 'failed' ? <InlineFailure failure={bundle.failure} /> : null}
      {shown === null ? null : <Holds bundle={shown} />}
      <JobOutcome
        work={work}
        what="Importing the bundle"
        before={<p className="faint">Strata verifies every byte first. Existing data in the store does not change.</p>}
      >
        {(result) => <Transferred verb="imported" result={result} />}
      </JobOutcome>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label="Import" look="primary" isDisabled={!isReady} onPress={take} />
      </div>
    </Form>
  )
}

const Holds = ({ bundle }: { readonly bundle: BundleView }): ReactNode => (
  <dl className="facts" aria-label="Bundle contents">
    <dt>Contents</dt>
    <dd>
      {countOf(bundle.sessions.length, 'session')}, {countOf(bundle.commits.length, 'commit')} and {countOf(bundle.refs.length, 'ref')},{' '}
      {formatBytes(bundle.bytes)}
    </dd>
    {bundle.missing.length === 0 ? null : (
      <>
        <dt>Missing</dt>
        <dd className="is-warn">
          <span className="mono">{bundle.missing.join(' ')}</span> (required ancestors that this store lacks)
        </dd>
      </>
    )}
  </dl>
)
