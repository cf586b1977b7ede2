/** Sends to a remote what it does not have, or brings from it what is not here; first says what would travel. */
import { useEffect, useState, type ReactNode } from 'react'
import type { RemoteView, TransferResult } from '../../../app/contract/transfer.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ContentsField, contentsKey } from '../../ui/forms/contents-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { takesFocus } from '../../ui/layout/panel.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { remotesChanged, openStoreDialog } from '../../ui/commands/store-dialog.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useJob, type JobRunner } from '../../ui/jobs/use-job.ts'
import { JobOutcome } from '../../ui/jobs/job-outcome.tsx'
import { lacksNames, NamesField, namesIn } from './names-field.tsx'
import type { StoreDialogProps } from './store-dialog-props.ts'
import { Transferred } from './transferred.tsx'

type Direction = 'push' | 'fetch'

const words = {
  push: { heading: 'Push', verb: 'pushed', about: 'Sends only what the remote lacks. Nothing there is overwritten.' },
  fetch: { heading: 'Fetch', verb: 'fetched', about: 'Fetches only what this store lacks. Nothing here is overwritten.' },
} as const

export const PushDialog = (props: StoreDialogProps): ReactNode => <ExchangeDialog {...props} direction="push" />
export const FetchDialog = (props: StoreDialogProps): ReactNode => <ExchangeDialog {...props} direction="fetch" />

const ExchangeDialog = (props: StoreDialogProps & { readonly direction: Direction }): ReactNode => {
  const call = useQuery('remote.list', {})
  return (
    <Loaded call={call} what="Reading the remotes">
      {(remotes) => <Exchange {...props} remotes={remotes} />}
    </Loaded>
  )
}

interface ExchangeProps extends StoreDialogProps {
  readonly direction: Direction
  readonly remotes: readonly RemoteView[]
}

/** After an exchange, the remotes are read again: their content, and whether a store exists there, may have changed. */
const useExchange = (about: string): JobRunner<TransferResult> => {
  const worker = useJob<TransferResult>(about)
  const isDone = worker.work.kind === 'done'
  useEffect(() => {
    if (isDone) remotesChanged()
  }, [isDone])
  return worker
}

const commandFor = (direction: Direction, remote: string, names: string | undefined): string =>
  shellCommand('strata', direction, remote, ...(names === undefined && direction === 'push' ? ['--all'] : namesIn(names)))

const scopeOf = (names: string | undefined): string => (names === undefined ? 'all' : namesIn(names).join(' '))

const Exchange = ({ direction, remotes, remote: first, onClose }: ExchangeProps): ReactNode => {
  const [remote, setRemote] = useState(first ?? remotes[0]?.name ?? '')
  const [names, setNames] = useState<string>()
  const asked = `${remote} ${scopeOf(names)}`
  const { work, start } = useExchange(asked)
  const { heading, verb, about } = words[direction]
  const isReady = remote !== '' && !lacksNames(names) && work.kind !== 'running'
  const [allowed, setAllowed] = useState<string>()
  const mayWrite = isReady && maySend(direction, allowed, names)
  const run = (dryRun: boolean): void => {
    if (dryRun ? isReady : mayWrite) start(() => ask(`${direction}.start`, { remote, names: namesIn(names), dryRun }), asked)
  }
  const command = commandFor(direction, remote, names)
  return (
    <Form heading={heading} onClose={onClose} onSubmit={() => run(false)}>
      {remotes.length === 0 ? <NoRemote /> : <RemoteField remotes={remotes} remote={remote} onRemote={setRemote} />}
      <NamesField names={names} onNames={setNames} />
      <Sent direction={direction} names={names} onAllowed={setAllowed} />
      <JobOutcome
        work={work}
        what={heading}
        before={
          <>
            <p className="faint">{about}</p>
            {remote === '' ? null : <NextCommand label="Run in a terminal" command={command} />}
          </>
        }
      >
        {(result) => <Transferred verb={verb} result={result} />}
      </JobOutcome>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label="Preview" isDisabled={!isReady} onPress={() => run(true)} />
        <Button label={heading} look="primary" isDisabled={!mayWrite} onPress={() => run(false)} />
      </div>
    </Form>
  )
}

/** A fetch sends nothing. @param allowed what `ContentsField` allows to send */
const maySend = (direction: Direction, allowed: string | undefined, names: string | undefined): boolean =>
  direction === 'fetch' || allowed === contentsKey({ names: namesIn(names) })

interface SentProps {
  readonly direction: Direction
  readonly names: string | undefined
  readonly onAllowed: (allowed: string | undefined) => void
}

const Sent = ({ direction, names, onAllowed }: SentProps): ReactNode =>
  direction === 'fetch' || lacksNames(names) ? null : <ContentsField names={namesIn(names)} onAllowed={onAllowed} />

const NoRemote = (): ReactNode => (
  <p>
    No remotes yet. <Button label="Add remote…" isSmall onPress={() => openStoreDialog('remote')} />
  </p>
)

interface RemoteFieldProps {
  readonly remotes: readonly RemoteView[]
  readonly remote: string
  readonly onRemote: (remote: string) => void
}

const RemoteField = ({ remotes, remote, onRemote }: RemoteFieldProps): ReactNode => (
  <label className="form-row">
    <span>Remote</span>
    <select {...takesFocus} className="field" value={remote} onChange={(event) => onRemote(event.target.value)}>
      {remotes.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
    <span className="form-hint mono">{remotes.find(({ name }) => name === remote)?.path}</span>
  </label>
)
