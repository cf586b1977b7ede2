/** Clears the store of artifacts that nothing needs: first says which, then removes them when a person says so. */
import { useEffect, useState, type ReactNode } from 'react'
import type { GarbageRow, GcResult } from '../../../app/contract/gc.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { formatBytes } from '../../ui/format/format-bytes.ts'
import { countOf, formatCount } from '../../ui/format/format-count.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { takesFocus } from '../../ui/layout/panel.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useJob } from '../../ui/jobs/use-job.ts'
import { JobOutcome } from '../../ui/jobs/job-outcome.tsx'
import type { StoreDialogProps } from './folder-field.tsx'
import '../../ui/layout/sections.css'

const meanings: Readonly<Record<GarbageRow['what'], string>> = {
  replaced: 'Of commits that longer ones took the place of',
  cached: 'Conversations that were rebuilt, and can be again',
  'left over': 'What nothing speaks of',
}

const sumOf = ({ rows }: GcResult): number => rows.reduce((sum, { artifacts }) => sum + artifacts, 0)

export const GcDialog = (props: StoreDialogProps): ReactNode => {
  const call = useQuery('settings.show', {})
  return (
    <Loaded call={call} what="Reading how long it is kept">
      {({ keepDays }) => <Collecting {...props} usualDays={keepDays} />}
    </Loaded>
  )
}

interface CollectingProps extends StoreDialogProps {
  readonly usualDays: number
}

const Collecting = ({ onClose, usualDays }: CollectingProps): ReactNode => {
  const [days, setDays] = useState(String(usualDays))
  const keepDays = /^\d{1,5}$/.test(days) ? Number(days) : undefined
  const { work, start, reset } = useJob<GcResult>(days)
  const look = (): void => {
    if (keepDays !== undefined) start(() => ask('gc.start', { dryRun: true, keepDays }), days)
  }
  const remove = (): void => {
    if (keepDays !== undefined) start(() => ask('gc.start', { dryRun: false, keepDays }))
  }
  useEffect(() => {
    start(() => ask('gc.start', { dryRun: true, keepDays: usualDays }), String(usualDays))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the first look, once
  }, [])
  const found = work.kind === 'done' && work.value.dryRun ? sumOf(work.value) : 0
  return (
    <Form heading="Collect what nothing needs" onClose={onClose} onSubmit={look}>
      <div className="form-row">
        <span>Keep</span>
        <span className="form-line">
          <span className="field days-field">
            <input
              {...takesFocus}
              aria-label="Days that it is kept for"
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
        <span className="form-hint">Names, tags, forks and pins keep what they stand for whatever its age.</span>
      </div>
      <JobOutcome
        work={work}
        what="Looking for what nothing needs"
        before={
          <NextCommand
            label="The same in a terminal"
            command={shellCommand('strata', 'gc', '--keep-days', String(keepDays ?? usualDays), '--dry-run')}
          />
        }
      >
        {(result) => <Collected result={result} />}
      </JobOutcome>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label="Look" isDisabled={keepDays === undefined || work.kind === 'running'} onPress={look} />
        <Button
          label={found === 0 ? 'Remove' : `Remove ${countOf(found, 'artifact')}`}
          look="primary"
          isDisabled={found === 0}
          onPress={remove}
        />
      </div>
    </Form>
  )
}

const Collected = ({ result }: { readonly result: GcResult }): ReactNode => (
  <section aria-label="What nothing needs">
    <p role="status">{sentence(result)}</p>
    {result.rows.length === 0 ? null : <Garbage rows={result.rows} />}
    {result.young.artifacts === 0 ? null : (
      <p className="faint">
        {countOf(result.young.artifacts, 'artifact')} more, {formatBytes(result.young.bytes)}, are not needed either, but younger than{' '}
        {countOf(result.keepDays, 'day')}.
      </p>
    )}
  </section>
)

const sentence = (result: GcResult): string => {
  const { dryRun, packBytesBefore, packBytesAfter } = result
  const what = `${countOf(sumOf(result), 'artifact')} that nothing needs`
  if (dryRun) return sumOf(result) === 0 ? 'There is nothing that is not needed.' : `${what} would be removed.`
  return `${what} removed: the packs took ${formatBytes(packBytesBefore)}, and take ${packBytesAfter === null ? 'as much' : formatBytes(packBytesAfter)} now.`
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
