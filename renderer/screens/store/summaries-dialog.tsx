/** Has a model write summaries: says first what would be sent, where, and about what that costs, and afterwards what it cost. */
import { useEffect, useState, type ReactNode } from 'react'
import type { SummariesCost, SummariesResult } from '../../../app/contract/summaries.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatUsd } from '../../../app/model/format/usd.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { takesFocus } from '../../ui/layout/panel.tsx'
import { useJob } from '../../ui/jobs/use-job.ts'
import { JobOutcome } from '../../ui/jobs/job-outcome.tsx'
import type { StoreDialogProps } from './store-dialog-props.ts'

const defaultModel = 'claude-haiku-4-5'

export const SummariesDialog = ({ onClose }: StoreDialogProps): ReactNode => {
  const [model, setModel] = useState(defaultModel)
  const [isNow, setNow] = useState(false)
  const about = `${model} ${isNow ? 'now' : 'in batches'}`
  const { work, start, reset } = useJob<SummariesResult>(about)
  const outlook = work.kind === 'done' && work.value.dryRun ? work.value : undefined
  const look = (): void => {
    if (model.trim() !== '')
      start(() => ask('summaries.start', { model: model.trim(), inBatches: !isNow, dryRun: true, needKey: false }), about)
  }
  const send = (): void => {
    // No more than was said: others may have added commits meanwhile.
    if (outlook !== undefined) start(() => ask('summaries.start', { model: model.trim(), inBatches: !isNow, limit: outlook.commits }))
  }
  useEffect(() => {
    look()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the first look, once
  }, [])
  const isReady = outlook !== undefined && outlook.keyFrom !== null && outlook.commits + outlook.awaited > 0
  return (
    <Form heading="Write summaries" onClose={onClose} onSubmit={look}>
      <label className="form-row">
        <span>Model</span>
        <span className="field">
          <input
            {...takesFocus}
            value={model}
            spellCheck={false}
            onChange={(event) => {
              setModel(event.target.value)
              reset()
            }}
          />
        </span>
        <span className="form-hint">The model reads every commit that has no written summary, and writes one line about it.</span>
      </label>
      <label className="form-choice form-wide">
        <input
          type="checkbox"
          checked={isNow}
          onChange={(event) => {
            setNow(event.target.checked)
            reset()
          }}
        />{' '}
        Send immediately, at full price (otherwise in batches, within a day)
      </label>
      <JobOutcome
        work={work}
        what="Reading what would be sent"
        before={
          <p className="faint">“Preview” shows what would be sent and the estimated cost. Nothing is sent before you press “Send”.</p>
        }
      >
        {(result) => (result.dryRun ? <Outlook result={result} /> : <Written result={result} />)}
      </JobOutcome>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label="Preview" isDisabled={work.kind === 'running' || model.trim() === ''} onPress={look} />
        <Button
          label={outlook === undefined || outlook.commits === 0 ? 'Send' : `Send ${countOf(outlook.commits, 'commit')}`}
          look="primary"
          isDisabled={!isReady}
          onPress={send}
        />
      </div>
    </Form>
  )
}

const Cost = ({ cost, noPrice }: { readonly cost: SummariesCost; readonly noPrice: string | null }): ReactNode => (
  <>
    <ValueOrNotAvailable value={cost.usd} reason={noPrice ?? 'No price available'} format={formatUsd} />{' '}
    <span className="faint">
      for {formatCount(cost.inputTokens)} input and {formatCount(cost.outputTokens)} output tokens
    </span>
  </>
)

const Outlook = ({ result }: { readonly result: SummariesResult }): ReactNode => (
  <section aria-label="What would be sent">
    <p role="status">
      {result.commits === 0
        ? 'No commit needs a summary.'
        : `${countOf(result.commits, 'commit')} of ${countOf(result.sessions, 'session')} would be sent.`}
    </p>
    <dl className="facts">
      <dt>Host</dt>
      <dd>
        <span className="mono">{result.host}</span>
        {result.isEncrypted ? null : <strong className="is-warn"> not encrypted</strong>}
      </dd>
      <dt>Text</dt>
      <dd>
        {countOf(result.characters, 'character')}{' '}
        <span className="faint">of prompts, responses and tool calls, shortened and redacted</span>
      </dd>
      <dt>Estimated cost</dt>
      <dd>
        <Cost cost={result.estimate} noPrice={result.noPrice} />
      </dd>
      <dt>Key</dt>
      <dd>{result.keyFrom ?? <strong className="is-warn">None configured: set ANTHROPIC_API_KEY, or see docs/summaries.md</strong>}</dd>
      <NotSent result={result} />
    </dl>
  </section>
)

const NotSent = ({ result: { alreadyWritten, nothingToTell, awaited } }: { readonly result: SummariesResult }): ReactNode => (
  <>
    <dt>Not sent</dt>
    <dd>
      {formatCount(alreadyWritten)} with a written summary, {formatCount(nothingToTell)} without text
      {awaited === 0 ? null : `, ${formatCount(awaited)} with pending replies`}
    </dd>
  </>
)

const Written = ({ result }: { readonly result: SummariesResult }): ReactNode => (
  <section aria-label="Written summaries">
    <p role="status">
      {countOf(result.written, 'summary', 'summaries')} written by {result.model}.
    </p>
    <dl className="facts">
      <dt>Cost</dt>
      <dd>
        <Cost cost={result.spent} noPrice={result.noPrice} />
      </dd>
      {result.awaited === 0 ? null : (
        <>
          <dt>Pending</dt>
          <dd>{countOf(result.awaited, 'reply', 'replies')}. The next run of “Write summaries” fetches them.</dd>
        </>
      )}
      {result.stoppedBecause === null ? null : (
        <>
          <dt>Stopped</dt>
          <dd className="is-warn">{result.stoppedBecause}</dd>
        </>
      )}
    </dl>
    <Problems result={result} />
  </section>
)

const Problems = ({ result: { problems } }: { readonly result: SummariesResult }): ReactNode =>
  problems.length === 0 ? null : (
    <ul aria-label="Commits without a summary">
      {problems.slice(0, 100).map(({ commitId, reason }) => (
        <li key={commitId}>
          <span className="mono">{commitId}</span> {reason}
        </li>
      ))}
    </ul>
  )
