/** Clears the store of artifacts that nothing needs: first says which, then removes them when a person says so. */
import { useEffect, useState, type ReactNode } from 'react'
import type { GarbageRow, GcResult } from '../../../app/contract/gc.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { takesFocus } from '../../ui/layout/panel.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useJob } from '../../ui/jobs/use-job.ts'
import { JobOutcome } from '../../ui/jobs/job-outcome.tsx'
import type { StoreDialogProps } from './store-dialog-props.ts'
import '../../ui/layout/sections.css'

const meanings: Readonly<Record<GarbageRow['what'], string>> = {
  replaced: 'Artifacts of replaced commits',
  cached: 'Rebuilt conversations, which can be rebuilt again',
  'left over': 'Orphaned artifacts',
}

const sumOf = ({ rows }: GcResult): number => rows.reduce((sum, { artifacts }) => sum + artifacts, 0)

export const GcDialog = (props: StoreDialogProps): ReactNode => {
  const call = useQuery('settings.show', {})
  return (
    <Loaded call={call} what="Reading the retention">
      {({ keepDays }) => <Collecting {...props} defaultDays={keepDays} />}
    </Loaded>
  )
}

interface CollectingProps extends StoreDialogProps {
  readonly defaultDays: number
}

const Collecting = ({ onClose, defaultDays }: CollectingProps): ReactNode => {
  const [days, setDays] = useState(String(defaultDays))
  const keepDays = /^\d{1,5}$/.test(days) ? Number(days) : undefined
  const { work, start, reset } = useJob<GcResult>(days)
  const look = (): void => {
    if (keepDays !== undefined) start(() => ask('gc.start', { dryRun: true, keepDays }), days)
  }
  const remove = (): void => {
    if (keepDays !== undefined) start(() => ask('gc.start', { dryRun: false, keepDays }))
  }
  useEffect(() => {
    start(() => ask('gc.start', { dryRun: true, keepDays: defaultDays }), String(defaultDays))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the first look, once
  }, [])
  const plan = work.kind === 'done' && work.value.dryRun ? work.value : undefined
  const found = plan === undefined ? 0 : sumOf(plan)
  return (
    <Form heading="Collect garbage" onClose={onClose} onSubmit={look}>
      <div className="form-row">
        <span>Retention</span>
        <span className="form-line">
          <span className="field days-field">
            <input
              {...takesFocus}
              aria-label="Retention in days"
              inputMode="numeric"
              value={days}
              aria-invalid={keepDays === undefined}
              onChange={(event) => {
                setDays(event.target.value)
                reset()
              }}
            />
            <span className="faint">days</span>
          </span>
        </span>
        <span className="form-hint">Tags, forks and pins keep their commits regardless of age.</span>
      </div>
      <JobOutcome
        work={work}
        what="Searching for unused artifacts"
        before={
          <NextCommand
            label="Run in a terminal"
            command={shellCommand('strata', 'gc', '--keep-days', String(keepDays ?? defaultDays), '--dry-run')}
          />
        }
      >
        {(result) => <Collected result={result} />}
      </JobOutcome>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label="Preview" isDisabled={keepDays === undefined || work.kind === 'running'} onPress={look} />
        <Button
          label={found === 0 ? 'Remove' : `Remove ${countOf(found, 'artifact')}`}
          look="primary"
          isDisabled={found === 0 && (plan?.erasure ?? null) === null}
          onPress={remove}
        />
      </div>
    </Form>
  )
}

const Collected = ({ result }: { readonly result: GcResult }): ReactNode => (
  <section aria-label="Unused artifacts">
    <p role="status">{sentence(result)}</p>
    {result.rows.length === 0 ? null : <Garbage rows={result.rows} />}
    {erasureLines(result).map((line) => (
      <p key={line}>{line}</p>
    ))}
    {result.young.artifacts === 0 ? null : (
      <p className="faint">
        {countOf(result.young.artifacts, 'unused artifact')} more, {formatBytes(result.young.bytes)}, within the retention of{' '}
        {countOf(result.keepDays, 'day')}.
      </p>
    )}
  </section>
)

const sentence = (result: GcResult): string => {
  const { dryRun, packBytesBefore, packBytesAfter } = result
  const what = countOf(sumOf(result), 'unused artifact')
  if (dryRun) return sumOf(result) === 0 ? 'Nothing to remove.' : `${what} would be removed.`
  return `${what} removed. Packs: ${formatBytes(packBytesBefore)} before, ${formatBytes(packBytesAfter ?? packBytesBefore)} now.`
}

/** Lines about the data that removed sessions left. */
const erasureLines = ({ erasure, dryRun }: GcResult): readonly string[] => {
  if (erasure === null) return []
  const { sessions, isDone, damagedPacks, setAside } = erasure
  const removed = countOf(sessions, 'removed session')
  if (dryRun) return [`Text of ${removed} is still in files of the store. It would be erased, regardless of the retention.`]
  const done = `Text of ${removed} erased from packs, index, search index and journal.`
  const left = `Not erased: damaged packs (${damagedPacks.join(', ')}) may contain text of ${removed}. Repair the store first.`
  return [isDone ? done : left, ...setAside.map((path) => `Not checked: ${path}. Delete it if you do not need it.`)]
}

const Garbage = ({ rows }: { readonly rows: readonly GarbageRow[] }): ReactNode => (
  <table className="section-table">
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col">Kind</th>
        <th scope="col">Artifacts</th>
        <th scope="col">Stored</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ what, kind, artifacts, bytes }) => (
        <tr key={`${what} ${kind}`}>
          <th scope="row" title={meanings[what]}>
            {what}
          </th>
          <td>{kind}</td>
          <td className="is-number">{formatCount(artifacts)}</td>
          <td className="is-number">{formatBytes(bytes)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
