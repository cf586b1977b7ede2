/** What came of carrying something from one store to another, or would come of it. */
import type { ReactNode } from 'react'
import type { TransferResult } from '../../../app/contract/transfer.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { UnreadableItems } from '../../ui/jobs/unreadable-items.tsx'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'

export interface TransferredProps {
  /** `pushed`, `fetched` or `imported`. */
  readonly verb: string
  readonly result: TransferResult
}

export const Transferred = ({ verb, result }: TransferredProps): ReactNode => (
  <section className="transferred" aria-label="Result">
    <p role="status">{sentence(verb, result)}</p>
    <dl className="facts">
      <dt>Sessions</dt>
      <dd>{formatCount(result.sessions)}</dd>
      <dt>Single commits</dt>
      <dd title="Commits without their session. A session includes its commits.">{formatCount(result.commits)}</dd>
      <dt>Names</dt>
      <dd>{formatCount(result.refs)}</dd>
      <dt>Notes</dt>
      <dd title="Written summaries, pins, exports and corrected classes">{formatCount(result.notes)}</dd>
      <dt>Artifacts</dt>
      <dd>
        {formatCount(result.artifacts)},{' '}
        <ValueOrNotAvailable value={result.bytes} reason="Artifacts are read only during the transfer" format={formatBytes} />
      </dd>
      <dt>Unchanged</dt>
      <dd>{countOf(result.unchanged, 'session or commit', 'sessions and commits')} already there</dd>
    </dl>
    <Refused result={result} />
    <UnreadableItems items={result.unreadable} />
    <Kept result={result} />
  </section>
)

const sentence = (verb: string, { dryRun, sessions, commits, refs, notes, unreadable }: TransferResult): string => {
  if (sessions + commits + refs + notes === 0)
    return unreadable.length === 0 ? 'Nothing new. Both sides are equal.' : 'Nothing new in the readable data.'
  const what = [
    ...(sessions === 0 ? [] : [`${countOf(sessions, 'session')} with all commits of ${sessions === 1 ? 'it' : 'them'}`]),
    ...(commits === 0 ? [] : [countOf(commits, 'single commit')]),
    ...(refs === 0 ? [] : [countOf(refs, 'name')]),
    ...(notes === 0 ? [] : [countOf(notes, 'note')]),
  ].join(', ')
  return dryRun ? `${what} would be ${verb}.` : `${what} ${verb}.`
}

const Refused = ({ result: { refused } }: { readonly result: TransferResult }): ReactNode =>
  refused.length === 0 ? null : (
    <section aria-label="Refused">
      <h3 className="is-warn">{countOf(refused.length, 'item')} refused: the receiver uses the name for something else</h3>
      <ul>
        {refused.map(({ what, id, reason }) => (
          <li key={`${what} ${id}`}>
            {what} <span className="mono">{id}</span> <span className="faint">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )

const Kept = ({ result: { kept } }: { readonly result: TransferResult }): ReactNode =>
  kept.length === 0 ? null : (
    <section aria-label="Kept names">
      <h3>Unchanged names</h3>
      <ul>
        {kept.map(({ name, incomingName }) => (
          <li key={name}>
            <span className="mono">{name}</span> <span className="faint">incoming name:</span> <span className="mono">{incomingName}</span>
          </li>
        ))}
      </ul>
    </section>
  )
