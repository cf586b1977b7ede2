/** Redacts possible secrets in an export: the choice, and the list of findings. */
import type { ReactNode } from 'react'
import type { FoundSecret, SecretsView } from '../../../app/contract/export.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { foundPlaces } from '../../ui/forms/found-places.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useJobQuery } from '../../ui/jobs/use-job-query.ts'
import './secrets.css'

export interface SecretsFieldProps {
  readonly commitIds: readonly string[]
  readonly stop: string
  /** Changes of this session start the search again; '': none do. */
  readonly sessionId: string
  /** It stays on this machine, where all of it is anyway. */
  readonly isInstalled: boolean
  readonly redact: boolean
  readonly onRedact: (redact: boolean) => void
  /** Ids of secrets that stay. */
  readonly leave: readonly string[]
  readonly onLeave: (leave: readonly string[]) => void
}

export const SecretsField = (props: SecretsFieldProps): ReactNode => {
  const { redact, onRedact, isInstalled } = props
  return (
    <div className="form-row">
      <span>Secrets</span>
      <label className="form-choice">
        <input type="checkbox" checked={redact} onChange={(event) => onRedact(event.target.checked)} /> Redact possible keys, tokens and
        passwords
      </label>
      <div className="form-wide">{redact ? <Found {...props} /> : <p className="form-hint">{hint(isInstalled)}</p>}</div>
    </div>
  )
}

const hint = (isInstalled: boolean): string =>
  isInstalled
    ? 'The agent continues with exactly what it saw. The copy stays on this machine, and only you can read it.'
    : 'The export contains everything unchanged, including secrets.'

const Found = ({ commitIds, stop, sessionId, leave, onLeave }: SecretsFieldProps): ReactNode => {
  const call = useJobQuery('export.secrets', { commitIds: [...commitIds], stop }, sessionId)
  return (
    <Loaded call={call} what="Searching for secrets">
      {(view) => <FoundList view={view} leave={leave} onLeave={onLeave} />}
    </Loaded>
  )
}

interface FoundListProps {
  readonly view: SecretsView
  readonly leave: readonly string[]
  readonly onLeave: (leave: readonly string[]) => void
}

/** Rows of the list; the rest is a number. */
const maxRows = 300

const FoundList = ({ view: { found, commits }, leave, onLeave }: FoundListProps): ReactNode => {
  if (found.length === 0) return <p className="form-hint">No secrets found in {countOf(commits, 'commit')}.</p>
  const toggle = (id: string): void => onLeave(leave.includes(id) ? leave.filter((each) => each !== id) : [...leave, id])
  return (
    <>
      <ul className="secrets" aria-label="Possible secrets">
        {found.slice(0, maxRows).map((secret) => (
          <SecretRow key={secret.id} secret={secret} isTaken={!leave.includes(secret.id)} onToggle={() => toggle(secret.id)} />
        ))}
        {found.length > maxRows ? <li className="faint">{countOf(found.length - maxRows, 'secret')} more, all redacted</li> : null}
      </ul>
      <p className="form-hint">
        {countOf(found.length, 'secret')} in {countOf(commits, 'commit')}. “[redacted]” replaces each marked secret. Thinking that contains
        one is removed, because its signature would no longer match.
      </p>
    </>
  )
}

const SecretRow = ({
  secret: { kind, shown, count, commits },
  isTaken,
  onToggle,
}: {
  readonly secret: FoundSecret
  readonly isTaken: boolean
  readonly onToggle: () => void
}): ReactNode => (
  <li>
    <label className="form-choice">
      <input type="checkbox" checked={isTaken} onChange={onToggle} />
      <span>{kind}</span>
      <code className="mono secret-shown" title={shown}>
        {shown}
      </code>
      <span className="faint" title={commits.join(', ')}>
        {foundPlaces(count, commits)}
      </span>
    </label>
  </li>
)
