/** Removes sessions from the store, after it said what that means and what holds them. */
import { useEffect, useState, type ReactNode } from 'react'
import type { RemovalResult, RemovedSession, SessionHold } from '../../../app/contract/removal.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { ask } from '../../ui/calls/bridge.ts'
import type { OpenSessionDialog } from '../../ui/commands/session-dialog.ts'
import { openStoreDialog } from '../../ui/commands/store-dialog.ts'
import { Form } from '../../ui/forms/form.tsx'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { JobOutcome } from '../../ui/jobs/job-outcome.tsx'
import { useJob, type JobRun } from '../../ui/jobs/use-job.ts'
import { Button } from '../../ui/layout/button.tsx'
import { removalFacts } from './removal-facts.ts'
import './removal.css'

interface Removal {
  readonly ids: readonly string[]
  readonly work: JobRun<RemovalResult>
  readonly look: (chosen: readonly string[]) => void
  readonly remove: (force: boolean) => void
}

/** Looks first, when the dialog opens, and again when some sessions are to stay. */
const useRemoval = ({ sessions, onDone }: OpenSessionDialog): Removal => {
  const [ids, setIds] = useState(() => sessions.map(({ sessionId }) => sessionId))
  const { work, start } = useJob<RemovalResult>(ids.join(' '))
  const look = (chosen: readonly string[]): void => {
    setIds([...chosen])
    start(() => ask('removal.start', { sessions: [...chosen], dryRun: true }), chosen.join(' '))
  }
  useEffect(() => {
    look(ids)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the first look, once
  }, [])
  const remove = (force: boolean): void =>
    start(async () => {
      const job = await ask('removal.start', { sessions: [...ids], dryRun: false, force })
      void ask('job.wait', { jobId: job.jobId }).then(({ state }) => {
        if (state === 'done') onDone(ids)
      })
      return job
    }, ids.join(' '))
  return { ids, work, look, remove }
}

const isRemovable = ({ dryRun, refusal }: RemovalResult, force: boolean): boolean =>
  dryRun && (refusal === null || (refusal === 'held' && force))

export const RemoveDialog = ({ onClose, ...open }: OpenSessionDialog & { readonly onClose: () => void }): ReactNode => {
  const { ids, work, look, remove } = useRemoval(open)
  const [force, setForce] = useState(false)
  const result = work.kind === 'done' ? work.value : undefined
  const mayRemove = result !== undefined && isRemovable(result, force)
  const isDone = result?.dryRun === false
  const keepFree = (free: readonly string[]): void => {
    setForce(false)
    look(free)
  }
  return (
    <Form heading="Remove from the store" onClose={onClose} onSubmit={() => (mayRemove ? remove(force) : undefined)}>
      <JobOutcome work={work} what="Reading the sessions" before={null} isWhole>
        {(found) =>
          found.dryRun ? (
            <Preview result={found} force={force} onForce={setForce} onKeep={keepFree} />
          ) : (
            <Removed result={found} onCollect={() => collect(onClose)} />
          )
        }
      </JobOutcome>
      {mayRemove ? (
        <NextCommand label="Run in a terminal" command={shellCommand('strata', 'remove', ...ids, ...(force ? ['--force'] : []), '--yes')} />
      ) : null}
      <div className="form-actions">
        <Button label={isDone ? 'Done' : 'Cancel'} onPress={onClose} />
        {isDone ? null : (
          <Button
            label={`Remove ${countOf(ids.length, 'session')}`}
            look="primary"
            isDisabled={!mayRemove}
            onPress={() => (mayRemove ? remove(force) : undefined)}
          />
        )}
      </div>
    </Form>
  )
}

const collect = (close: () => void): void => {
  close()
  openStoreDialog('gc')
}

interface PreviewProps {
  readonly result: RemovalResult
  readonly force: boolean
  readonly onForce: (force: boolean) => void
  readonly onKeep: (free: readonly string[]) => void
}

const Preview = ({ result, force, onForce, onKeep }: PreviewProps): ReactNode => {
  const { sessions, refusal } = result
  const free = sessions.filter(({ holds }) => holds.length === 0).map(({ sessionId }) => sessionId)
  return (
    <section aria-label="What is removed">
      <Titles sessions={sessions} />
      <dl className="facts">
        {removalFacts(sessions).map(([name, value]) => (
          <div key={name} className="removal-fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {refusal === null ? null : <Holds sessions={sessions} />}
      {refusal === 'needed' ? (
        <p className="is-warn" role="status">
          Checkpoints continue these sessions. Checkpoints cannot be removed, so the sessions stay.
        </p>
      ) : null}
      {refusal === 'held' ? (
        <label className="form-choice">
          <input type="checkbox" checked={force} onChange={({ target }) => onForce(target.checked)} />
          <span>Remove these names and pins too. Sessions that continue them keep their copies of the records.</span>
        </label>
      ) : null}
      {refusal !== null && free.length > 0 ? (
        <Button label={`Remove only ${countOf(free.length, 'session')} not in use`} isSmall onPress={() => onKeep(free)} />
      ) : null}
    </section>
  )
}

const maxTitles = 5

const Titles = ({ sessions }: { readonly sessions: readonly RemovedSession[] }): ReactNode => (
  <ul className="removal-titles">
    {sessions.slice(0, maxTitles).map(({ sessionId, title }) => (
      <li key={sessionId} title={sessionId}>
        {title}
      </li>
    ))}
    {sessions.length > maxTitles ? <li className="faint">{formatCount(sessions.length - maxTitles)} more</li> : null}
  </ul>
)

const holdWords: Readonly<Record<SessionHold['what'], string>> = {
  fork: 'fork',
  tag: 'tag',
  pin: 'pinned commit',
  session: 'continued by session',
  commit: 'continued by checkpoint',
}

const Holds = ({ sessions }: { readonly sessions: readonly RemovedSession[] }): ReactNode => (
  <section aria-label="In use">
    <h3>In use</h3>
    <ul className="removal-holds">
      {sessions.flatMap(({ sessionId, title, holds }) =>
        holds.map(({ what, id }) => (
          <li key={`${sessionId} ${what} ${id}`}>
            {title}: {holdWords[what]} <span className="mono">{id}</span>
          </li>
        )),
      )}
    </ul>
  </section>
)

const Removed = ({ result, onCollect }: { readonly result: RemovalResult; readonly onCollect: () => void }): ReactNode =>
  result.refusal === null ? (
    <section aria-label="Removed">
      <p role="status">
        {countOf(result.removed, 'session')} removed, {formatBytes(result.sessions.reduce((sum, { bytes }) => sum + bytes, 0))} of
        transcripts.
      </p>
      <p className="faint">Their data stays in the packs until garbage is collected.</p>
      <Button label="Collect garbage…" isSmall onPress={onCollect} />
    </section>
  ) : (
    <p className="is-warn" role="status">
      Nothing removed: a session is in use.
    </p>
  )
