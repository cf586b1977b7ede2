/** Shows what a push or a bundle would contain, with the secrets found in it, and asks for consent when there are some. */
import { useEffect, useState, type ReactNode } from 'react'
import type { TransferContents } from '../../../app/contract/transfer.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { InlineFailure } from '../layout/inline-failure.tsx'
import { Pending } from '../layout/async-states.tsx'
import { useJobQuery } from '../jobs/use-job-query.ts'
import { foundPlaces } from './found-places.ts'
import { useSettled } from './use-typed.ts'
import './contents.css'

export interface ContentsFieldProps {
  /** Commits, refs and sessions; none: everything. */
  readonly names: readonly string[]
  /** The receiver has this commit. */
  readonly since?: string | undefined
  /** Hears what may be sent now, as `contentsKey` gives it; undefined: nothing. */
  readonly onAllowed: (key: string | undefined) => void
}

type Asked = Pick<ContentsFieldProps, 'names' | 'since'>

/** The query as one text. */
export const contentsKey = ({ names, since }: Asked): string =>
  JSON.stringify({ names: [...names], ...(since === undefined ? {} : { since }) })

export const ContentsField = ({ onAllowed, ...asked }: ContentsFieldProps): ReactNode => {
  const key = contentsKey(asked)
  const settled = useSettled(key)
  return (
    <div className="form-row" role="group" aria-label="Contents">
      <span>Contents</span>
      {settled === key ? <Searched key={key} of={key} onAllowed={onAllowed} /> : <span className="faint">Searching for secrets…</span>}
    </div>
  )
}

interface SearchedProps {
  readonly of: string
  readonly onAllowed: ContentsFieldProps['onAllowed']
}

/** Changes of any session do not start it again: a search of a large store takes longer than an agent needs for its next line. */
const noSession = ''

const Searched = ({ of, onAllowed }: SearchedProps): ReactNode => {
  const call = useJobQuery('transfer.contents', JSON.parse(of) as { names: string[] }, noSession)
  const [agreed, setAgreed] = useState<string>()
  const found = call.kind === 'done' ? call.value.found : undefined
  const seen = found?.map(({ id }) => id).join(' ') ?? 'not searched'
  const isAllowed = found?.length === 0 || agreed === seen
  useEffect(() => {
    onAllowed(isAllowed ? of : undefined)
    return () => onAllowed(undefined)
  }, [isAllowed, of, onAllowed])
  if (call.kind === 'pending') return <Pending what="Searching for secrets" working={call.working} />
  const consent = (label: string): ReactNode => (
    <label className="form-choice">
      <input type="checkbox" checked={agreed === seen} onChange={({ target }) => setAgreed(target.checked ? seen : undefined)} /> {label}
    </label>
  )
  if (call.kind === 'failed') {
    return (
      <div className="contents">
        <InlineFailure failure={call.failure} retry={call.retry} />
        {consent('Send without a search')}
      </div>
    )
  }
  return (
    <div className="contents">
      <Counts contents={call.value} />
      {call.value.found.length === 0 ? null : consent('Send with these secrets')}
    </div>
  )
}

/** Rows of the list; the rest is a number. */
const maxRows = 100

const Counts = ({ contents: { sessions, commits, unreadable, found } }: { readonly contents: TransferContents }): ReactNode => (
  <>
    <p>
      {countOf(sessions, 'session')} and {countOf(commits, 'commit')}.{' '}
      {found.length === 0 ? 'No secrets found.' : <strong className="is-warn">{countOf(found.length, 'secret')} found.</strong>}
      {unreadable === 0 ? null : <span className="is-warn"> {countOf(unreadable, 'unreadable part')} not searched for secrets.</span>}
    </p>
    {found.length === 0 ? null : (
      <ul className="contents-secrets" aria-label="Found secrets">
        {found.slice(0, maxRows).map(({ id, kind, shown, count, commits: of }) => (
          <li key={id}>
            <span>{kind}</span>
            <code className="mono" title={shown}>
              {shown}
            </code>
            <span className="faint" title={of.join(', ')}>
              {foundPlaces(count, of)}
            </span>
          </li>
        ))}
        {found.length > maxRows ? <li className="faint">{countOf(found.length - maxRows, 'secret')} more</li> : null}
      </ul>
    )}
    {found.length === 0 ? null : <p className="faint">The copy contains them byte for byte. To redact them, export a commit instead.</p>}
  </>
)
