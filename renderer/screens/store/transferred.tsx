/** The result of a transfer from one store to another, or its expected result. */
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
      <dt>Refs</dt>
      <dd>{formatCount(result.refs)}</dd>
      <dt>Summaries, pins and corrections</dt>
      <dd title="Written summaries, pins, exports and corrected classes">{formatCount(result.notes)}</dd>
      <dt>Artifacts</dt>
      <dd>
        {formatCount(result.artifacts)},{' '}
        <ValueOrNotAvailable value={result.bytes} reason="Artifacts are read only during the transfer" format={formatBytes} />
      </dd>
      <dt>Up to date</dt>
      <dd>{countOf(result.unchanged, 'session or commit', 'sessions and commits')}</dd>
    </dl>
    <Refused result={result} />
    <UnreadableItems items={result.unreadable} />
    <Kept result={result} />
  </section>
)

const sentence = (verb: string, { dryRun, sessions, commits, refs, notes, refused, unreadable }: TransferResult): string => {
  if (sessions + commits + refs + notes === 0)
    return refused.length + unreadable.length === 0 ? 'Everything up to date.' : `Nothing ${verb}.`
  const what = [
    ...(sessions === 0 ? [] : [`${countOf(sessions, 'session')} with all ${sessions === 1 ? 'its' : 'their'} commits`]),
    ...(commits === 0 ? [] : [countOf(commits, 'single commit')]),
    ...(refs === 0 ? [] : [countOf(refs, 'ref')]),
    ...(notes === 0 ? [] : [countOf(notes, 'summary, pin, correction or path rule', 'summaries, pins, corrections and path rules')]),
  ].join(', ')
  return dryRun ? `${what} would be ${verb}.` : `${what} ${verb}.`
}

const Refused = ({ result: { refused } }: { readonly result: TransferResult }): ReactNode =>
  refused.length === 0 ? null : (
    <section aria-label="Refused">
      <h3 className="is-warn">{countOf(refused.length, 'item')} refused by the receiver</h3>
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
    <section aria-label="Renamed refs">
      <h3>{countOf(kept.length, 'incoming ref')} renamed: the receiver uses the name for another commit</h3>
      <ul>
        {kept.map(({ name, incomingName }) => (
          <li key={name}>
            <span className="mono">{name}</span> <span className="faint">stays; the incoming ref is named</span>{' '}
            <span className="mono">{incomingName}</span>
          </li>
        ))}
      </ul>
    </section>
  )
